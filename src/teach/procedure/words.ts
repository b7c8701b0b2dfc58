import type { CatalogueIndex, Command } from '../../bus/command.ts'
import { leafAt } from '../../bus/schema.ts'
import { plain, type Words } from '../../bus/words.ts'
import { guardWords } from './guardWords.ts'
import { recordLeaf } from './lists.ts'
import { fieldLabel } from '../words/labels.ts'
import { Speaker } from './speaker.ts'
import type { Call, Each, Expr, Node, Procedure, When } from './types.ts'
import { noNames, trustedNames, type Names } from '../words/valueWords.ts'
import { nodesOf } from './walk.ts'

/** One line of a procedure in plain words. */
export interface StepLine {
  readonly as: string
  /** From 1, as errors and progress count. */
  readonly number: number
  /** How deep inside loops and branches. */
  readonly depth: number
  readonly words: Words
}

/**
 * A procedure exactly as it will run, a line a step, loops and branches included. A record is told where
 * it is first used; after that it goes without saying, unless the procedure works on several.
 * @param called what references are called; ids stand in for names that are not known or that users write
 */
export function describeProcedure(procedure: Procedure, index: CatalogueIndex, called: Names = noNames): readonly StepLine[] {
  const names = trustedNames(called, index)
  const speaker = new Speaker(procedure, index, names)
  const loops: { readonly depth: number; readonly node: Each }[] = []
  return nodesOf(procedure).map(({ node, number, depth }) => {
    while (loops.length > 0 && (loops.at(-1)?.depth ?? 0) >= depth) loops.pop()
    speaker.loop = loops.at(-1)?.node ?? null
    const words = nodeWords(node, speaker, index, names)
    if (node.node === 'each') loops.push({ depth, node })
    return { as: node.as, number, depth, words }
  })
}

function nodeWords(node: Node, speaker: Speaker, index: CatalogueIndex, names: Names): Words {
  if (node.node === 'each') return eachWords(node, speaker, index, names)
  if (node.node === 'when') return whenWords(node, speaker, index, names)
  const command = index.command(node.command)
  return command ? callWords(node, command, speaker) : [`Run ${node.command}, which does not exist here`]
}

function callWords(call: Call, command: Command, speaker: Speaker): Words {
  const record = recordLeaf(command)
  const entity = record?.meaning.entity
  const source = record && call.args[record.path]
  if (!record || entity === undefined || !source) return command.say(slots(call, command, speaker, () => null))
  const first = speaker.firstMention(source, entity)
  const asked = new Set<string>()
  const said = (known: 'silent' | 'it'): Words =>
    command.say(
      slots(call, command, speaker, (path, expr) => {
        asked.add(path)
        if (path !== record.path) return null
        return speaker.record(expr, entity, known)
      }),
    )
  if (first && takes(call, command, record.path)) {
    speaker.mention(source, entity, call)
    return ['Take ', ...first]
  }
  let words = said(command.effect === 'write' ? 'silent' : 'it')
  // A command that leaves no room for the record to go without saying gets "it"; one that never names it gets it added.
  if (/ $| {2}/.test(plain(words))) words = said('it')
  if (first && !asked.has(record.path)) words = [...words, ' (', ...first, ')']
  speaker.mention(source, entity, call)
  return words
}

/** Renders the leaves of a call: what `record` answers null to, as any value. */
function slots(
  call: Call,
  command: Command,
  speaker: Speaker,
  record: (path: string, expr: Expr) => Words | null,
): (path: string) => Words {
  return (path) => {
    const expr = Object.hasOwn(call.args, path) ? call.args[path] : undefined
    const leaf = leafAt(command.input, path)
    if (!expr || !leaf) return []
    return record(path, expr) ?? speaker.value(expr, leaf.schema, fieldLabel(path, leaf.meaning))
  }
}

/** Opening a record the program did not have yet is taking it, whatever the console calls the gesture. */
function takes(call: Call, command: Command, path: string): boolean {
  const op = call.args[path]?.op
  return command.effect === 'view' && Object.keys(call.args).length === 1 && (op === 'pick' || op === 'param')
}

function eachWords(node: Each, speaker: Speaker, index: CatalogueIndex, names: Names): Words {
  const entity = index.entity(node.entity)
  const guard: Words = node.guard && node.guard.length > 0 ? [', if ', ...guardWords(node.guard, entity, names)] : []
  return ['For ', ...speaker.rows(node.over, entity), `, at most ${node.max}`, ...guard]
}

function whenWords(node: When, speaker: Speaker, index: CatalogueIndex, names: Names): Words {
  const about = speaker.record(node.of, node.entity, 'silent')
  const guard = guardWords(node.guard, index.entity(node.entity), names)
  const lead = node.otherwise === 'halt' ? 'go on only if ' : 'if '
  speaker.mention(node.of, node.entity, node)
  if (about.length > 0) return ['For ', ...about, ', ', lead, ...guard]
  return [lead.charAt(0).toUpperCase() + lead.slice(1), ...guard]
}
