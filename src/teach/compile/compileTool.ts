import type { CatalogueIndex } from '../../bus/command.ts'
import type { Finding } from '../generalize/types.ts'
import { effectSentence } from '../procedure/effects.ts'
import type { Procedure } from '../procedure/types.ts'
import { vetProcedure } from '../procedure/vet.ts'
import { annotationsOf } from './annotations.ts'
import { BUDGET } from './budgets.ts'
import { cutText } from './cutText.ts'
import { finding } from './finding.ts'
import { lintText } from './lint.ts'
import { nameFault, toName } from './names.ts'
import { outputSchemaOf } from './outputSchema.ts'
import { inputSchemaOf, schemaLength, type Vocabulary } from './toolSchema.ts'
import type { AuthoredText, Compiled } from './types.ts'

export interface CompileOptions {
  /** Ids told to the agent in the description of a parameter that takes one of them, by kind of reference. */
  readonly vocabulary?: Vocabulary
}

export interface CompiledTool {
  /** Within all budgets whatever the author wrote; only to be registered when no finding blocks. */
  readonly compiled: Compiled
  readonly findings: readonly Finding[]
}

/** A procedure and what its author says of it as a tool. Pure: the same arguments give the same tool to the letter. */
export function compileTool(
  procedure: Procedure,
  authored: AuthoredText,
  index: CatalogueIndex,
  options: CompileOptions = {},
): CompiledTool {
  const { vocabulary = () => [] } = options
  const sentence = effectSentence(procedure, index)
  const annotations = annotationsOf(procedure, index)
  const name = nameFault(authored.name) === null ? authored.name : toName(authored.name, 'tool')
  const title = oneLine(authored.title) || titleFrom(name)
  const description = oneLine(authored.description)
  const schema = schemaWithin(procedure, name, vocabulary)
  const compiled: Compiled = {
    name,
    title: cutText(title, BUDGET.title),
    description: [cutText(description, Math.max(BUDGET.description - sentence.length - 1, 0)), cutText(sentence, BUDGET.description)]
      .filter((part) => part !== '')
      .join(' '),
    inputSchema: schema.inputSchema,
    outputSchema: outputSchemaOf(procedure, !annotations.readOnlyHint),
    annotations,
  }
  const unfit = vetProcedure(procedure, index)
  return {
    compiled,
    findings: [
      ...(unfit ? [finding('block', 'program', 'vet', [unfit.message])] : []),
      ...textFindings(authored, title, description, sentence),
      ...parameterFindings(procedure),
      ...schema.findings,
    ],
  }
}

/** White space is only ever space between words: no text can put a line where none is. */
const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** `vip_first_reply` → *Vip first reply*. */
const titleFrom = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

function textFindings(authored: AuthoredText, title: string, description: string, sentence: string): readonly Finding[] {
  const fault = nameFault(authored.name)
  const total = description.length + 1 + sentence.length
  return [
    ...(fault === null ? [] : [finding('block', 'name', 'tool', [`The name of the tool ${fault}`])]),
    ...(title.length > BUDGET.title
      ? [finding('block', 'budget', 'title', [`The title has ${title.length} characters, and ${BUDGET.title} are the most`])]
      : []),
    ...(description === '' ? [finding('block', 'budget', 'no description', ['The tool needs a description'])] : []),
    ...(total > BUDGET.description
      ? [
          finding('block', 'budget', 'description', [
            `The description has ${description.length} characters; with the ${sentence.length + 1} of the sentence of effects ${BUDGET.description} are the most`,
          ]),
        ]
      : []),
    ...lintText(authored.title, 'The title'),
    ...lintText(authored.description, 'The description'),
  ]
}

function parameterFindings({ params }: Procedure): readonly Finding[] {
  return params.flatMap((param) => {
    const what = `The parameter ${toName(param.name, 'without a name', BUDGET.parameterName)}`
    const fault = nameFault(param.name, BUDGET.parameterName)
    const { length } = oneLine(param.description)
    return [
      ...(fault === null ? [] : [finding('block', 'name', param.key, [`${what} ${fault}`])]),
      ...(length > BUDGET.parameterDescription
        ? [
            finding('block', 'budget', param.key, [
              `${what} has a description of ${length} characters, and ${BUDGET.parameterDescription} are the most`,
            ]),
          ]
        : []),
      ...lintText(param.description, `The description of ${toName(param.name, 'a parameter', BUDGET.parameterName)}`),
    ]
  })
}

/** The schema with as much description as there is room for. Hints go first, then the length of descriptions. */
function schemaWithin(
  procedure: Procedure,
  name: string,
  vocabulary: Vocabulary,
): Pick<Compiled, 'inputSchema'> & { readonly findings: readonly Finding[] } {
  const params = procedure.params.map((param, place) => {
    const fits = nameFault(param.name, BUDGET.parameterName) === null
    return fits ? param : { ...param, name: toName(param.name, `parameter_${place + 1}`, BUDGET.parameterName) }
  })
  const whole = BUDGET.parameterDescription
  for (const room of [
    { description: whole, hints: true },
    ...[whole, 100, 60, 30, 0].map((description) => ({ description, hints: false })),
  ]) {
    const inputSchema = inputSchemaOf(params, vocabulary, room)
    if (schemaLength(name, inputSchema) > BUDGET.schema) continue
    const shortened = room.description < whole
    return {
      inputSchema,
      findings: shortened ? [finding('note', 'budget', 'shortened', ['The descriptions of the parameters are shortened to fit'])] : [],
    }
  }
  const inputSchema = inputSchemaOf(params, vocabulary, { description: 0, hints: false })
  const length = schemaLength(name, inputSchema)
  return {
    inputSchema,
    findings: [
      finding('block', 'budget', 'schema', [
        `The input schema has ${length} characters, and ${BUDGET.schema} are the most: use fewer parameters`,
      ]),
    ],
  }
}
