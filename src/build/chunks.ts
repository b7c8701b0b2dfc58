/** What the bundler tells of a module; `importers` are those that import it statically. */
interface Chunking {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null
}

/**
 * Names the chunk of a module the console starts with: all that only this page starts with is its `shell`, so that
 * it loads in one file, since thirty small ones weigh more and wait for each other. Null leaves a module to the bundler:
 * what another page starts with as well, or that page would load the whole of the console.
 */
export function startChunk(id: string, chunking: Chunking): 'shell' | null {
  const pages = new Set([...importersOf(id, chunking)].filter((at) => chunking.getModuleInfo(at)?.isEntry))
  // The page's own script stays its entry.
  const importers = chunking.getModuleInfo(id)?.importers ?? []
  if ([id, ...importers].some((one) => pages.has(one))) return null
  return pages.size === 1 && [...pages].some((page) => page.endsWith('/index.html')) ? 'shell' : null
}

/**
 * Whether a module comes with one that is asked for later: what that starts with is one file as well. Asked after
 * `startChunk`, so that what is there from the start stays where it is.
 * @param later the end of the path of the module that is imported later
 */
export const comesWith = (id: string, later: string, chunking: Chunking): boolean =>
  [...importersOf(id, chunking)].some((at) => at.endsWith(later))

/** The module, and all that import it statically, over however many steps. */
function importersOf(id: string, chunking: Chunking, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const importer of chunking.getModuleInfo(id)?.importers ?? []) importersOf(importer, chunking, seen)
  return seen
}
