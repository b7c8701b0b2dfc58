import { boot } from './boot.ts'

// Not in the page's own script: one that only names others is left out of the built page, which then asks for a file less.
void boot(window)
