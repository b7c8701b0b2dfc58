import type { Catalogue } from '../bus/command.ts'
import { triageCommands, triageEntities } from '../triage/catalogue/index.ts'
import { consoleCommands } from '../triage/console/index.ts'
import { preferenceEntity, setPreference } from './preferences.ts'

/** Everything this page can do, in one list: what can be taught first, then the housekeeping. */
export const catalogue: Catalogue = {
  commands: [...triageCommands, ...consoleCommands, setPreference],
  entities: [...triageEntities, preferenceEntity],
}
