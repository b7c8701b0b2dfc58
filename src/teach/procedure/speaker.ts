import type { CatalogueIndex } from '../../bus/command.ts'
import type { EntityDef } from '../../bus/entity.ts'
import { leafAt, meaningOf, type JsonSchema } from '../../bus/schema.ts'
import { joinWords, type Words } from '../../bus/words.ts'
import { fieldLabel, labelOf } from '../words/labels.ts'
import { listOf, recordLeaf } from './lists.ts'
import { pickWords } from './pickWords.ts'
import { Roots, recordUses } from './recordUses.ts'
import type { Each, Expr, Node, Param, Procedure } from './types.ts'
import { valueWords, type Names } from '../words/valueWords.ts'
import { everyExpr, nodesOf } from './walk.ts'

const RUNNER: Words = [{ kind: 'param', text: 'whoever runs it' }]

/** Says expressions, and remembers which records were told already. */
export class Speaker {
  /** The innermost loop around the line being said. */
  loop: Each | null = null
  private readonly roots: Roots
  private readonly params: ReadonlyMap<string, Param>
  private readonly nodes: ReadonlyMap<string, { readonly node: Node; readonly number: number }>
  private readonly recordsOf: ReadonlyMap<string, ReadonlySet<string>>
  private readonly lists: ReadonlySet<string>
  /** Root of a record → number of the step that told it first. */
  private readonly told = new Map<string, number>()

  constructor(
    procedure: Procedure,
    private readonly index: CatalogueIndex,
    private readonly names: Names,
  ) {
    const numbered = nodesOf(procedure)
    this.roots = new Roots(procedure, index)
    this.params = new Map(procedure.params.map((param) => [param.key, param]))
    this.nodes = new Map(numbered.map((one) => [one.node.as, one]))
    const recordsOf = new Map<string, Set<string>>()
    for (const { root } of recordUses(procedure, index)) recordsOf.set(root.entity, (recordsOf.get(root.entity) ?? new Set()).add(root.key))
    this.recordsOf = recordsOf
    this.lists = new Set(
      numbered.flatMap(({ node }) =>
        everyExpr(node).flatMap((expr) => (expr.op === 'pick' ? [expr.list] : this.listOver(expr) ? [expr.step] : [])),
      ),
    )
  }

  private listOver(expr: Expr): expr is Extract<Expr, { op: 'out' }> {
    const command = expr.op === 'out' ? this.commandOf(expr.step) : undefined
    return expr.op === 'out' && command !== undefined && listOf(command)?.path === expr.path
  }

  private commandOf(step: string) {
    const node = this.nodes.get(step)?.node
    return node?.node === 'call' ? this.index.command(node.command) : undefined
  }

  /** How a record is come by, if this is the first time it is told; else null. The row of a loop was told by the loop. */
  firstMention(expr: Expr | undefined, entity: string | undefined): Words | null {
    if (!expr || entity === undefined || this.told.has(this.keyOf(expr, entity))) return null
    const { expr: root } = this.roots.of(expr, entity, this.loop?.as ?? '')
    return root.op === 'row' ? null : this.introduction(root, entity)
  }

  /** Notes that the record of an expression has been told on the line of this node. */
  mention(expr: Expr | undefined, entity: string, node: Node): void {
    if (!expr) return
    const key = this.keyOf(expr, entity)
    if (!this.told.has(key)) this.told.set(key, this.nodes.get(node.as)?.number ?? 0)
  }

  /**
   * A record as a line mentions it.
   * @param known what to say of the only record there is once it was told: nothing, or *it*
   */
  record(expr: Expr, entity: string, known: 'silent' | 'it'): Words {
    const root = this.roots.of(expr, entity, this.loop?.as ?? '')
    const isRow = root.expr.op === 'row'
    const at = this.told.get(root.key)
    if (!isRow && at === undefined) return root.expr.op === 'param' ? this.param(root.expr.key) : this.introduction(root.expr, entity)
    const only = (this.recordsOf.get(entity)?.size ?? 0) <= 1
    if (only || isRow) return known === 'silent' && only ? [] : [isRow && !only ? `this ${this.index.entity(entity).one}` : 'it']
    if (root.expr.op === 'param') return this.param(root.expr.key)
    const { choose } = root.expr.op === 'pick' ? root.expr : { choose: null }
    if (choose?.by === 'id' && choose.id.op === 'param') return this.param(choose.id.key)
    return [`the ${this.index.entity(entity).one} of step ${at ?? 0}`]
  }

  /** Any other value. */
  value(expr: Expr, schema: JsonSchema, label: string): Words {
    switch (expr.op) {
      case 'const':
        return valueWords(schema, expr.value, this.names, label)
      case 'param':
        return this.param(expr.key)
      case 'me':
        return RUNNER
      case 'out':
        return this.output(expr.step, expr.path)
      case 'arg': {
        const node = this.nodes.get(expr.step)?.node
        const source = node?.node === 'call' ? node.args[expr.path] : undefined
        return source ? this.value(source, schema, label) : this.fromStep(label, expr.step)
      }
      case 'row':
        return this.ofRow(expr.field)
      case 'prev':
        return this.loop
          ? [`the ${labelOf(this.index.entity(this.loop.entity), expr.field)} of the ${this.index.entity(this.loop.entity).one} before`]
          : []
      case 'field':
        return this.copied(labelOf(this.index.entity(expr.entity), expr.field), expr.of, expr.entity)
      case 'pick':
        return this.introduction(expr, this.listEntity(expr.list) ?? '')
      case 'add':
      case 'remove':
        return [
          ...this.value(expr.to, schema, label),
          expr.op === 'add' ? ' with ' : ' without ',
          ...joinWords(expr.items.map((item) => this.value(item, schema.items ?? schema, label))),
        ]
      case 'concat':
        return this.text(expr.parts, schema, label)
    }
  }

  /** Text as it will stand, with what is read in square brackets: *“Order of [its name]”*. */
  private text(parts: readonly Expr[], schema: JsonSchema, label: string): Words {
    const [only] = parts
    if (only && parts.length === 1) return this.value(only, schema, label)
    const pieces = parts.flatMap((part) => (part.op === 'const' ? this.value(part, schema, label) : ['[', ...this.value(part, schema, label), ']']))
    return ['“', ...pieces, '”']
  }

  /** What a loop goes over: *each ticket in the list*. */
  rows(over: Expr, entity: EntityDef): Words {
    if (this.listOver(over)) return [{ kind: 'pick', text: `each ${entity.one} in ${this.listName(over.step)}` }]
    if (over.op === 'pick' && over.choose.by === 'id') {
      return [
        { kind: 'pick', text: `each ${entity.one}` },
        ' of ',
        ...this.value(over.choose.id, {}, entity.many),
        `, which must be in ${this.listName(over.list)}`,
      ]
    }
    return [{ kind: 'pick', text: `each ${entity.one}` }, ' of ', ...this.value(over, {}, entity.many)]
  }

  private introduction(expr: Expr, entity: string): Words {
    const def = this.index.entities.get(entity)
    const one = def?.one ?? 'record'
    if (expr.op === 'param') return [`the ${one} `, ...this.param(expr.key)]
    if (expr.op !== 'pick' || !def) return this.value(expr, { 'x-us': { entity } }, one)
    const list = this.nodes.get(expr.list)?.node
    return pickWords(expr.choose, {
      entity: def,
      list: list?.node === 'call' ? { call: list, command: this.commandOf(expr.list) } : null,
      named: this.listName(expr.list),
      names: this.names,
      say: (inner) => (inner.op === 'param' ? [`the ${one} `, ...this.param(inner.key)] : this.record(inner, entity, 'it')),
    })
  }

  private listEntity(step: string): string | undefined {
    const command = this.commandOf(step)
    return command && listOf(command)?.entity
  }

  private listName(step: string): string {
    return this.lists.size > 1 ? `the list of step ${this.nodes.get(step)?.number ?? 0}` : 'the list'
  }

  private param(key: string): Words {
    return [{ kind: 'param', text: this.params.get(key)?.name ?? key }]
  }

  private output(step: string, path: string): Words {
    const node = this.nodes.get(step)?.node
    const command = this.commandOf(step)
    if (node?.node !== 'call' || !command) return [path]
    const leaf = leafAt(command.output, path)
    const label = fieldLabel(path, leaf ? meaningOf(leaf.schema) : {})
    const record = listOf(command) ? undefined : recordLeaf(command)
    const of = record && node.args[record.path]
    return of && record.meaning.entity !== undefined && command.effect !== 'write'
      ? this.copied(label, of, record.meaning.entity)
      : this.fromStep(label, step)
  }

  private fromStep(label: string, step: string): Words {
    return [`the ${label} of step ${this.nodes.get(step)?.number ?? 0}`]
  }

  private copied(label: string, of: Expr, entity: string): Words {
    const whose = this.record(of, entity, 'silent')
    if (whose.length > 0) return [`the ${label} of `, ...whose]
    // *Its* would be anybody's where there are records of other kinds as well.
    return this.recordsOf.size <= 1 ? [`its ${label}`] : [`the ${label} of the ${this.index.entity(entity).one}`]
  }

  private ofRow(field: string): Words {
    if (!this.loop) return []
    const entity = this.index.entity(this.loop.entity)
    return field === entity.idField ? ['it'] : [`its ${labelOf(entity, field)}`]
  }

  private keyOf(expr: Expr, entity: string): string {
    return this.roots.of(expr, entity, this.loop?.as ?? '').key
  }
}
