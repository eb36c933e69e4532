// The compatibility of wallets: what the READMEs of the plugins say of wallets, and the directory.
import { readdirSync } from 'node:fs'
import { plugins } from '../../../tools/checks/pack/plugins.mjs'
import { readDocument } from '../../../tools/checks/docs/test/documents.mjs'
import { at, readJson } from '../../../tools/run/lib/paths.mjs'
import { linkOnSite } from './links.mjs'

const FOLDER = 'packages/wallets/src/data'
const FAMILIES = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}
const tick = (value) => (value ? 'yes' : '–')

/** The wallets in the order of the directory. */
const directory = () =>
  readdirSync(at(FOLDER))
    .filter((name) => name.endsWith('.json'))
    .map((name) => readJson(at(FOLDER, name)))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

const row = (wallet) => {
  const stores = (wallet.stores ?? []).map(({ store }) => store)
  const isExtension = stores.some((store) => ['chrome', 'firefox', 'edge'].includes(store))
  return [
    `[${wallet.name}](${wallet.homepage})`,
    (wallet.namespaces ?? []).map((namespace) => FAMILIES[namespace] ?? namespace).join(', '),
    tick(isExtension),
    tick(wallet.mobileLink ?? wallet.universalLink),
    tick(wallet.desktopLink),
    wallet.rdns ? `\`${wallet.rdns}\`` : '–',
  ].join(' | ')
}

const SEEN =
  /\b(?:real extension|real phone|was tried|tested with|real inpage|have been tested|what was seen)\b/i
/** The parts of a document that tell of wallets: tables of them, and sentences on what was seen. */
function partsOn(text) {
  return text
    .split(/\n\n+/)
    .map((part) => part.trim())
    .filter(
      (part) =>
        !part.startsWith('```') &&
        (/^\| (?:wallet|connector|where)\b/i.test(part) ||
          (SEEN.test(part) && !part.startsWith('#'))),
    )
}
const MARKS = /\]\(([^)\s]+)\)/g
/** Links stand as seen from the page of wallets. */
const moved = (text, from) =>
  text.replace(MARKS, (_, url) => `](${linkOnSite(url, { from, page: 'wallets.md' })})`)

const TITLES = { family: 0, connector: 1 }
function sections() {
  return plugins()
    .filter(({ field }) => field.kind in TITLES)
    .toSorted((a, b) => TITLES[a.field.kind] - TITLES[b.field.kind])
    .flatMap(({ name, path }) => {
      const from = `${path}/README.md`
      const parts = partsOn(readDocument(from).text)
      const link = linkOnSite(`../../${from}`, { from: 'apps/docs/wallets.md', page: 'wallets.md' })
      return parts.length
        ? [`### ${name}`, ...parts.map((part) => moved(part, from)), `More: [its page](${link}).`]
        : []
    })
}

/** Test tools by which wallets are met, from their own README. */
const testWallets = () => {
  const { text } = readDocument('tools/wallets/README.md')
  const table = text.split(/\n\n+/).find((part) => part.startsWith('| import'))
  if (!table) throw new Error('tools/wallets/README.md has no table of wallets.')
  return table
}

/* eslint-disable max-len -- a paragraph of the page is one line */
/** @returns {import('./pages.mjs').Page} */
export const walletsPage = () => ({
  path: 'wallets.md',
  from: FOLDER,
  isFinal: true,
  text: `# Wallets

What was seen with which wallet, and which wallets the modal knows by name. A wallet needs no entry here to work: the modal lists whatever announces itself by EIP-6963, the Wallet Standard, WBIP or its family's own object.

## What was seen

Tests meet wallets that really sign, on local chains. This page names a wallet of others only where a document of ours says what was seen with it.

${sections().join('\n\n')}

### The wallets of the tests

${testWallets()}

## The directory

${directory().length} wallets stand in [\`@latchkey/wallets\`](./packages/wallets.md): that they are listed says where to get them and how their links begin, not that they were tried. A dash: no, or not known for sure.

| wallet | chain families | extension | opens on a phone by link | opens on a desktop by link | announced as |
|---|---|---|---|---|---|
${directory()
  .map((wallet) => `| ${row(wallet)} |`)
  .join('\n')}
`,
})
