// @vitest-environment happy-dom
// The list of what websites may do, in the frame's own pages: of all pages and networks of the account.
import type { Hex } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Options } from '../src/page/rpc/requests.js'
import { rowsOf } from '../src/page/security/grants/draw.js'
import { showGrants } from '../src/page/security/grants/index.js'
import { readList } from '../src/page/security/grants/readList.js'
import { createScreens } from '../src/page/security/screens.js'
import type { Flow } from '../src/page/security/flow.js'
import { rejected } from '../src/page/link/errors.js'
import { operationFailed } from '../src/page/smart/failures.js'
import type { GrantRecord } from '../src/page/smart/grants/grantRecords.js'
import { en } from '../src/page/translations/en.js'
import { en as grantTexts } from '../src/page/translations/grants/en.js'
import { en as own } from '../src/page/translations/security/en.js'
import { createGranter, hex, permit, requestOf, SHOP, TOKEN, type Granter } from './grantsSide.js'
import { memoryDatabase, SEPOLIA } from './memoryDatabase.js'
import { labels, press, shows } from './pressing.js'

type Asked = Parameters<typeof import('../src/page/rpc/requests.js').run>[1]
const ran = vi.hoisted(() => ({ run: undefined as unknown }))
vi.mock('../src/page/rpc/requests.js', () => ({
  run: (...all: unknown[]) => (ran.run as (...values: unknown[]) => unknown)(...all),
}))

const MARKET = 'https://market.example'
const BASE = 'eip155:8453'
const texts = { ...en, ...own }
/** The network is away unless a test says otherwise. */
const away = () => Promise.reject(new TypeError('Failed to fetch'))

let left: AbortController
beforeEach(() => {
  left = new AbortController()
  document.body.replaceChildren()
  document.documentElement.lang = 'en'
  vi.stubGlobal('fetch', away)
  ran.run = vi.fn(async () => ({ answer: '0x', finish: undefined }))
})
afterEach(() => {
  left.abort()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Grants to two shops, as the frame signs and writes them down. */
async function granted(...requests: readonly (readonly [origin: string, request: unknown])[]) {
  const database = memoryDatabase()
  let last = await createGranter({ database })
  for (const [origin, request] of requests) {
    last = await createGranter({ database, origin })
    await last.run(await last.prepare([request]))
  }
  return last
}
const TWO = [
  [SHOP, requestOf()],
  [MARKET, permit('erc20-token-allowance', { tokenAddress: TOKEN, allowanceAmount: hex(5n) })],
] as const

/** Puts a grant on another network, as it would be had it been signed there. */
async function moveTo(network: string, { records, account }: Granter, at: number): Promise<void> {
  const all = await records.grants.list(account.address)
  const fresh = await createGranter()
  const moved = all.map((record, index) => (index === at ? { ...record, network } : record))
  await fresh.records.grants.add(account.address, moved)
  records.grants = fresh.records.grants
}

function open(ada: Granter, networks: readonly string[] = [SEPOLIA]) {
  const self = window as unknown as Window & typeof globalThis
  const session = { user: () => ({ email: 'ada@shop.example' }) }
  const wallet = { record: () => ({ evm: ada.owner }) }
  const screens = createScreens({ self, texts, signal: left.signal })
  const smartAccounts = Object.fromEntries(networks.map((id) => [id, { bundlers: [] }]))
  const config = {
    rpc: { [SEPOLIA]: 'http://node.test', [BASE]: 'http://base.test' },
    smartAccounts,
  }
  const parts = { self, config, records: async () => ada.records }
  const done = showGrants({ screens, session, wallet } as unknown as Flow, parts as never)
  done.catch(() => undefined)
  return done
}
const run = () => vi.mocked(ran.run as (options: Options, asked: Asked) => Promise<unknown>)
const asked = () => run().mock.calls.map(([, each]) => each)
const items = () => [...document.querySelectorAll('.list > li')]
const contextsIn = ({ params }: Asked): Hex[] =>
  (params as { permissionContext: Hex }[]).map(({ permissionContext }) => permissionContext)
const recordsOf = ({ records, account }: Granter): Promise<readonly GrantRecord[]> =>
  records.grants.list(account.address)

it('Says that no website may do anything, and goes back', async () => {
  const done = open(await granted())
  await shows('No website may do anything for you.')
  expect(labels()).toEqual(['Back'])
  await press('Back')
  await expect(done).rejects.toMatchObject({ details: { code: 4001 } })
})

it('Without the chain, lists the grants of every page and network from the record, and says so', async () => {
  const ada = await granted(...TWO)
  await moveTo(BASE, ada, 1)
  open(ada, [SEPOLIA, BASE])
  await shows(SHOP)
  const [shop, market] = items()
  expect(shop!.textContent).toContain('Sepolia')
  // The sentences of its card.
  expect(shop!.textContent).toContain('Send up to 1 ETH in all, to anybody.')
  expect(shop!.textContent).toContain('At most 10×')
  expect(shop!.textContent).toMatch(/Until[A-Z]\w+day, .* 2027 at/)
  expect(market!.textContent).toContain(MARKET)
  expect(market!.textContent).toContain('Base')
  expect(market!.textContent).toContain(`Send up to 5 (${TOKEN}) in all, to anybody.`)
  for (const item of items())
    expect(item.textContent).toContain('Used so farThis could not be read from the chain.')
  expect(labels()).toEqual(['Revoke', 'Revoke', 'Try again', 'Revoke all', 'Back'])
  const fetched = vi.fn(away)
  vi.stubGlobal('fetch', fetched)
  await press('Try again')
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
})

it('Each button names its website, and revokes that grant alone by the request of websites', async () => {
  const ada = await granted(...TWO)
  const [, market] = await recordsOf(ada)
  open(ada)
  await shows(MARKET)
  const button = items()[1]!.querySelector('button')!
  const described = document.getElementById(button.getAttribute('aria-describedby')!)
  expect(described!.textContent).toBe(MARKET)
  button.click()
  expect(run()).not.toHaveBeenCalled()
  await pressIn(items()[1]!)
  await shows('Revoked: the website can no longer do this.')
  expect(asked()).toMatchObject([
    {
      chainId: SEPOLIA,
      method: 'wallet_revokeExecutionPermission',
      params: [{ permissionContext: market!.context }],
      type: 'smartAccount',
    },
  ])
  const [options] = run().mock.calls[0]!
  expect(options.asker()).toEqual({ origin: location.origin, name: undefined })
})

it('All are revoked by an operation for each network, 20 at most by one', async () => {
  const many = Array.from({ length: 22 }, (_, index): [string, unknown] => [
    index % 2 ? SHOP : MARKET,
    requestOf(),
  ])
  const ada = await granted(...many)
  await moveTo(BASE, ada, 3)
  open(ada, [SEPOLIA, BASE])
  await shows(SHOP)
  await press('Revoke all')
  await vi.waitFor(() => expect(asked()).toHaveLength(3))
  expect(asked().map((each) => [each.chainId, contextsIn(each).length])).toEqual([
    [SEPOLIA, 20],
    [SEPOLIA, 1],
    [BASE, 1],
  ])
  expect(new Set(asked().flatMap(contextsIn)).size).toBe(22)
})

it('A person who refuses the card comes back to the list, and nothing further is asked', async () => {
  const ada = await granted(...TWO)
  await moveTo(BASE, ada, 1)
  ran.run = vi.fn(async () => Promise.reject(rejected()))
  open(ada, [SEPOLIA, BASE])
  await shows(SHOP)
  await press('Revoke all')
  await vi.waitFor(() => expect(run()).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(isFresh()).toBe(true))
  expect(run()).toHaveBeenCalledOnce()
  expect(document.querySelector('[role=alert]')).toBeNull()
})

it('The wait for the chain is said and can be left; its failure is told in words', async () => {
  const ada = await granted(...TWO)
  let fail = (_: Error): void => undefined
  const finish = () => new Promise<never>((_, reject) => (fail = reject))
  ran.run = vi.fn(async () => ({ answer: '0x', finish }))
  open(ada)
  await shows(SHOP)
  await pressIn(items()[0]!)
  await shows('The network carries it out. You may leave this page.')
  const status = document.querySelector('[role=status]')!
  await vi.waitFor(() => expect(status.textContent).toBe('One moment…'))
  await press('Back')
  await vi.waitFor(() => expect(isFresh()).toBe(true))
  await pressIn(items()[0]!)
  await shows('The network carries it out.')
  fail(operationFailed())
  await shows('The operation failed. The network fee was paid.')
  expect(document.querySelector('[role=alert]')!.textContent).toContain('The operation failed.')
})

it.each([
  [false, [SEPOLIA], 'You can revoke when you are back.'],
  [true, [BASE], 'This wallet does not work on this network any more'],
])(
  'Nothing can be revoked offline, or where the network is gone: %s',
  async (isOnline, networks, why) => {
    vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(isOnline)
    open(await granted(...TWO), networks)
    await shows(SHOP)
    for (const item of items()) {
      const button = item.querySelector('button')!
      expect(button.getAttribute('aria-disabled')).toBe('true')
      const ids = button.getAttribute('aria-describedby')!.split(' ')
      const said = ids.map((id) => document.getElementById(id)!.textContent).join(' ')
      expect(said).toContain(why)
      await pressIn(item)
    }
    expect(run()).not.toHaveBeenCalled()
    expect(labels()).not.toContain('Revoke all')
  },
)

it('The used part is told in one sentence for each kind of limit', async () => {
  const period = { periodAmount: hex(9n), periodDuration: 86_400 }
  const stream = { initialAmount: hex(1n), amountPerSecond: hex(1n), maxAmount: hex(9n) }
  const calls = { targets: [TOKEN], selectors: ['0xa9059cbb'], maxValue: '0x0' }
  const ada = await granted(
    [SHOP, requestOf()],
    [SHOP, permit('native-token-periodic', period)],
    [SHOP, permit('native-token-stream', stream)],
    [SHOP, permit('contract-calls', calls)],
  )
  const config = { rpc: {}, smartAccounts: {} }
  const [at] = await readList({ config, records: ada.records.grants, account: ada.account })
  const amount = { used: 10n ** 18n, available: 2n * 10n ** 18n }
  const state = {
    isDisabled: false,
    limits: { ok: true } as never,
    amount,
    calls: { used: 3n, left: 7n },
  }
  const wording = { texts, grantTexts, lang: 'en' }
  const used = at!.listed.map((listed, index) => {
    const { amount: counted, ...rest } = state
    const known = index < 3 ? { ...rest, amount: counted } : rest
    return rowsOf({ ...listed, state: known }, at!, wording).find(
      ({ label }) => label === 'Used so far',
    )
  })
  expect(used.map((row) => row!.value)).toEqual([
    '1 ETH used, 2 ETH left. 3× used, 7× left.',
    '1 ETH used in this period, 2 ETH left of it. 3× used, 7× left.',
    '1 ETH used, 2 ETH can be sent now. 3× used, 7× left.',
    '3× used, 7× left.',
  ])
})

/** Whether the list is drawn and nothing of it was pressed. */
const isFresh = (): boolean =>
  items().length > 0 && document.querySelectorAll('button:disabled').length === 0

/** A person presses the button of an item. */
async function pressIn(item: Element): Promise<void> {
  const event = new MouseEvent('click', { bubbles: true })
  Object.defineProperty(event, 'isTrusted', { value: true })
  item.querySelector('button')!.dispatchEvent(event)
  await Promise.resolve()
}
