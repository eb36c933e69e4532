// Checks the texts of every package in every language. A failure names package and language.
import type { Catalogue } from '@latchkey/plugin-api'
import { languages } from '@latchkey/plugin-api/languages'
import { wrongTranslations } from '@latchkey/plugin-testkit'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from '../src/messages/en.js'
import { enHelp } from '../src/messages/enHelp.js'
import { enRequest } from '../src/messages/enRequest.js'
import { locales } from '../src/messages/locales.js'

type Loaders = Readonly<Record<string, () => Promise<Catalogue>>>
const ROOT = join(import.meta.dirname, '../../..')
const PLUGINS = join(ROOT, 'plugins')
/** Texts for describing requests, which some plugins keep in a file of their own. */
const WORDS = 'sdk/describe/words.ts'
const load = async <T>(...path: string[]): Promise<T> => (await import(join(...path))) as T

// The modal's translations cover the kernel's texts too; the kernel itself has only English.
const kernel = await load<{ english: Catalogue }>(
  ROOT,
  'packages/kernel/src/late/services/messages.ts',
)
const packages: [name: string, english: Catalogue, loaders: Loaders][] = [
  ['ui-react', { ...en, ...enHelp, ...enRequest, ...kernel.english }, locales],
]
/** Adds a package that keeps a module for each language in one folder. */
const addFolder = async (name: string, folder: string, english: Catalogue): Promise<void> => {
  const modules = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
  const loaders = modules
    .filter((module) => !['en', 'index', 'language'].includes(module))
    .map((module) => [
      module,
      async () =>
        Object.values(await load<Record<string, Catalogue>>(folder, `${module}.ts`))[0] ?? {},
    ])
  packages.push([name, english, Object.fromEntries(loaders) as Loaders])
}
for (const path of [
  'page/translations',
  'page/translations/security',
  'page/translations/grants',
  'mail/translations',
]) {
  const folder = join(ROOT, 'services/secure-frame/src', path)
  const { en: english } = await load<{ en: Catalogue }>(folder, 'en.ts')
  await addFolder(`secure-frame/${path}`, folder, english)
}
const smart = join(ROOT, 'packages/smart-account/src')
const { messages } = await load<{ messages: Catalogue }>(smart, 'messages.ts')
await addFolder('smart-account', join(smart, 'translations'), messages)
for (const name of readdirSync(PLUGINS)) {
  const source = join(PLUGINS, name, 'src')
  if (!existsSync(join(source, 'translations.ts'))) continue
  const words = existsSync(join(source, WORDS))
    ? (await load<{ words: Catalogue }>(source, WORDS)).words
    : {}
  packages.push([
    name,
    { ...(await load<{ english: Catalogue }>(source, 'messages.ts')).english, ...words },
    (await load<{ translations: Loaders }>(source, 'translations.ts')).translations,
  ])
}

/** Words that a language shares with English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Details',
    'Wallet',
    'Wallets',
    'App',
    'Desktop',
    'Website',
    'Browser',
    'Version',
    'Salt',
    'Validator',
    'Hash',
    'Test',
    'Token',
    '{seconds} s',
  ],
  es: ['App', 'Error', 'Token', 'Tokens', 'Hash', 'Total', '{seconds} s'],
  fr: [
    'Danger',
    'Description',
    'Site',
    'Message',
    'Type',
    'Version',
    'Contacts',
    'Transaction',
    'Transactions',
    'Hash',
    'Max',
    'Test',
    'Total',
    '{seconds} s',
  ],
  pt: ['App', 'Site', 'Token', 'Tokens', 'NFTs', 'Hash', 'Total', '{seconds} s'],
  id: ['Browser', 'Email', 'Token', 'Validator'],
  it: [
    'Account',
    'App',
    'Browser',
    'Email',
    'Hash',
    'Max',
    'Slippage',
    'Smart account',
    'Token',
    'Wallet',
    '{seconds} s',
  ],
  nl: [
    'Account',
    'App',
    'Browser',
    'Code',
    'Contract',
    'Desktop',
    'Details',
    'Hash',
    'Item',
    'Open {wallet}',
    'Recent',
    'Route',
    'Salt',
    'Site',
    'Slippage',
    'Smart account',
    'Token',
    'Tokens',
    'Validator',
    'Wallet',
    'Wallets',
    'Website',
    '{count, plural, one {# account} other {# accounts}}',
    '{count, plural, one {# min} other {# min}}',
    '{count, plural, one {# wallet} other {# wallets}}',
    '{seconds} s',
  ],
  pl: ['Hash', 'Token', '{seconds} s'],
  vi: ['Email', 'Salt', 'Token'],
  tr: ['Site', 'Test', 'Token'],
}
/** Proper names of stores and systems, which are the same in every language. */
const isProperName = (key: string): boolean => key.startsWith('ui.store.')

describe.each(packages)('the texts of %s', (_, english, loaders) => {
  it('The texts exist in every language, and are complete', async () => {
    expect(Object.keys(loaders).sort()).toEqual(languages)
    const texts = Object.fromEntries(Object.entries(english).filter(([key]) => !isProperName(key)))
    const wrong = await Promise.all(
      Object.entries(loaders).map(
        async ([language, translated]) =>
          [
            language,
            wrongTranslations(language, texts, await translated(), SAME[language]),
          ] as const,
      ),
    )
    expect(Object.fromEntries(wrong.filter(([, complaints]) => complaints.length))).toEqual({})
  })
})

it('Every plugin with texts is covered', () => {
  const having = readdirSync(PLUGINS).filter(
    (name) => !name.startsWith('_') && existsSync(join(PLUGINS, name, 'src/messages.ts')),
  )
  expect(
    packages
      .map(([name]) => name)
      .filter((name) => existsSync(join(PLUGINS, name)))
      .sort(),
  ).toEqual(having.sort())
})
