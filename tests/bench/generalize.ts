export { run } from './generalize/main.ts'
