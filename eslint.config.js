import path from 'node:path'
import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'
import tseslint from 'typescript-eslint'

const root = import.meta.dirname
const VUE_PACKAGES = ['vue', 'pinia', '@vue/', '@vueuse/', '@tanstack/vue-virtual']

/**
 * Direction of knowledge: bus ← teach ← webmcp, bus ← triage, bus ← storage, everything ← stores ← views;
 * within teach: words ← recording ← procedure ← generalize ← compile. The first area a file is in counts.
 * `may`: the only parts of ours an area may import, beside itself. `mustNot`: parts it may not.
 */
const AREAS = {
  'src/bus': { may: [], plain: true },
  'src/teach/words': { may: ['src/bus'], plain: true },
  'src/teach/recording': { may: ['src/bus', 'src/teach/words'], plain: true },
  'src/teach/procedure': { may: ['src/bus', 'src/teach/words', 'src/teach/recording'], plain: true },
  'src/teach/generalize': { may: ['src/bus', 'src/teach/words', 'src/teach/recording', 'src/teach/procedure'], plain: true },
  'src/teach': { may: ['src/bus'], plain: true },
  'src/webmcp': { may: ['src/bus', 'src/teach'], plain: true },
  'src/triage': { may: ['src/bus'], plain: true },
  'src/storage': { may: ['src/bus'], plain: true },
  'src/stores': { mustNot: ['src/views', 'simulator'] },
  'src/ui': { mustNot: ['src/stores', 'src/views', 'simulator'] },
  simulator: { may: ['src/webmcp/provider.ts'] },
}

const within = (file, area) => file === area || file.startsWith(`${area}/`)

/** Where an import leads, from the project's root; null for packages and virtual modules. */
function targetOf(source, importer) {
  if (source.startsWith('.')) return path.posix.join(path.posix.dirname(importer), source)
  return source.startsWith('/src/') || source.startsWith('/simulator/') ? source.slice(1) : null
}

/** What is wrong with an import, in words, or null. */
function wrongDirection(source, importer) {
  const area = Object.keys(AREAS).find((name) => within(importer, name))
  if (!area) return null
  const { may, mustNot = [], plain = false } = AREAS[area]
  const target = targetOf(source, importer)
  if (target === null) {
    const ofVue = VUE_PACKAGES.some((name) => source === name || source.startsWith(name.endsWith('/') ? name : `${name}/`))
    return plain && ofVue ? `${area} is plain TypeScript and does not know Vue.` : null
  }
  if (within(target, area)) return null
  if (mustNot.some((other) => within(target, other))) return `${area} does not know ${target}.`
  if (may && !may.some((other) => within(target, other))) return `${area} knows only itself${may.map((one) => ` and ${one}`).join('')}.`
  return null
}

const importDirection = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const importer = path.relative(root, context.filename).split(path.sep).join('/')
    const check = (node) => {
      const source = node.source?.value ?? node.argument?.literal?.value
      const wrong = typeof source === 'string' ? wrongDirection(source, importer) : null
      if (wrong) context.report({ node, message: wrong })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: (node) => check({ ...node, source: node.source ?? node.argument?.literal }),
    }
  },
}

const SINKS = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write', 'writeln']

export default tseslint.config(
  { ignores: ['dist/', '.cache/', 'test-results/', 'node_modules/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,vue}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root, extraFileExtensions: ['.vue'] } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Records are plain data whose members come and go; commands are plain records of functions.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-debugger': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': ['error', ...SINKS.map((property) => ({ property, message: 'Text only: no HTML sinks.' }))],
    },
  },
  {
    files: ['**/*.vue'],
    extends: [vue.configs['flat/recommended'], vue.configs['no-layout-rules'], accessibility.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      'vue/no-v-html': 'error',
      'vue/no-v-text-v-html-on-component': 'error',
      'vue/no-static-inline-styles': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
      // Only what a person has just opened takes the focus, and there it is what they expect.
      'vuejs-accessibility/no-autofocus': 'off',
      // These components show the text they are given.
      'vuejs-accessibility/heading-has-content': ['error', { accessibleChildren: ['RevealText', 'WordsText'] }],
      // A default of a destructured prop is what makes the prop optional.
      '@typescript-eslint/no-useless-default-assignment': 'off',
      // The linter sees components as their shim; vue-tsc checks what they really are.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,vue}', 'simulator/**/*.{ts,vue}'],
    plugins: { understudy: { rules: { 'import-direction': importDirection } } },
    rules: {
      'understudy/import-direction': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts', 'simulator/**/*.ts'],
    ignores: ['**/*.d.ts'],
    rules: { 'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' }] },
  },
  {
    // Tests reach into data on purpose and hand over what types forbid.
    files: ['tests/**/*.ts'],
    rules: {
      'no-console': ['error', { allow: ['warn', 'error', 'info', 'table'] }],
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error', eqeqeq: 'error', 'no-eval': 'error' },
  },
)
