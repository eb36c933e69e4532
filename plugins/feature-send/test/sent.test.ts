import type { PendingSource } from '@latchkey/feature-activity'
import { createToken } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { explorerLinkOf } from '../src/history/sentList.js'
import { FakeChain, openSite, type Site, type SiteOptions } from './bench.js'

const KEY = 'latchkey-default:send:v1:sent'
const HISTORY = 'latchkey-default:send:v1:history'
const state = ({ api }: Site) => api.state.get()
const stored = (storage: ReturnType<typeof fakeStorage>): readonly Record<string, unknown>[] =>
  JSON.parse(storage.entries()[KEY] ?? '[]') as Record<string, unknown>[]
const entry = (more: object = {}) => ({
  id: 'tx1',
  kind: 'transaction',
  network: 'eip155:1',
  account: 'eip155-owna',
  receiver: 'eip155-bob',
  amount: '1.5',
  symbol: 'COIN',
  at: Date.now() - 1_000,
  status: 'pending',
  ...more,
})

afterEach(() => vi.unstubAllGlobals())

async function sentOne(options?: SiteOptions): Promise<Site> {
  const site = await openSite(options)
  await site.fill()
  const sending = site.api.send()
  await site.until(() => state(site).review)
  site.api.confirm()
  await sending
  await site.until(() => site.chain.watched.length)
  return site
}
/** Opens the site again, with this content in the storage. */
const reopened = (content: readonly unknown[], more: SiteOptions = {}) =>
  openSite({ storage: fakeStorage({ [KEY]: JSON.stringify(content) }), connect: false, ...more })

describe('Sent transactions', () => {
  it.each([
    [
      { status: 'success', transaction: 'tx1' },
      { status: 'success', link: 'https://scan.example/tx/tx1' },
    ],
    [{ status: 'failed', transaction: 'tx1' }, { status: 'failed' }],
    [
      { status: 'replaced', by: 'tx9' },
      { status: 'replaced', transaction: 'tx9', link: 'https://scan.example/tx/tx9' },
    ],
    [{ status: 'dropped' }, { status: 'dropped' }],
  ] as const)(
    'A sent transaction is followed to its end, which is announced: %j',
    async (status, shown) => {
      const storage = fakeStorage()
      const site = await sentOne({ storage })
      expect(state(site).sent).toMatchObject([{ id: 'tx1', status: 'pending' }])
      expect(stored(storage)).toMatchObject([{ id: 'tx1', status: 'pending' }])
      site.kernel.setLocale('en', {
        'send.toastSuccess': '{amount} {symbol} success',
        'send.toastFailed': '{amount} {symbol} failed',
        'send.toastReplaced': '{amount} {symbol} replaced',
        'send.toastDropped': '{amount} {symbol} dropped',
      })
      site.chain.tell('tx1', { status: 'pending' })
      site.chain.tell('tx1', status)
      await site.until(() => state(site).sent[0]?.status !== 'pending')
      expect(state(site).sent).toMatchObject([{ id: 'tx1', ...shown }])
      expect(site.toast()).toBe(`1.5 COIN ${status.status}`)
      expect(site.events.filter(({ name }) => name === 'send:settled')).toMatchObject([
        { event: { transaction: { id: 'tx1', ...shown } } },
      ])
      site.api.dismiss('tx1')
      expect([state(site).sent, storage.entries()[KEY]]).toEqual([[], undefined])
    },
  )
  it('The point of activity has sent transactions with their ends', async () => {
    const site = await sentOne()
    const sources = site.chain.ctx.points.open(createToken<PendingSource>('activity.pending'))
    const [source] = sources.get()
    expect([source?.owner, source?.value.id]).toEqual(['send', 'send'])
    const told = vi.fn()
    source!.value.pending.subscribe(told)
    const sent = { id: 'tx1', hash: 'tx1', network: 'eip155:1', account: 'eip155-owna' }
    expect(source?.value.pending.get()).toMatchObject([{ ...sent, status: 'pending' }])
    site.chain.tell('tx1', { status: 'replaced', by: 'tx9' })
    await site.until(() => told.mock.calls.length)
    expect(source?.value.pending.get()).toMatchObject([{ ...sent, status: 'replaced' }])
  })
  it('The balances are read again when a transaction has ended', async () => {
    const site = await sentOne()
    site.chain.balance = 3n
    site.chain.tell('tx1', { status: 'success' })
    await site.until(() => state(site).tokenBalances[0]?.quantity.numeric === '0.000000003')
  })
  it('A pending transaction is followed again after a reload, and an ended one is not', async () => {
    const storage = fakeStorage()
    const before = await sentOne({ storage })
    before.kernel.dispose()
    const after = await openSite({ storage, connect: false })
    await after.until(() => after.chain.watched.length)
    expect(state(after).sent).toMatchObject([
      { id: 'tx1', amount: '1.5', symbol: 'COIN', status: 'pending' },
    ])
    after.chain.tell('tx1', { status: 'success' })
    await after.until(() => state(after).sent[0]?.status === 'success')
    expect(after.toast()).toBeDefined()
    after.kernel.dispose()
    const third = await openSite({ storage })
    await third.api.load()
    expect([state(third).sent, third.chain.watched, storage.entries()[KEY]]).toEqual([
      [],
      [],
      undefined,
    ])
  })
  it('A transaction is asked about again when the node failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const site = await reopened([entry()])
    await vi.waitFor(() => expect(site.chain.watched).toHaveLength(1))
    site.chain.tell('tx1', new Error('down'))
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() => expect(site.chain.watched).toHaveLength(2))
    site.chain.tell('tx1', { status: 'success' })
    await vi.waitFor(() => expect(state(site).sent).toMatchObject([{ status: 'success' }]))
  })
  it('Without stored transactions the form is not loaded', async () => {
    const site = await openSite({ connect: false })
    expect([
      state(site).sent,
      site.chain.watched,
      site.kernel.ports.points.open(Symbol.for('@latchkey/none')).get(),
    ]).toEqual([[], [], []])
  })
  it('A transaction that is too old, or of a removed network, is not followed', async () => {
    const site = await reopened([
      entry({ at: Date.now() - 15 * 24 * 3_600_000 }),
      entry({ id: 'tx2', network: 'gone:1' }),
    ])
    await site.until(() => state(site).sent.length === 1)
    expect(state(site).sent).toMatchObject([{ id: 'tx2' }])
    expect(site.chain.watched).toEqual([])
  })
  it('Malformed entries of the storage are ignored', async () => {
    const bad = [
      null,
      7,
      'x',
      [],
      {},
      entry({ id: '' }),
      entry({ id: 'x'.repeat(3_000) }),
      entry({ network: 'nowhere' }),
      entry({ status: 'won' }),
      entry({ at: 'today' }),
      entry({ amount: { toString: 1 } }),
      { __proto__: entry() },
    ]
    const site = await reopened([...bad, entry({ id: 'good', link: 'javascript:alert(1)' })])
    await site.until(() => site.chain.watched.length)
    expect(state(site).sent).toEqual([
      {
        ...entry({ id: 'good' }),
        at: expect.any(Number) as number,
        link: 'https://scan.example/tx/good',
      },
    ])
    for (const content of ['{', '7', '{"a":1}', 'null']) {
      const other = await openSite({ storage: fakeStorage({ [KEY]: content, [HISTORY]: content }) })
      await other.fill()
      expect(state(other)).toMatchObject({ sent: [], receiver: { status: 'ok', isFirst: true } })
    }
  })
  it('The newest 99 transactions are stored', async () => {
    const storage = fakeStorage({
      [KEY]: JSON.stringify(
        Array.from({ length: 150 }, (_, index) =>
          entry({ id: `old${index}`, at: Date.now() - 1_000 - index }),
        ),
      ),
    })
    const site = await sentOne({ storage })
    expect(state(site).sent).toHaveLength(99)
    expect(state(site).sent[0]?.id).toBe('tx1')
    expect(stored(storage)).toHaveLength(99)
  })
  it('Sending works where nothing can be stored', async () => {
    const storage = fakeStorage()
    storage.block()
    const site = await sentOne({ storage })
    site.chain.tell('tx1', { status: 'success' })
    await site.until(() => state(site).sent[0]?.status === 'success')
  })
  it('After the end of the kernel transactions are neither followed nor announced', async () => {
    const site = await sentOne()
    site.kernel.dispose()
    site.chain.tell('tx1', { status: 'success' })
    await Promise.resolve()
    expect(site.events.some(({ name }) => name === 'send:settled')).toBe(false)
  })
})

describe('Past receivers', () => {
  it('The newest hundred receivers of each chain family are stored', async () => {
    const storage = fakeStorage({
      [HISTORY]: JSON.stringify([
        ...Array.from({ length: 120 }, (_, index) => `eip155:eip155-x${index}k`),
        'solana:solana-y',
        7,
      ]),
    })
    const site = await sentOne({ storage })
    const history = JSON.parse(storage.entries()[HISTORY]!) as string[]
    expect(history.slice(0, 2)).toEqual(['eip155:eip155-bob', 'eip155:eip155-x0k'])
    expect([history.length, history.includes('solana:solana-y')]).toEqual([101, true])
    await site.fill({ to: 'eip155-bob' })
    expect(state(site).receiver).toMatchObject({ isFirst: false })
  })
})

describe('Two tabs', () => {
  /** Web Locks of a browser: each name has one holder, and the others wait. */
  function fakeLocks() {
    const turns = new Map<string, Promise<unknown>>()
    return {
      request: (name: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) => {
        const turn = Promise.race([
          turns.get(name),
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]).then(run)
        turns.set(
          name,
          turn.catch(() => undefined),
        )
        return turn
      },
    }
  }
  const page = (): void => {
    vi.stubGlobal(
      'window',
      Object.assign(new EventTarget(), { navigator: {}, document: new EventTarget() }),
    )
    vi.stubGlobal('navigator', { locks: fakeLocks(), language: 'en', userAgent: '' })
  }
  it('Two tabs announce the end of a transaction once, and either takes over from the other', async () => {
    page()
    const storage = fakeStorage({ [KEY]: JSON.stringify([entry(), entry({ id: 'tx2' })]) })
    const [first, second] = [
      await openSite({ storage, connect: false }),
      await openSite({ storage, connect: false }),
    ]
    await first.until(() => first.chain.watched.length === 2)
    expect(second.chain.watched).toEqual([])
    first.chain.tell('tx1', { status: 'success' })
    await first.until(() => stored(storage).some(({ status }) => status === 'success'))
    storage.elsewhere(KEY, storage.entries()[KEY]!)
    await second.until(() =>
      state(second).sent.some(({ id, status }) => id === 'tx1' && status === 'success'),
    )
    expect([first.toast() !== undefined, second.toast()]).toEqual([true, undefined])
    first.kernel.dispose()
    await second.until(() => second.chain.watched.includes('tx2'))
    expect(second.chain.watched).toEqual(['tx2'])
    second.chain.tell('tx2', { status: 'failed' })
    await second.until(() => second.toast() !== undefined)
  })
  /** Sends in this tab, while another tab writes its own list. */
  async function crossed(written: (own: readonly Record<string, unknown>[]) => readonly unknown[]) {
    page()
    const storage = fakeStorage()
    const site = await openSite({ storage })
    await site.fill()
    site.chain.wallet = 'silence'
    const sending = site.api.send()
    await site.until(() => state(site).review)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    site.api.confirm()
    const asked = stored(storage)
    await site.until(() => site.chain.asked.length)
    site.chain.answer()
    await sending
    storage.elsewhere(KEY, JSON.stringify(written(asked)))
    const ids = () =>
      [state(site).sent, stored(storage)].map((list) => list.map(({ id }) => id).sort())
    return { site, storage, ids }
  }
  it('Two tabs that write at the same moment lose no transaction', async () => {
    const { site, ids } = await crossed(() => [entry({ id: 'tx7' })])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ids()).toEqual([
      ['tx1', 'tx7'],
      ['tx1', 'tx7'],
    ])
    site.chain.tell('tx1', { status: 'success' })
    await site.until(() =>
      state(site).sent.some(({ id, status }) => id === 'tx1' && status === 'success'),
    )
  })
  it('Two tabs that write at the same moment bring back no answered request', async () => {
    const { ids } = await crossed((asked) => [...asked, entry({ id: 'tx7' })])
    expect(ids()[0]).toEqual(['tx7'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ids()).toEqual([
      ['tx1', 'tx7'],
      ['tx1', 'tx7'],
    ])
  })
  it('Two tabs that write at the same moment bring back no removed transaction', async () => {
    const { site, storage, ids } = await crossed((asked) => asked)
    await vi.advanceTimersByTimeAsync(1_000)
    const before = storage.entries()[KEY]!
    site.api.dismiss('tx1')
    storage.elsewhere(KEY, before)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ids()).toEqual([[], []])
  })
  it('A tab builds on the stored list although it has not been told of a change yet', async () => {
    const storage = fakeStorage()
    const site = await openSite({ storage })
    await site.fill()
    storage.setItem(KEY, JSON.stringify([entry({ id: 'tx7' })]))
    const sending = site.api.send()
    await site.until(() => state(site).review)
    site.api.confirm()
    await sending
    expect(
      stored(storage)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['tx1', 'tx7'])
  })
  it('A tab shows transactions that another one sends', async () => {
    page()
    const storage = fakeStorage({ [KEY]: JSON.stringify([entry()]) })
    const site = await openSite({ storage, connect: false })
    await site.until(() => site.chain.watched.length)
    storage.elsewhere(KEY, JSON.stringify([entry(), entry({ id: 'tx2' })]))
    await site.until(() => state(site).sent.length === 2)
    storage.elsewhere(KEY, null)
    await site.until(() => state(site).sent.length === 0)
  })
})

it('The link to the explorer is https, with the transaction at the place that the network names', () => {
  const at = (explorer: object) =>
    explorerLinkOf(
      { blockExplorers: [{ name: 'Scan', url: 'https://scan.example/', ...explorer }] },
      'a/b',
    )
  expect(at({})).toBe('https://scan.example/tx/a%2Fb')
  expect(at({ transactionPath: '/t' })).toBe('https://scan.example/t/a%2Fb')
  expect(at({ transactionPath: '/tx/{transaction}?cluster=devnet' })).toBe(
    'https://scan.example/tx/a%2Fb?cluster=devnet',
  )
  expect(at({ url: 'javascript:alert(1)' })).toBeUndefined()
  expect(explorerLinkOf({}, 'x')).toBeUndefined()
})
it('Calls of a wallet have a link once they became a transaction', async () => {
  const site = await reopened([entry({ kind: 'calls' })], { chains: [new FakeChain('eip155')] })
  await site.until(() => site.chain.watched.length)
  expect(state(site).sent[0]).not.toHaveProperty('link')
  site.chain.tell('tx1', { status: 'success', transaction: 'hash' })
  await site.until(() => state(site).sent[0]?.link === 'https://scan.example/tx/hash')
})
