import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { data } from './data.js'
import { icons } from './icons.js'

const FOLDER = join(import.meta.dirname, 'data')
const files = readdirSync(FOLDER).sort()
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, unknown>
const FAMILIES = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']

type Check = (value: unknown) => boolean
const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const https = text(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/[^\s?#]*)?$/)
const scheme: Check = (value) =>
  text(/^[a-z][a-z0-9+.-]*:\/\/[^\s?#]*$/)(value) &&
  text(/^(?!https?:|javascript:|data:|file:|blob:|about:|ws)/)(value)
/** The form of a link to each store. */
const STORES: Readonly<Record<string, RegExp>> = {
  chrome: /^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/,
  firefox: /^https:\/\/addons\.mozilla\.org\/firefox\/addon\/[a-z0-9-]+\/$/,
  edge: /^https:\/\/microsoftedge\.microsoft\.com\/addons\/detail\/([a-z0-9-]+\/)?[a-p]{32}$/,
  ios: /^https:\/\/apps\.apple\.com\/app\/id\d{8,10}$/,
  android:
    /^https:\/\/play\.google\.com\/store\/apps\/details\?id=[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)+$/,
}
const list =
  (each: Check, key: (value: never) => unknown): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(each) &&
    new Set(value.map((part) => key(part as never))).size === value.length
const store: Check = (value) => {
  const { store: name, url, ...rest } = value as Record<string, unknown>
  return (
    typeof name === 'string' &&
    Object.hasOwn(STORES, name) &&
    text(STORES[name]!)(url) &&
    Object.keys(rest).length === 0
  )
}
const FIELDS: Readonly<Record<string, Check>> = {
  id: text(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: text(/^\S(.{0,38}\S)?$/),
  rdns: text(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  homepage: https,
  namespaces: list(
    (value) => FAMILIES.includes(value as string),
    (value) => value,
  ),
  mobileLink: scheme,
  universalLink: https,
  desktopLink: scheme,
  webLink: https,
  stores: list(store, ({ store: name }: { store: string }) => name),
}
const REQUIRED = ['id', 'name', 'homepage', 'namespaces']

/** The faults of a wallet's data, in words. */
const problems = (wallet: Record<string, unknown>): string[] => [
  ...REQUIRED.filter((field) => !(field in wallet)).map((field) => `${field} is missing`),
  ...Object.entries(wallet)
    .filter(([field, value]) => !FIELDS[field]?.(value))
    .map(([field, value]) => `${field} is ${JSON.stringify(value)}`),
]

it.each(files)('%s is a wallet in every field, named as its file', (file) => {
  const wallet = read(file)
  expect(problems(wallet)).toEqual([])
  expect(file).toBe(`${String(wallet['id'])}.json`)
})

it('The check of a wallet file finds each kind of fault', () => {
  const good = read('metamask.json')
  const wrong = [
    { id: 'Meta Mask' },
    { name: ' x' },
    { rdns: 'metamask' },
    { homepage: 'http://metamask.io' },
    { namespaces: ['evm'] },
    { namespaces: [] },
    { namespaces: ['eip155', 'eip155'] },
    { mobileLink: 'https://metamask.io' },
    { mobileLink: 'javascript://x' },
    { universalLink: 'metamask://' },
    { desktopLink: 'file:///x' },
    { webLink: 'https://x.example/?a=b' },
    { stores: [{ store: 'chrome', url: 'https://chrome.example/x' }] },
    { stores: [{ store: 'other', url: 'https://x.example' }] },
    { icon: 'x' },
  ]
  expect(wrong.map((change) => problems({ ...good, ...change }).length)).toEqual(wrong.map(() => 1))
})

it('The directory lists every wallet file once', () => {
  expect(data.map(({ id }) => `${id}.json`).sort()).toEqual(files)
})

it('The directory holds at least 80 wallets, at least six of every chain family', () => {
  expect(data.length).toBeGreaterThanOrEqual(80)
  for (const family of FAMILIES)
    expect(
      data.filter(({ namespaces }) => namespaces?.includes(family)).length,
    ).toBeGreaterThanOrEqual(6)
})

it.each(['id', 'name', 'rdns', 'mobileLink', 'universalLink'] as const)(
  'No two wallets have the same %s',
  (field) => {
    const values = data.flatMap((wallet) => wallet[field]?.toLowerCase() ?? [])
    expect(new Set(values).size).toBe(values.length)
  },
)

it('No two wallets have the same place in a store', () => {
  const urls = data.flatMap(({ stores = [] }) => stores.map(({ url }) => url))
  expect(new Set(urls).size).toBe(urls.length)
})

it('Every icon belongs to a listed wallet, and contains only what an image may hold', () => {
  expect(Object.keys(icons).filter((id) => !data.some((wallet) => wallet.id === id))).toEqual([])
  for (const svg of Object.values(icons)) {
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[^>]*>.*<\/svg>$/s)
    expect(svg).not.toMatch(/<(script|foreignObject|image|use)|\son\w+=|href="(?!#)|url\((?!#)/i)
    expect(svg.length).toBeLessThan(4_000)
  }
})
