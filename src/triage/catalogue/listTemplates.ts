import { Type } from 'typebox'
import { ticketCommand } from '../command.ts'
import { Template, templatesOf } from '../model.ts'

const { templateId, name } = Template.properties
const row = Type.Object({ templateId, name }, { additionalProperties: false })

export const listTemplates = ticketCommand({
  id: 'list_templates',
  title: 'List templates',
  description: 'Lists the reply templates.',
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ rows: Type.Array(row, { 'x-us': { list: 'template' } }) }, { additionalProperties: false }),
  plan: (state) => ({ output: { rows: templatesOf(state).map((template) => ({ templateId: template.templateId, name: template.name })) } }),
  say: () => ['List the templates'],
})
