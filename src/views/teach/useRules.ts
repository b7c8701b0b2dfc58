import type { Words } from '../../bus/words.ts'
import { pickWords } from '../../teach/procedure/pickWords.ts'
import type { Expr, Procedure } from '../../teach/procedure/types.ts'
import { namesIn } from '../../teach/words/valueWords.ts'
import { nodesOf } from '../../teach/procedure/walk.ts'
import { leavesOf } from '../../bus/schema.ts'
import { useServices } from '../../stores/services.ts'

/** Puts a rule that takes a record from a list in words: *the oldest in the list*. */
export function useRules(): (procedure: Procedure, expr: Extract<Expr, { op: 'pick' }>) => Words {
  const { bus } = useServices()
  return (procedure, expr) => {
    const node = nodesOf(procedure).find((one) => one.node.as === expr.list)?.node
    const call = node?.node === 'call' ? node : null
    const command = call ? bus.index.command(call.command) : undefined
    const made = command && leavesOf(command.output).find((leaf) => leaf.meaning.list !== undefined)
    const entity = bus.index.entities.get(made?.meaning.list ?? '')
    if (!entity) return ['it by another rule']
    return pickWords(expr.choose, {
      entity,
      list: call && { call, command },
      named: 'the list',
      names: namesIn(bus.session.records, bus.index),
      say: () => [`the ${entity.one} the caller names`],
    })
  }
}
