import '../styles/index.css'
import './probe.css'
import { adviseOn } from './adviseOn.ts'
import { lookAround } from './lookAround.ts'
import { render } from './render.ts'

const main = document.querySelector('main')
if (main) {
  const facts = await lookAround(window)
  render(main, facts, adviseOn(facts))
}
