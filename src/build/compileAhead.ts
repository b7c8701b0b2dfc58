import type { Plugin } from 'vite'

/** What tells a browser that most of a script runs when it is loaded. Counts only at its very beginning. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has browsers compile whole scripts beside the page's thread while they come in. Otherwise they compile each function
 * on it the first time it is called: hundreds of them, between the records and the first row.
 * @param chunks names of the chunks most of which runs at the start
 */
export function compileAhead(chunks: readonly string[]): Plugin {
  return {
    name: 'understudy:compile-ahead',
    apply: 'build',
    generateBundle: {
      // After Vite, which puts a table of files first.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && chunks.includes(file.name)) file.code = HINT + file.code
        }
      },
    },
  }
}
