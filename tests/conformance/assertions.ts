import type { Assertion } from './assertion.ts'
import { aborting } from './assertions/aborting.ts'
import { calling } from './assertions/calling.ts'
import { listing } from './assertions/listing.ts'
import { naming } from './assertions/naming.ts'
import { registering } from './assertions/registering.ts'
import { removing } from './assertions/removing.ts'
import { results } from './assertions/results.ts'
import { replacing } from './assertions/replacing.ts'
import { toolchange } from './assertions/toolchange.ts'

/** Every behaviour asked of every host, by subject. */
export const subjects: Readonly<Record<string, readonly Assertion[]>> = {
  registering,
  naming,
  removing,
  listing,
  toolchange,
  calling,
  results,
  aborting,
  replacing,
}

export const assertions: readonly Assertion[] = Object.values(subjects).flat()
