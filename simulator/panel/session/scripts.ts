/** The scripts that come with the product, by file name; each is read when it is wanted. */
const FILES = import.meta.glob<string>('../../scripts/*.json', { query: '?raw', import: 'default' })

export const scriptNames: readonly string[] = Object.keys(FILES)
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
  .sort()

/** The text of a script file. @throws when there is none of that name */
export function readScriptFile(name: string): Promise<string> {
  const load = FILES[`../../scripts/${name}.json`]
  if (!load) throw new Error(`There is no script ${name}.`)
  return load()
}
