import { parse as parseVue, compileScript, compileTemplate } from '@vue/compiler-sfc'
import { compile as compileSvelte } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../../../tools/checks/docs/test/snippets.mjs'
import {
  CHAINS,
  DIRECTIONS,
  FEATURES,
  FLAGS,
  LOCALES,
  MODES,
  SIGN_INS,
  SHAPES,
  SLOTS,
  START,
  toModel,
  TOKENS,
  WAYS,
  type Model,
} from '../model.js'
import { FRAMEWORKS, sampleOf, type CodeFile, type Framework } from './frameworks.js'
import { attribute, code, literal } from './literal.js'

const HOSTILE = [
  `'};alert(1)//`,
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{ alert(1) }} {alert(1)} ${alert(1)} `',
  '\\',
  'a\nb\r\u2028c\u0000',
  '\u202egnp.exe',
  '👩🏽‍🚀 \ud83d',
  'x'.repeat(10_000),
]
const EVERYTHING: Model = {
  ...START,
  chains: CHAINS,
  ways: WAYS,
  features: FEATURES,
  flags: FLAGS,
  signIn: 'required',
  statement: 'I accept the terms.',
  shape: 'embedded',
  mode: 'auto',
  tokens: Object.fromEntries(TOKENS.map((token) => [token, '1px'])) as Model['tokens'],
  locale: 'ar',
  direction: 'rtl',
  order: [...SLOTS].reverse(),
  termsUrl: 'https://shop.example/terms',
}
const withTexts = (text: string): Model => ({
  ...EVERYTHING,
  name: text,
  statement: text,
  termsUrl: text,
  tokens: Object.fromEntries(TOKENS.map((token) => [token, text])) as Model['tokens'],
})
/** Models that together have each value of each option, and the start. */
const MODELS: Readonly<Record<string, Model>> = {
  start: START,
  everything: EVERYTHING,
  ...Object.fromEntries(CHAINS.map((chain) => [chain, { ...EVERYTHING, chains: [chain] }])),
  bare: { ...START, ways: [], features: [], flags: [], signIn: 'optional', name: '' },
  hostile: withTexts(HOSTILE.join('')),
}

/** The modules in a framework's own files, as the compiler of the framework makes them. */
function scriptOf({ path, text }: CodeFile): string {
  if (path.endsWith('.vue')) {
    const { descriptor, errors } = parseVue(text, { filename: path })
    expect(errors).toEqual([])
    const { template } = descriptor
    const drawn = compileTemplate({
      source: template!.content,
      filename: path,
      id: 'app',
      compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') },
    })
    expect(drawn.errors).toEqual([])
    expect(drawn.code).toContain('kernel')
    compileScript(descriptor, { id: 'app' })
    return descriptor.scriptSetup!.content
  }
  const { warnings, js } = compileSvelte(text, { filename: path, generate: 'client' })
  expect(warnings).toEqual([])
  expect(js.code).toContain('latchkey-button')
  return /<script lang="ts">([\s\S]*?)<\/script>/.exec(text)![1]!
}

/** The files of a sample that the compiler of TypeScript reads. The plugin of Vue is not installed here. */
function modulesOf(model: string, framework: Framework) {
  return sampleOf(MODELS[model]!, framework).files.flatMap((file) => {
    const { path, text } = file
    if (path.endsWith('.html') || path === 'vite.config.ts') return []
    const isModule = /\.tsx?$/.test(path)
    const [name, body] = isModule ? [path, text] : [`${path}.ts`, scriptOf(file)]
    const at = name.replace(/^(?:src|app)\//, 'src/')
    return {
      ...{ path: `${model}/${framework}`, line: 1, words: [] },
      language: /tsx$/.test(at) ? 'tsx' : 'ts',
      text: `// ${at}\n${body}`,
    }
  })
}

describe('Code of the studio', () => {
  it('The code of every option compiles, in every framework, and a fault is noticed', () => {
    const all = Object.keys(MODELS).flatMap((model) =>
      FRAMEWORKS.flatMap((framework) => modulesOf(model, framework)),
    )
    expect(all.length).toBeGreaterThan(100)
    const [first] = all
    const wrong = { ...first!, path: 'wrong', text: first!.text.replace('metadata', 'metadate') }
    const problems = problemsOf([...all, wrong])
    expect(problems.filter((each) => !each.startsWith('wrong'))).toEqual([])
    expect(problems.length).toBeGreaterThan(0)
  }, 600_000)

  it.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 40)), text] as const))(
    'A text stays the text that it is, and ends no string and no script: %s',
    (_, text) => {
      const written = literal(text)
      expect(written).not.toContain('<')
      // eslint-disable-next-line no-eval -- the literal is what is tested
      expect((0, eval)(written)).toBe(text)
      for (const framework of FRAMEWORKS)
        for (const { path, text: file } of sampleOf(withTexts(text), framework).files)
          expect(file.split('</script').length, path).toBeLessThanOrEqual(2)
      expect(attribute(text).slice(1, -1)).not.toMatch(/["<>]/)
    },
  )

  it('Values are written as code, one entry a line', () => {
    expect(code({ a: ['x', 1], b: { c: true } })).toBe(
      "{\n  a: ['x', 1],\n  b: {\n    c: true,\n  },\n}",
    )
    expect(code({})).toBe('{}')
  })

  it('A model that came as a message has only parts that the studio knows', () => {
    expect(toModel(undefined)).toEqual({
      ...START,
      ...{ name: '', ways: [], features: [], flags: [] },
      tokens: Object.fromEntries(TOKENS.map((token) => [token, ''])),
    })
    const odd = toModel({
      chains: ['evm', 'doge', 7],
      signIn: 'always',
      locale: '../x',
      order: ['custom', 'nobody', 'custom'],
      tokens: { accent: 7, foreign: 'x' },
    })
    expect(odd.chains).toEqual(['evm'])
    expect([odd.signIn, odd.locale]).toEqual(['off', 'en'])
    expect(odd.order).toEqual(['custom', ...SLOTS.filter((slot) => slot !== 'custom')])
    expect(Object.keys(odd.tokens)).toEqual([...TOKENS])
    for (const values of [SIGN_INS, SHAPES, MODES, LOCALES, DIRECTIONS])
      expect(new Set(values).size).toBe(values.length)
  })

  it('Ways and features that the chosen chains cannot have are not in the code', () => {
    const { files } = sampleOf({ ...EVERYTHING, chains: ['bitcoin'] }, 'react')
    for (const name of ['embeddedWallet', 'swap(', 'names(', 'smartSessions('])
      expect(files[0]!.text).not.toContain(name)
  })
})
