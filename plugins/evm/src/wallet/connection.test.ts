import type { Connection, ConnectionChange, Network } from '@latchkey/plugin-api'
import { expect, describe, it } from 'vitest'
import type { Eip1193Provider } from './ask.js'
import { openConnection } from './connection.js'

const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const B = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** A wallet whose answers and events the test decides. */
class Wallet {
  accounts: string[] = [A]
  chain = '0x1'
  readonly asked: string[] = []
  readonly listeners = new Map<string, Set<(value: unknown) => void>>()
  /** The provider calls this for each request, before it answers. */
  meanwhile: (method: string) => void = () => undefined
  readonly provider: Eip1193Provider = {
    request: async ({ method }) => {
      this.asked.push(method)
      const answer = this.#answer(method)
      this.meanwhile(method)
      await Promise.resolve()
      return answer
    },
    on: (event, listener) =>
      void this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void this.listeners.get(event)?.delete(listener),
  }

  emit(event: string, value: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(value)
  }
  count(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0)
  }
  #answer(method: string): unknown {
    if (method === 'eth_chainId') return this.chain
    return /ccounts$/.test(method) ? this.accounts : null
  }
}

const live = new Set<{ readonly wallet: unknown }>()
const end = new AbortController()
const open = (wallet: { provider: Eip1193Provider }, signal?: AbortSignal) =>
  openConnection(
    {
      id: 'w',

      provider: wallet.provider,
      network: () => undefined,
      live,
      end: end.signal,
    },
    'eth_requestAccounts',
    signal,
  )
async function opened(wallet: {
  provider: Eip1193Provider
}): Promise<{ connection: Connection; changes: ConnectionChange[]; off: () => void }> {
  const connection = (await open(wallet))!
  const changes: ConnectionChange[] = []
  return { connection, changes, off: connection.onChange((change) => void changes.push(change)) }
}
const addresses = (connection: Connection) =>
  connection.scopes['eip155']?.accounts.map(({ address }) => address)
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('while it is opened', () => {
  it('A connection that is being opened takes over a network that the wallet moves to', async () => {
    const wallet = new Wallet()
    wallet.meanwhile = (method) => method === 'eth_chainId' && wallet.emit('chainChanged', '0x89')
    expect((await open(wallet))!.scopes['eip155']).toMatchObject({ network: 'eip155:137' })
  })
  it('A connection that is being opened believes the answer about the network over an earlier event', async () => {
    const wallet = new Wallet()
    wallet.meanwhile = (method) =>
      method === 'eth_requestAccounts' && wallet.emit('chainChanged', '0x89')
    expect((await open(wallet))!.scopes['eip155']).toMatchObject({ network: 'eip155:1' })
  })
  it('A connection that is being opened takes over another account of the wallet', async () => {
    const wallet = new Wallet()
    wallet.meanwhile = (method) =>
      method === 'eth_chainId' && wallet.emit('accountsChanged', [B, A])
    expect((await open(wallet))!.scopes['eip155']).toMatchObject({
      selected: B.toLowerCase(),
      accounts: [{ address: B }, { address: A }],
    })
  })
  it('Opening a connection fails and stops listening where the wallet takes its accounts back', async () => {
    const wallet = new Wallet()
    wallet.meanwhile = (method) => method === 'eth_chainId' && wallet.emit('accountsChanged', [])
    await expect(open(wallet)).rejects.toMatchObject({ code: 'wallet.disconnected' })
    expect(wallet.count()).toBe(0)
  })
  it('Opening a connection stops listening where the wallet exposes nothing or answers badly', async () => {
    const none = new Wallet()
    none.accounts = []
    expect(await open(none)).toBeUndefined()
    const bad = new Wallet()
    bad.chain = 'x'
    await expect(open(bad)).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    expect([none.count(), bad.count()]).toEqual([0, 0])
  })
})

describe('a provider', () => {
  it.each<[string, Partial<Eip1193Provider>]>([
    ['without events', {}],
    [
      'that throws when it is listened to',
      {
        on: () => {
          throw new Error('no')
        },
      },
    ],
    ['that cannot take a listener back', { on: () => undefined }],
    [
      'that throws when it takes one back',
      {
        on: () => undefined,
        removeListener: () => {
          throw new Error('no')
        },
      },
    ],
  ])('A provider %s still connects and is released', async (_, events) => {
    const { connection } = await opened({
      provider: { request: new Wallet().provider.request, ...events },
    })
    expect(addresses(connection)).toEqual([A])
    await expect(connection.release()).resolves.toBeUndefined()
  })
  it('A provider that keeps its listeners is not heard after the release', async () => {
    const wallet = new Wallet()
    const { connection, changes } = await opened({
      provider: { ...wallet.provider, removeListener: () => undefined },
    })
    await connection.release()
    wallet.emit('accountsChanged', [B])
    wallet.emit('disconnect', undefined)
    await settled()
    expect(changes).toEqual([])
  })
})

describe('the end', () => {
  it('A connection ends once when the wallet exposes no accounts', async () => {
    const wallet = new Wallet()
    const { changes } = await opened(wallet)
    wallet.emit('accountsChanged', [])
    wallet.emit('accountsChanged', [])
    wallet.emit('disconnect', { code: 4900 })
    await settled()
    expect(changes).toEqual([{ closed: 'wallet' }])
    expect(wallet.count()).toBe(0)
  })
  it('A disconnect event ends a connection only where the accounts are gone', async () => {
    const wallet = new Wallet()
    const { changes } = await opened(wallet)
    wallet.emit('disconnect', { code: 4901 })
    await settled()
    expect(changes).toEqual([])
    wallet.accounts = []
    wallet.emit('disconnect', { code: 1013 })
    await settled()
    expect(changes).toEqual([])
    wallet.emit(
      'disconnect',
      Object.defineProperty({}, 'code', {
        get: () => {
          throw new Error('no')
        },
      }),
    )
    await settled()
    expect(changes).toEqual([{ closed: 'wallet' }])
  })
  it('A release revokes the permission only when no other connection uses that provider', async () => {
    const wallet = new Wallet()
    const [first, second] = [await opened(wallet), await opened(wallet)]
    await first.connection.release()
    expect(wallet.asked).not.toContain('wallet_revokePermissions')
    await second.connection.release()
    expect(wallet.asked.at(-1)).toBe('wallet_revokePermissions')
  })
  it('A connection ends with its last listener, and then holds nothing', async () => {
    const wallet = new Wallet()
    const { off } = await opened(wallet)
    off()
    expect(wallet.count()).toBe(0)
    expect(live.size).toBe(0)
  })
})

it.each([undefined, null, 'x', {}, [7], ['0x', 7]])(
  'Accounts and networks announced as %j are ignored',
  async (value) => {
    const wallet = new Wallet()
    const { connection, changes } = await opened(wallet)
    wallet.emit('accountsChanged', value)
    wallet.emit('chainChanged', value)
    expect(changes).toEqual([])
    expect(addresses(connection)).toEqual([A])
    await connection.release()
  },
)

/** A small random source (mulberry32): the same seed gives the same order. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t ^= t + Math.imul(t ^ (t >>> 7), 61 | t)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

it('A connection holds what the wallet said last, whatever the order of events', async () => {
  // A fiftieth of the full run, which `pnpm soak` does.
  const seeds = process.env['LATCHKEY_SOAK'] ? 15_000 : 300
  for (let seed = 1; seed <= seeds; seed++) {
    const next = random(seed)
    const wallet = new Wallet()
    const { connection, changes } = await opened(wallet)
    let accounts = [A]
    let chain = 1
    for (let step = 0; step < 12 && accounts.length; step++) {
      const dice = next()
      if (dice < 0.45)
        wallet.emit(
          'accountsChanged',
          (wallet.accounts = accounts = next() < 0.15 ? [] : next() < 0.5 ? [B, A] : [A]),
        )
      else if (dice < 0.8)
        wallet.emit('chainChanged', `0x${(chain = 1 + Math.floor(next() * 200)).toString(16)}`)
      else if (dice < 0.9) wallet.emit('disconnect', { code: 4900 })
      else
        wallet.emit(
          next() < 0.5 ? 'accountsChanged' : 'chainChanged',
          next() < 0.5 ? undefined : [7],
        )
      if (next() < 0.4) await settled()
    }
    await settled()
    const closes = changes.filter((change) => 'closed' in change)
    expect([seed, closes.length]).toEqual([seed, accounts.length ? 0 : 1])
    if (accounts.length)
      expect([seed, connection.scopes['eip155']]).toMatchObject([
        seed,
        {
          network: `eip155:${chain}`,
          accounts: accounts.map((address) => ({ address })),
          selected: accounts[0]!.toLowerCase(),
        },
      ])
    else expect([seed, changes.at(-1), wallet.count()]).toEqual([seed, { closed: 'wallet' }, 0])
    await connection.release()
  }
})

describe('a switch', () => {
  const network: Network = {
    id: 'eip155:137',
    namespace: 'eip155',
    reference: '137',
    name: 'P',
    nativeCurrency: { name: 'P', symbol: 'P', decimals: 18 },
    rpcUrls: ['https://p.test'],
  }
  it('A switch waits for a wallet that answers before it has moved', async () => {
    const wallet = new Wallet()
    const { connection } = await opened(wallet)
    setTimeout(() => void (wallet.chain = '0x89'), 120)
    await connection.switchNetwork!(network)
    expect(connection.scopes['eip155']?.network).toBe('eip155:137')
    await connection.release()
  })
  it('A switch fails where the wallet only claims to have moved', async () => {
    const wallet = new Wallet()
    const { connection } = await opened(wallet)
    await expect(connection.switchNetwork!(network)).rejects.toMatchObject({
      code: 'wallet.chain_disconnected',
    })
    expect(connection.scopes['eip155']?.network).toBe('eip155:1')
    await connection.release()
  })
})
