// The rules that a machine can check in one file. tools/checks/rules checks imports.
import comments from '@eslint-community/eslint-plugin-eslint-comments' // asks for a reason of each exception
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { latchkey } from './tools/checks/lint/plugin.mjs'

const CODE = ['**/*.{ts,tsx,mjs}']
const TYPESCRIPT = ['**/*.{ts,tsx}']
const SHIPPED = ['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts']
const TESTS = ['**/*.test.{ts,tsx,mjs}', '**/*.test-d.ts', '**/test/**', '**/e2e/**', 'e2e/**']
/** Next, Nuxt, Angular, Ponder and VitePress find files of a host by their default export. */
const PAGES = [
  'examples/next*/app/**',
  'examples/nuxt/app/plugins/**',
  'examples/angular/src/main.server.ts',
  'packages/create-app/templates/next/src/app/**',
  'services/*/engines/ponder/src/api/**',
  'apps/docs/.vitepress/**',
]
const CONFIGS = ['**/*.config.{ts,mjs}', '**/vitest.workspace.ts', ...PAGES]

const NO_DEFAULT_EXPORT = 'Export by name: a name can be searched for, completed and renamed.'
const NO_HTML = 'Build nodes or use React: text that becomes HTML is how scripts get in.'
const ONLY_KYSELY =
  'Query through Kysely: libsql ends the process where a buffer is a parameter outside of a list.'
const restrictedSyntax = [
  { selector: 'ExportDefaultDeclaration', message: NO_DEFAULT_EXPORT },
  { selector: 'ExportSpecifier[exported.name="default"]', message: NO_DEFAULT_EXPORT },
  {
    selector:
      'MemberExpression[property.name=' +
      '/^(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe)$/]',
    message: NO_HTML,
  },
  {
    selector: 'MemberExpression[property.value=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: NO_HTML,
  },
  {
    selector:
      'JSXAttribute[name.name="dangerouslySetInnerHTML"], Property[key.name="dangerouslySetInnerHTML"]',
    message: NO_HTML,
  },
  {
    selector:
      'CallExpression[callee.object.name="document"][callee.property.name=/^(write|writeln)$/]',
    message: NO_HTML,
  },
  {
    selector:
      'CallExpression[callee.name=/^(setTimeout|setInterval)$/][arguments.0.type=/^(Literal|TemplateLiteral)$/]',
    message: 'Pass a function: text would be evaluated.',
  },
]

/** As formatted at 100 columns. Where more reads better, a disabling comment says why. */
const SIZES = {
  'max-lines': ['error', { max: 350 }],
  'max-lines-per-function': [
    'error',
    { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true },
  ],
}
/** The formatter keeps code at 100 columns and leaves texts and comments alone: this bounds them. */
const MAX_LINE_LENGTH = ['error', { code: 120, ignoreUrls: true, ignoreRegExpLiterals: true }]
/** Lists of words and pictures: a translation or a picture is one line, however long. */
const DATA = [
  '**/translations/**/*.ts',
  '**/src/messages/*.ts',
  'packages/wallets/src/icons.ts',
  'services/blockchain-api/src/names/resolverCode.ts',
]

export default defineConfig(
  globalIgnores([
    '**/node_modules/',
    '**/dist/',
    '**/test-results/',
    '**/.tmp/',
    '**/fixtures/',
    'examples/*/dist/',
    '**/*.d.ts',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: CODE,
    extends: [js.configs.recommended],
    plugins: { latchkey, 'eslint-comments': comments },
    rules: {
      'eslint-comments/no-unlimited-disable': 'error',
      'eslint-comments/require-description': ['error', { ignore: ['eslint-enable'] }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-undef': 'off', // the compiler knows
      'max-len': MAX_LINE_LENGTH,
      ...SIZES,
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': 'off', // noUnusedLocals and noUnusedParameters of the compiler
      // Some interfaces are empty so that plugins can widen them.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
    },
  },
  { files: ['**/*.tsx'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: SHIPPED,
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'latchkey/no-top-level-dom': 'error',
      'latchkey/no-module-state': 'error',
      'latchkey/no-instanceof-own-error': 'error',
      '@typescript-eslint/no-floating-promises': 'error', // the only rule that needs types
      'no-console': 'error',
    },
  },
  { files: CODE, rules: { 'latchkey/plain-sentences': 'error' } },
  {
    files: CODE,
    ignores: ['packages/service-kit/src/store/sqlite.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'libsql', message: ONLY_KYSELY }] }],
    },
  },
  { files: TESTS, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  { files: DATA, rules: { 'max-len': 'off', 'max-lines': 'off' } },
  {
    files: [...TESTS, ...CONFIGS],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax.filter(({ message }) => message !== NO_DEFAULT_EXPORT),
      ],
      'latchkey/no-module-state': 'off',
      'latchkey/no-top-level-dom': 'off',
    },
  },
)
