import type { Assertion, PortWay } from './assertion.ts'

/** What the port does, in words; what it gives without doing anything needs none. */
const wordsOf = (port: PortWay | undefined): string => {
  if (!port) return ''
  if ('evens' in port) return `evens it out: ${port.evens}`
  if ('promises' in port) return port.promises
  return 'passes' in port ? `the same; ${port.passes}` : `not asked: ${port.leaves}`
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const code = (id: string): string => `\`${id}\``

interface Counts {
  readonly asked: number
  /** Where the bridge gives what the browser gives. */
  readonly bridge: number
  /** Where our port does as it says, and the same on both hosts. */
  readonly same: number
  /** Where our port hands on what the bridge does differently. */
  readonly handedOn: number
  /** Of our port. */
  readonly notAsked: number
}

function count(assertions: readonly Assertion[]): Counts {
  const asked = assertions.length
  const bridge = assertions.filter((one) => !one.bridge).length
  const handedOn = assertions.filter(({ port }) => port && 'passes' in port).length
  const notAsked = assertions.filter(({ port }) => port && 'leaves' in port).length
  return { asked, bridge, same: asked - handedOn - notAsked, handedOn, notAsked }
}

const countRow = (subject: string, assertions: readonly Assertion[]): readonly string[] => {
  const { asked, bridge, same, handedOn, notAsked } = count(assertions)
  return [subject, `${asked} of ${asked}`, `${bridge} of ${asked}`, `${same} of ${same}`, `${handedOn}`, `${notAsked}`]
}

/**
 * The page of the documentation that says where hosts differ.
 * @param subjects every assertion, by subject
 * @param version of the bridge they were found with
 */
export function differencesPage(subjects: Readonly<Record<string, readonly Assertion[]>>, version: string): string {
  const all = Object.values(subjects).flat()
  const rows = Object.entries(subjects).map(([subject, assertions]) => countRow(subject, assertions)).concat([countRow('**all**', all)])
  const bridgeRows = all.flatMap(({ id, says, bridge, port }) => (bridge ? [[code(id), says, bridge.does, wordsOf(port)]] : []))
  const ownWays = all.flatMap(({ id, says, bridge, port }) =>
    !bridge && port && 'promises' in port ? [[code(id), says, port.promises]] : [],
  )
  const notAsked = all.flatMap(({ id, says, bridge, port }) =>
    !bridge && port && 'leaves' in port ? [[code(id), says, port.leaves]] : [],
  )
  return `# Where hosts differ

What a host of WebMCP tools does within one page, asked of the browser's own \`document.modelContext\`, of the bridge
(@mcp-b/global ${version}) as it comes, and of our port on both. \`tests/conformance\` asks; this page is written by
\`npx vitest run --project conformance -u\`, and the tests fail when a host does anything else.

${table(['subject', 'browser', 'bridge', 'our port, the same on both', 'handed on as the host has it', 'not asked of our port'], rows)}

## What the bridge does differently

${table(['', 'the browser', 'the bridge', 'our port'], bridgeRows)}

## Where our port has its own way

${table(['', 'the browser, and the bridge', 'our port'], ownWays)}

## What is not asked of our port

${table(['', 'the browser, and the bridge', 'why not'], notAsked)}
`
}
