// Compares what a visitor hears on journeys through the modal, in English and in Arabic. The transcripts in
// `fixtures` are written anew by `npx vitest run --project browser apps/gallery/src/spoken -u`.
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { clearStage, drawHost } from '../stage.js'
import { journeys } from './journeys.js'
import { createVisitor, type Visitor } from './visitor.js'

afterAll(() => clearStage())

/** Walks a journey. `texts`: those that the host has in the place of ours. */
async function walk(
  name: string,
  locale: 'en' | 'ar',
  texts: Record<string, string> = {},
): Promise<Visitor> {
  const journey = journeys[name]!
  const world = (await journey.world?.()) ?? {}
  const options = { ...world.options, locale, texts }
  const visitor = createVisitor(
    await drawHost({
      world: { ...world, options },
      ...(journey.connected && { connected: true }),
    }),
  )
  await journey.walk(visitor)
  return visitor
}

/**
 * Texts that are the same in every language: names of wallets, networks, sites and coins, addresses,
 * and the requests to a wallet and its answers.
 */
const DATA = [
  // The message that is signed, and the request and the answer as they are.
  /^shop\.example wants you to sign in[^]*|^\[ \{[^]*|eth_sendTransaction/g,
  /wallet\.bad_answer(?: eth_requestAccounts: 42)?/g,
  /0x[\da-fA-F]+(?:…[\da-fA-F]+)?|^[\da-fA-F]{4}$|7S3P4H…AaKv|bc1qar…5mdq/g,
  /\b(?:WalletConnect|Latchkey|Rabby|Phantom|Ledger|Gallery|Etherscan|Savings|QR)\b/g,
  /\b(?:Ethereum|Base|Arbitrum One|OP Mainnet|Polygon|BNB Smart Chain|Sepolia|Solana|Bitcoin|Ether)\b/g,
  /\b(?:MetaMask|Coinbase Wallet|Trust|Rainbow|Zerion|imToken|SafePal|OneKey|Frontier|Bitget Wallet)\b/g,
  /A wallet whose name goes on for longer than a row is wide/g,
  /\b(?:ETH|US(?=\$))|\b(?:test\.rabby|evil\.example|shop\.example|bob\.example)\b/g,
  // Words that the visitor types, and labels of the scene's own chain plugin, which has no other language.
  /\b(?:zer|zzz)\b|^(?:To|Amount)$/g,
]
/** Names that are left with words of another script, once the data is taken out. */
const untranslated = (names: readonly string[]): readonly string[] =>
  names.filter((name) =>
    /\p{Script=Latin}/u.test(DATA.reduce((rest, data) => rest.replace(data, ''), name)),
  )

/** Takes away what would differ from run to run: time, and what a browser allows. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 19, 0) })
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

const transcripts = import.meta.glob<string>('./fixtures/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
})

it.each(Object.keys(journeys))('The journey %s is heard as its transcript says', async (name) => {
  standStill()
  for (const locale of ['en', 'ar'] as const) {
    const visitor = await walk(name, locale)
    await expect(visitor.transcript()).toMatchFileSnapshot(`fixtures/${name}.${locale}.txt`)
    if (locale === 'ar') expect(untranslated(visitor.names())).toEqual([])
  }
})

it('Every transcript belongs to a journey', () => {
  expect(Object.keys(transcripts).sort()).toEqual(
    Object.keys(journeys)
      .flatMap((name) => ['ar', 'en'].map((locale) => `./fixtures/${name}.${locale}.txt`))
      .sort(),
  )
})

it('A label that is changed changes what is heard', async () => {
  standStill()
  const label = 'Press here'
  const changed = await walk('reject', 'en', { 'ui.retry': label })
  expect(changed.transcript()).toBe(
    transcripts['./fixtures/reject.en.txt']!.replaceAll('Try again', label),
  )
  expect(changed.transcript()).toContain(`button, ${label}`)
})
