// The rules of a history, whatever its source asks. `describeHistory` runs them for one source.
import { getAddress, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account } from '../../src/accounts.js'
import { type HistoryItem, type Source } from '../../src/sources/source.js'

export type Person = 'alice' | 'bob' | 'carol'

/** One transaction that is to happen. */
export interface Step {
  /** Sends the transaction. */
  from: Person
  /** `nobody`: the zero address, where coins are burned. */
  to: Person | 'nobody'
  kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** Wei, units of the ERC-20, or how many of an ERC-1155. An ERC-721 has none. */
  amount?: bigint
  tokenId?: bigint
  /** The transfer comes from the zero address. */
  mint?: boolean
  /** The transaction fails, and moves nothing. */
  fails?: boolean
  /** It shares the block of the step before. */
  inBlockOfBefore?: boolean
}

/** A step as it came onto the chain. */
export interface Happened extends Step {
  hash: string
  block: number
  index: number
  /** Milliseconds since 1970. */
  at: number
}

export interface Token {
  address: string
  name: string
  symbol: string
  decimals: number
}

export interface Realised {
  source: Source
  /** CAIP-2. */
  chain: string
  accounts: Record<Person, `0x${string}`>
  tokens: Record<'erc20' | 'erc721' | 'erc1155', Token>
  happened: readonly Happened[]
  close(): Promise<void>
}

export interface HistoryHarness {
  /** Makes the steps happen, and a source that knows of them. */
  realise(steps: readonly Step[]): Promise<Realised>
  /** Movements that this source cannot tell are left out of what is expected. */
  tells: {
    native: boolean
    failed: boolean
    erc1155: boolean
    fees: boolean
    balances: boolean
  }
}

const ALICE_MINTS: readonly Step[] = [
  { from: 'alice', to: 'alice', kind: 'erc20', amount: 1_000_000n, mint: true },
  { from: 'alice', to: 'alice', kind: 'erc721', tokenId: 7n, mint: true },
  { from: 'alice', to: 'alice', kind: 'erc721', tokenId: 8n, mint: true, inBlockOfBefore: true },
  { from: 'alice', to: 'alice', kind: 'erc1155', tokenId: 3n, amount: 20n, mint: true },
]

/** Everything that a history tells. Carol takes no part in any of it. */
export const STEPS: readonly Step[] = [
  ...ALICE_MINTS,
  { from: 'alice', to: 'bob', kind: 'native', amount: 1_500_000_000_000_000_000n },
  { from: 'alice', to: 'bob', kind: 'erc20', amount: 250_000n },
  { from: 'alice', to: 'bob', kind: 'erc20', amount: 1n, inBlockOfBefore: true },
  { from: 'bob', to: 'alice', kind: 'erc20', amount: 50_000n, inBlockOfBefore: true },
  { from: 'alice', to: 'alice', kind: 'erc20', amount: 5n },
  { from: 'alice', to: 'bob', kind: 'erc721', tokenId: 7n },
  { from: 'alice', to: 'bob', kind: 'erc1155', tokenId: 3n, amount: 4n },
  { from: 'alice', to: 'bob', kind: 'native', amount: 2n, fails: true },
  { from: 'bob', to: 'bob', kind: 'native', amount: 9n },
  { from: 'alice', to: 'nobody', kind: 'erc20', amount: 1_000n },
  { from: 'bob', to: 'alice', kind: 'native', amount: 77n },
]

const NATIVE = { name: 'Ether', symbol: 'ETH', decimals: 18 }
/** A source whose pages never end is ended here. */
const MOST_PAGES = 60

/** The account of a person, as a route reads it. */
export const accountOf = (
  { chain, accounts, tokens }: Pick<Realised, 'chain' | 'accounts' | 'tokens'>,
  person: Person,
): Account => {
  const address = getAddress(accounts[person])
  return {
    chain: { id: chain, rpcUrls: [], nativeCurrency: NATIVE, tokens: [tokens.erc20] },
    family: 'eip155',
    address,
    id: `${chain}:${address}`,
  }
}

/** Reads a list to its end, page by page. */
export async function readPages(
  realised: Realised,
  person: Person,
  limit: number,
  mostPages = MOST_PAGES,
): Promise<HistoryItem[][]> {
  const pages: HistoryItem[][] = []
  let position: string | undefined
  do {
    const page = await realised.source.history!({
      account: accountOf(realised, person),
      signal: new AbortController().signal,
      limit,
      ...(position !== undefined && { position }),
    })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    pages.push([...page.items])
    position = page.next
  } while (position !== undefined && pages.length < mostPages)
  expect(position).toBeUndefined()
  return pages
}

type Tells = HistoryHarness['tells']

/** The steps that a person's list has, newest first. A failed one is its sender's alone. */
export const listOf = (happened: readonly Happened[], tells: Tells, person: Person): Happened[] =>
  happened
    .filter(
      ({ kind }) => (kind !== 'native' || tells.native) && (kind !== 'erc1155' || tells.erc1155),
    )
    .filter(({ fails }) => !fails || tells.failed)
    .filter(({ from, to, fails }) => from === person || (to === person && !fails))
    .sort((a, b) => b.block - a.block || b.index - a.index)

const directionOf = (from: string, to: string, own: string) =>
  from === to ? 'self' : from === own ? 'out' : 'in'

const operationOf = ({ mint, to, from }: Happened, person: Person): string => {
  if (mint) return 'mint'
  if (to === 'nobody') return 'burn'
  return from === person ? 'send' : 'receive'
}

/** The item that a step must become. The name of an ERC-1155 is in no standard, so it is left out. */
const expectedOf = (realised: Realised, step: Happened, person: Person) => {
  const { accounts, tokens } = realised
  const { kind, fails, mint, tokenId } = step
  const address = (who: Person | 'nobody') =>
    who === 'nobody' ? zeroAddress : getAddress(accounts[who])
  const [from, to] = [mint ? zeroAddress : address(step.from), address(step.to)]
  const token = kind === 'native' ? undefined : tokens[kind]
  const { name, symbol, decimals } = token ?? {}
  return {
    hash: step.hash,
    at: step.at,
    status: fails ? 'failed' : 'confirmed',
    sentFrom: address(step.from),
    transfers: fails
      ? []
      : [
          {
            direction: directionOf(from, to, address(person)),
            ...{ from, to, standard: kind },
            ...(token && { token: getAddress(token.address) }),
            ...(tokenId !== undefined && { tokenId: String(tokenId) }),
            amount: String(step.amount ?? 1n),
            ...(kind === 'erc20' && { info: expect.objectContaining({ name, symbol, decimals }) }),
            ...(kind === 'erc721' && { info: expect.objectContaining({ name, symbol }) }),
          },
        ],
    ...(!fails && { operationType: operationOf(step, person) }),
  }
}

const hashesOf = (items: readonly { hash: string }[]): string[] => items.map(({ hash }) => hash)

/** Runs the suite for one source. */
export function describeHistory(name: string, harness: HistoryHarness): void {
  describe(`history of ${name}`, () => {
    let realised: Realised
    beforeAll(async () => {
      realised = await harness.realise(STEPS)
    })
    afterAll(() => realised?.close())
    const expected = (person: Person) => listOf(realised.happened, harness.tells, person)

    it.each(['alice', 'bob'] as const)(
      'A history tells everything that %s did and got, newest first',
      async (person) => {
        const items = (await readPages(realised, person, 50)).flat()
        expect(hashesOf(items)).toEqual(hashesOf(expected(person)))
        expect(items).toMatchObject(
          expected(person).map((step) => expectedOf(realised, step, person)),
        )
      },
    )

    it('A fee is told to the sender alone, where the source knows it', async () => {
      const items = (await readPages(realised, 'bob', 50)).flat()
      const isOwn = expected('bob').map(({ from }) => harness.tells.fees && from === 'bob')
      expect(items.map(({ fee }) => fee !== undefined)).toEqual(isOwn)
      expect(items.every(({ fee }) => fee === undefined || /^\d+$/.test(fee))).toBe(true)
    })

    it.each([1, 2, 3])('Pages of %i entries repeat and leave out nothing', async (limit) => {
      const pages = await readPages(realised, 'alice', limit)
      expect(pages.length).toBeGreaterThanOrEqual(3)
      expect(hashesOf(pages.flat())).toEqual(hashesOf(expected('alice')))
    })

    it('A position that is read again gives the same page', async () => {
      const ask = (position?: string) =>
        realised.source.history!({
          account: accountOf(realised, 'alice'),
          signal: new AbortController().signal,
          limit: 2,
          ...(position !== undefined && { position }),
        })
      const { next } = await ask()
      expect(next).toBeTypeOf('string')
      expect(await ask(next)).toEqual(await ask(next))
    })

    it('An account with nothing gets an empty last page', async () => {
      const pages = await readPages(realised, 'carol', 50)
      expect(pages).toEqual([[]])
    })

    it('A call ends when its signal is aborted', async () => {
      const call = (controller: AbortController) =>
        realised.source.history!({
          account: accountOf(realised, 'alice'),
          signal: controller.signal,
          limit: 50,
        })
      const early = new AbortController()
      early.abort()
      await expect(call(early)).rejects.toThrow()
      const late = new AbortController()
      const answer = call(late)
      late.abort()
      await expect(answer).rejects.toThrow()
    })

    it('Balances are those that the steps left, or the source has none', async () => {
      const { balances } = realised.source
      expect(balances !== undefined).toBe(harness.tells.balances)
      if (!balances) return
      const { items } = await balances({
        account: accountOf(realised, 'alice'),
        signal: new AbortController().signal,
      })
      const native = items.find(({ address }) => address === undefined)
      expect(native?.amount).toMatch(/^\d+$/)
      const { address, ...token } = realised.tokens.erc20
      expect(
        items.find((item) => item.address?.toLowerCase() === address.toLowerCase()),
      ).toMatchObject({ ...token, amount: String(erc20Of(realised.happened, 'alice')) })
    })
  })
}

/** The amount of the ERC-20 that a person has after the steps. */
export const erc20Of = (happened: readonly Happened[], person: Person): bigint =>
  happened
    .filter(({ kind, fails }) => kind === 'erc20' && !fails)
    .reduce((sum, { from, to, mint, amount = 0n }) => {
      const out = from === person && !mint ? amount : 0n
      return sum + (to === person ? amount : 0n) - out
    }, 0n)
