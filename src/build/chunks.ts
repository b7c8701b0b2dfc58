/** What the bundler tells of a module; `importers` are those that import it statically. */
interface Chunking {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null
}

/**
 * Names the chunk of a module some page starts with: all that only this page starts with is its `shell`, so that
 * it loads in one file, since thirty small ones weigh more and wait for each other; what several pages start with
 * is `shared`, or a small page would load the whole of a big one. Null leaves a module to the bundler.
 */
export function startChunk(id: string, chunking: Chunking): 'shell' | 'shared' | null {
  const pages = new Set<string>()
  const seen = new Set<string>()
  const climb = (at: string): void => {
    if (seen.has(at)) return
    seen.add(at)
    const module = chunking.getModuleInfo(at)
    if (module?.isEntry) pages.add(at)
    for (const importer of module?.importers ?? []) climb(importer)
  }
  climb(id)
  // The page's own script stays its entry: moved away, the page would be none in the manifest.
  const importers = chunking.getModuleInfo(id)?.importers ?? []
  if ([id, ...importers].some((one) => pages.has(one))) return null
  if (pages.size > 1) return 'shared'
  return [...pages].some((page) => page.endsWith('/index.html')) ? 'shell' : null
}
