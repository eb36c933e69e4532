// What a machine can tell about one file. Who may import whom is checked by tools/rules with the compiler's eyes.
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { latchkey } from './tools/lint/plugin.mjs'

const CODE = ['**/*.{ts,tsx,mjs}']
const TYPESCRIPT = ['**/*.{ts,tsx}']
const SHIPPED = [
  'packages/*/src/**/*.{ts,tsx}',
  'plugins/*/src/**/*.{ts,tsx}',
  'plugins/_template/*/src/**/*.{ts,tsx}',
  'services/*/src/**/*.ts',
]
const TESTS = ['**/*.test.{ts,tsx,mjs}', '**/*.test-d.ts', '**/test/**', '**/e2e/**', 'e2e/**']
/** Next finds pages by their default export. */
const PAGES = ['examples/next*/app/**']
const CONFIGS = ['**/*.config.{ts,mjs}', '**/vitest.workspace.ts', ...PAGES]

const NO_DEFAULT_EXPORT = 'Export by name: a name can be searched for, completed and renamed.'
const NO_HTML = 'Build nodes or use React: text that becomes HTML is how scripts get in.'
const restrictedSyntax = [
  { selector: 'ExportDefaultDeclaration', message: NO_DEFAULT_EXPORT },
  { selector: 'ExportSpecifier[exported.name="default"]', message: NO_DEFAULT_EXPORT },
  {
    selector:
      'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe)$/]',
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

const size = (lines, functionLines) => ({
  'max-lines': ['error', { max: lines }],
  'max-lines-per-function': [
    'error',
    { max: functionLines, skipBlankLines: true, skipComments: true, IIFEs: true },
  ],
})

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
    plugins: { latchkey },
    rules: {
      'latchkey/disable-needs-reason': 'error',
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-undef': 'off', // the compiler knows
      ...size(300, 50),
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
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }], // interfaces that are there to be widened
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
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
  { files: TESTS, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
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
