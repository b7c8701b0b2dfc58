import path from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const RULE = 'understudy/import-direction'

// The project's own configuration, without the rules that need types: the files linted here do not exist.
const eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] })

async function complaints(file: string, code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) })
  const broken = result?.messages.filter((message) => message.fatal) ?? []
  if (broken.length > 0) throw new Error(broken.map((message) => message.message).join('\n'))
  return result?.messages.filter((message) => message.ruleId === RULE).map((message) => message.message) ?? []
}

describe('direction of knowledge', () => {
  it.each([
    ['src/bus/x.ts', '../triage/model.ts'],
    ['src/bus/x.ts', '../teach/recording/types.ts'],
    ['src/bus/x.ts', '/src/app/catalogue.ts'],
    ['src/bus/x.ts', 'vue'],
    ['src/teach/deep/x.ts', '../../webmcp/provider.ts'],
    ['src/teach/x.ts', '../triage/model.ts'],
    ['src/teach/x.ts', 'pinia'],
    ['src/teach/recording/x.ts', '../procedure/types.ts'],
    ['src/teach/procedure/x.ts', '../generalize/types.ts'],
    ['src/teach/words/x.ts', '../recording/types.ts'],
    ['src/webmcp/x.ts', '../stores/library.ts'],
    ['src/webmcp/library/x.ts', '../../triage/model.ts'],
    ['src/webmcp/x.ts', '@vueuse/core'],
    ['src/triage/catalogue/x.ts', '../../teach/procedure/types.ts'],
    ['src/storage/x.ts', '../teach/procedure/types.ts'],
    ['src/storage/x.ts', '../../simulator/panel.ts'],
    ['src/stores/x.ts', '../views/console/Queue.vue'],
    ['src/ui/x.ts', '../stores/library.ts'],
    ['simulator/x.ts', '../src/webmcp/registry.ts'],
    ['simulator/scripts/x.ts', '../../src/bus/bus.ts'],
  ])('%s may not import %s', async (file, source) => {
    expect(await complaints(file, `import { x } from '${source}'\nx()\n`)).toHaveLength(1)
  })

  it.each([
    ['src/bus/x.ts', './json.ts'],
    ['src/teach/generalize/x.ts', '../../bus/json.ts'],
    ['src/teach/generalize/x.ts', '../procedure/types.ts'],
    ['src/teach/procedure/deep/x.ts', '../../recording/types.ts'],
    ['src/webmcp/library/x.ts', '../../teach/procedure/types.ts'],
    ['src/webmcp/x.ts', '@noble/hashes/sha2.js'],
    ['src/triage/catalogue/x.ts', '../model.ts'],
    ['src/storage/x.ts', 'localforage'],
    ['src/stores/x.ts', '../webmcp/registry.ts'],
    ['src/stores/x.ts', 'vue'],
    ['src/views/x.ts', '../stores/library.ts'],
    ['simulator/x.ts', '../src/webmcp/provider.ts'],
    ['simulator/scripts/x.ts', '../panel.ts'],
  ])('%s may import %s', async (file, source) => {
    expect(await complaints(file, `import { x } from '${source}'\nx()\n`)).toEqual([])
  })

  it.each([
    `import type { Ticket } from '../triage/model.ts'\nexport type X = Ticket\n`,
    `export { x } from '../triage/model.ts'\n`,
    `export * from '../triage/model.ts'\n`,
    `export const x = () => import('../triage/model.ts')\n`,
    `export type X = import('../triage/model.ts').Ticket\n`,
  ])('holds for every way of importing: %s', async (code) => {
    expect(await complaints('src/teach/x.ts', code)).toEqual(['src/teach knows only itself and src/bus.'])
  })

  it('holds in components', async () => {
    const code = `<script setup lang="ts">\nimport Queue from '../views/Queue.vue'\n</script>\n\n<template><Queue /></template>\n`
    expect(await complaints('src/ui/X.vue', code)).toEqual(['src/ui does not know src/views/Queue.vue.'])
  })
})
