// The parts of the import rules that are about the text of one file: dependency-cruiser passes over
// computed names, whole packages that are passed on, and `declare module`. Selectors of ESLint find them.
import { getStringIfConstant } from '@eslint-community/eslint-utils' // knows `'eip' + '155'`
import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { chainSdks } from './config.mjs'
import { CONTRACT, KERNEL, LIBRARY, PLUGIN, UI } from './names.mjs'
import { isShipped } from './packages.mjs'

/** A computed name breaks every rule that would have judged it. */
const COMPUTED = Object.entries({
  'front-door': LIBRARY,
  'sdk-is-lazy': LIBRARY,
  'kernel-ports': KERNEL,
  'ui-ring': UI,
  'plugin-sees-contract': PLUGIN,
}).map(([rule, path]) => ({
  rule,
  path,
  selector: ['ImportExpression > .source', 'CallExpression[callee.name="require"] > .arguments']
    .map((name) => `${name}:not(Literal, TemplateLiteral[expressions.length=0])`)
    .join(', '),
  what: 'a computed name hides where the import leads',
  mend: 'write the name as a literal, one import() for each',
}))

/** Files that draw: markup imports React without a word in the file. */
const MARKUP = [
  ['contract-is-leaf', CONTRACT, 'move the component into ui-react'],
  ['kernel-ports', KERNEL, 'move the component into ui-react'],
  ['react-only-in-react', `${PLUGIN}(?!react/)`, 'move it into src/react/'],
].map(([rule, path, mend]) => ({
  rule,
  path: `${path}.*\\.[jt]sx$`,
  selector: 'Program',
  what: 'markup draws with React',
  mend,
}))

/** The text of a name, a part of a template, a literal, a sum of literals, or markup. */
const textOf = (node) =>
  node.name ?? node.value?.cooked ?? getStringIfConstant(node) ?? String(node.value)
const anyCase = (word) => word.replace(/[a-z]/g, (small) => `[${small}${small.toUpperCase()}]`)
/** A namespace as a word of its own: in `eip155:1`, `isSolana` and `cosmos_hub`; not in `cosmosdb`. */
const namespacesOf = (packages) => {
  const words = packages
    .filter(({ dir }) => !dir.startsWith('plugins/_template/'))
    .flatMap(({ manifest }) => manifest.latchkey?.namespaces ?? [])
  const start = '(?:(?<![A-Za-z0-9])|(?<=[a-z0-9])(?=[A-Z]))'
  return new RegExp(`${start}(?:${words.map(anyCase).join('|')})(?![a-z0-9])`)
}

/** `path` of the files, `judge` of what the selector finds. */
const partsOf = (sdks, namespaces) => [
  ...COMPUTED,
  ...MARKUP,
  {
    rule: 'sdk-is-lazy',
    path: LIBRARY,
    selector: 'ExportAllDeclaration',
    judge: ({ source }) => sdks.test(source.value),
    what: 'passes a whole chain SDK on',
    mend: 'export the few names needed',
  },
  {
    rule: 'plugin-sees-contract',
    path: PLUGIN,
    selector: 'TSModuleDeclaration > Literal[value="@latchkey/kernel"]',
    what: 'merges into the kernel',
    mend: 'the contract is all a plugin sees',
  },
  {
    rule: 'core-knows-no-chain',
    // wagmi is of one chain family alone, siwx holds the messages of five, create-app writes pages of five.
    path:
      '^packages/(?!plugin-api/src/(?:known|namespaces)\\.ts$|' +
      'wallets/src/data\\.ts$|(?:plugin-testkit|testing|wagmi|siwx|create-app)/)',
    selector:
      ':matches(Identifier, JSXIdentifier, PrivateIdentifier, Literal, TemplateElement, JSXText, BinaryExpression)',
    judge: (node) => namespaces.test(textOf(node)),
    what: 'names a namespace',
    mend: 'read it by key from plugin-api/src/namespaces.ts or known.ts, or ask the adapter what it can do',
  },
]

const asRule = ({ selector, judge = () => true, what }) => ({
  create: ({ report, sourceCode }) => ({
    [selector]: (node) => {
      const text = sourceCode.getText(node).slice(0, 60)
      if (judge(node)) report({ node, message: '{{ what }}: {{ text }}', data: { what, text } })
    },
  }),
})

/** @param {import('./ownRules.mjs').World} world */
export function syntax({ packages, written, read }) {
  const parts = partsOf(new RegExp(chainSdks(packages).join('|')), namespacesOf(packages))
  const linter = new Linter()
  return [...written.keys()].filter(isShipped).flatMap((file) => {
    const asked = parts.filter(({ path }) => new RegExp(path).test(file))
    if (asked.length === 0 || !/\.[cm]?[jt]sx?$/.test(file)) return []
    const config = {
      files: ['**/*.*'],
      languageOptions: { parser: tseslint.parser },
      plugins: { own: { rules: { ...asked.map(asRule) } } },
      rules: Object.fromEntries(asked.map((_part, index) => [`own/${index}`, 'error'])),
    }
    const options = { filename: file, allowInlineConfig: false }
    return linter.verify(read(file), config, options).map(({ ruleId, line, message }) => {
      if (!ruleId) throw new Error(`${file}:${line} cannot be read: ${message}`)
      const { rule, mend } = asked[ruleId.slice('own/'.length)]
      return { rule, file, line, what: message, mend }
    })
  })
}
