// Each restriction of our own, broken on purpose and obeyed, under the real configuration.
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const cwd = fileURLToPath(new URL('../../../..', import.meta.url))
// The files of these tests do not exist, so the one rule that asks the compiler is off.
const eslint = new ESLint({
  cwd,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
})

async function broken(code, filePath = 'packages/kernel/src/sample.ts') {
  const [result] = await eslint.lintText(code, { filePath: `${cwd}/${filePath}` })
  return [...new Set(result.messages.map(({ ruleId, message }) => ruleId ?? message))].sort()
}

const lines = (count, make = (n) => `export const line${n} = ${n}`) =>
  Array.from({ length: count }, (_, n) => make(n)).join('\n')
const longFunction = (count) =>
  `export function long(): void {\n${lines(count, (n) => `  call(${n})`)}\n}\ndeclare function call(n: number): void`

/** A file in a folder whose sentences are plain. */
const PLAIN = 'services/relay/src/sample.test.ts'

/** Code that a rule must refuse, or the code and the file that it stands in, by rule. */
const REFUSED = {
  'no-restricted-syntax': [
    'export default 1',
    'const a = 1\nexport { a as default }',
    'export const f = (e: Element): void => { e.innerHTML = "x" }',
    "export const f = (e: Element): void => { e['innerHTML'] = 'x' }",
    'export const f = (e: Element): void => { e.insertAdjacentHTML("beforeend", "x") }',
    'export const f = (): void => { document.write("x") }',
    'export const f = (): void => { setTimeout("alert(1)", 1) }',
    [
      'export const V = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />',
      'packages/ui-react/src/V.tsx',
    ],
  ],
  'no-restricted-imports': [
    [
      "import Database from 'libsql'\nexport const open = (): unknown => new Database('x')",
      'services/blockchain-api/src/store/history.ts',
    ],
  ],
  'no-eval': ['export const f = (): unknown => eval("1")'],
  'no-new-func': ['export const f = (): unknown => new Function("return 1")'],
  '@typescript-eslint/no-explicit-any': ['export const f = (x: any): void => void x'],
  'eslint-comments/require-description': [
    '// eslint-disable-next-line @typescript-eslint/no-explicit-any\nexport const f = (x: any): void => void x',
    '/* eslint-disable */\nexport const f = (x: any): void => void x',
  ],
  'eslint-comments/no-unlimited-disable': [
    '/* eslint-disable -- everything is different here */\nexport const f = (x: any): void => void x',
  ],
  'latchkey/no-top-level-dom': [
    'export const width = window.innerWidth',
    'export const root = document.body',
    'export const kept = localStorage.getItem("x")',
    'export const kept = globalThis.localStorage',
    'export class A { static here = location.href }',
    'if (typeof window !== "undefined") window.addEventListener("x", () => undefined)',
  ],
  'latchkey/plain-sentences': [
    ['// It answers with something else than a list.\nexport const a = 1', PLAIN],
    ['/** A text that is no address is refused. */\nexport const a = 1', PLAIN],
    ['/**\n * Reads a wallet.\n * Told after it ended.\n */\nexport const a = 1', PLAIN],
    ['// Who asks\n// stays signed in.\nexport const a = 1', PLAIN],
    ["it('what is stored is kept', () => undefined)", PLAIN],
    ["it.each([1])('whoever asks %s waits', () => undefined)", PLAIN],
    ["it('has two parts', () => undefined)", PLAIN],
    ["test('a-b: it has two parts', () => undefined)", PLAIN],
    ['it.each([1])(`closes %s after ${1} ms`, () => undefined)', PLAIN],
  ],
  'latchkey/no-module-state': [
    'let count = 0\nexport const next = (): number => (count += 1)',
    'export let count = 0',
    'const seen = new Map<string, number>()\nexport const size = (): number => seen.size',
    'const cache = new WeakMap<object, number>()\nexport const has = (o: object): boolean => cache.has(o)',
    'const list: number[] = []\nexport const keep = (n: number): number => list.push(n)',
    'const options = { a: 1 }\nexport const change = (): void => { options.a = 2 }',
    'const options = { a: { b: 1 } }\nexport const change = (): void => { options.a.b += 2 }',
    'const options = { a: 1 }\nexport const change = (): object => Object.assign(options, { a: 2 })',
    'export class A { static count = 0 }',
  ],
  'latchkey/no-instanceof-own-error': [
    "import { LatchkeyError } from '@latchkey/plugin-api'\n" +
      'export const is = (e: unknown): boolean => e instanceof LatchkeyError',
    "import { RpcError } from './errors'\nexport const is = (e: unknown): boolean => e instanceof RpcError",
    'class OwnError extends Error {}\nexport const is = (e: unknown): boolean => e instanceof OwnError',
  ],
  'max-lines': [lines(351)],
  'max-lines-per-function': [longFunction(60), [longFunction(90), 'packages/ui-react/src/V.tsx']],
}

/** Code that every rule must let through, by the thing that it shows. */
const ALLOWED = {
  'a reason given': [
    '// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the wallet may answer anything\n' +
      'export const f = (x: any): void => void x',
  ],
  'the page touched in functions only': [
    'export const width = (): number => window.innerWidth',
    'export const here = typeof window === "undefined"',
    'export class A { readonly where = location.href }',
    'export type W = typeof window',
    'export const f = (document: { body: number }): number => document.body',
  ],
  'tables that never change': [
    'const known: ReadonlySet<string> = new Set()\nexport const has = (x: string): boolean => known.has(x)',
    "const names = new Map([['a', 1]])\nexport const get = (x: string): number | undefined => names.get(x)",
    'const order = [2, 1] as const\nexport const sorted = (): number[] => order.toSorted()',
    'export class A { static readonly count = 0 }',
  ],
  'errors of others': [
    "import { RpcRequestError } from 'viem'\nexport const is = (e: unknown): boolean => e instanceof RpcRequestError",
    'export const is = (e: unknown): boolean => e instanceof TypeError',
  ],
  'default exports of configurations': [['export default {}', 'packages/kernel/tsup.config.ts']],
  'long tests': [
    [
      `import { it } from 'vitest'\n${lines(301)}\n${longFunction(60)}\nit('A test may be long', () => undefined)`,
      'packages/kernel/src/sample.test.ts',
    ],
  ],
  'plain sentences': [
    ['// There is no wallet, and it is no longer open. What now?\nexport const a = 1', PLAIN],
    [
      '/** The wallet is no older than its page.\n * @returns whoever asked */\nexport const a = 1',
      PLAIN,
    ],
    ["it('A wallet that whispers what it wants is heard', () => undefined)", PLAIN],
    ["it('connectWithModal opens the modal', () => undefined)", PLAIN],
    ["it('close() ends the node', () => undefined)", PLAIN],
    ["it('eip155:1 is a network', () => undefined)", PLAIN],
    ["it.each([1])('%s is a network', () => undefined)", PLAIN],
    ['it(\'"a" is refused as an address\', () => undefined)', PLAIN],
  ],
  'functions of 60 lines': [longFunction(57)],
}

const cases = (groups) =>
  Object.entries(groups).flatMap(([name, samples]) =>
    samples.map((sample, at) => [name, at + 1, ...[sample].flat()]),
  )

describe('lint', () => {
  it.each(cases(REFUSED))('ESLint refuses a sample by %s (%i)', async (rule, _, code, path) => {
    expect(await broken(code, path)).toContain(rule)
  })

  it.each(cases(ALLOWED))('ESLint lets through %s (%i)', async (_, __, code, path) => {
    expect(await broken(code, path)).toEqual([])
  })
})
