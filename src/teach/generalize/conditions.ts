import type { Node } from '../procedure/types.ts'
import type { Building } from './building.ts'
import type { Item } from './shape.ts'

/** Nodes with what is done only sometimes put under a condition. */
export function guarded(building: Building, nodes: readonly { readonly item: Item; readonly node: Node }[]): readonly Node[] {
  for (const { item, node } of nodes) {
    if (item.kind === 'step' ? item.column.at.every((fact) => fact !== null) : item.at.every((one) => one !== null)) continue
    building.remarks.push({ level: 'block', kind: 'judgement', step: node.as, words: ['This was done only sometimes, and nothing tells when'] })
  }
  return nodes.map(({ node }) => node)
}
