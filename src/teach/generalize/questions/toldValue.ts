import type { Json } from '../../../bus/json.ts'
import type { Words } from '../../../bus/words.ts'
import { namesIn, trustedNames, valueWords } from '../../words/valueWords.ts'
import { labelOf, type Building } from '../building.ts'
import type { LeafColumn } from '../steps/columns.ts'

/** A value as a question tells it: references by the name they had in the demonstrations, where one is known. */
export function toldValue({ traces, index }: Building, column: LeafColumn, value: Json): Words {
  const get = (entity: string, id: string) => traces.map(({ trace }) => trace.slice[entity]?.[id]).find((one) => one !== undefined)
  return valueWords(column.leaf.schema, value, trustedNames(namesIn({ get }, index), index), labelOf(column))
}
