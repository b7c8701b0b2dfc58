/** The members of an ajv error that are read here; compiled validators give the same. */
export interface ValidationError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** The first validation error in words that follow the name of the argument: *must be one of low, normal*. */
export function describeErrors(errors: readonly ValidationError[]): string {
  const [first] = errors
  if (!first) return 'is not valid'
  const where = first.instancePath ? `item ${first.instancePath.slice(1).replaceAll('/', '.')} ` : ''
  return where + inWords(first)
}

function inWords({ keyword, params, message }: ValidationError): string {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly unknown[] | undefined)?.join(', ') ?? 'the allowed values'}`
    case 'type':
      return `must be ${[params['type']].flat().join(' or ')}`
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return `must have at least ${limit} item${limit === '1' ? '' : 's'}`
    case 'maxItems':
      return `must have at most ${limit} items`
    case 'uniqueItems':
      return 'must not hold the same item twice'
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'pattern':
      return `must match ${String(params['pattern'])}`
    default:
      return message ?? 'is not valid'
  }
}
