import type { Catalogue } from '../bus/command.ts'
import { triageCommands, triageEntities } from '../triage/catalogue/index.ts'
import { consoleCommands } from '../triage/console/index.ts'
import { libraryCommands } from '../webmcp/library/commands.ts'
import { libraryEntities } from '../webmcp/library/entities.ts'
import { preferenceEntity, setPreference } from './preferences.ts'

/** Everything this page can do, in one list: what can be taught first, then the housekeeping. */
export const catalogue: Catalogue = {
  commands: [...triageCommands, ...consoleCommands, ...libraryCommands, setPreference],
  entities: [...triageEntities, ...libraryEntities, preferenceEntity],
}
