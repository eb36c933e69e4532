import { definePlugin, type Amount, type ChainAdapter } from '@latchkey/plugin-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage, network, startServices } from '../../../test/services/support.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const COIN: Amount = { value: 123n, decimals: 18, symbol: 'COIN' }
const at = { network: 'test:1', address: 'a' } as const

async function start(balance: ChainAdapter['balance'], storage = memoryStorage()) {
  const plugin = definePlugin({
    id: 'chain',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['test'],
    setup(ctx) {
      ctx.adapters.add({
        namespace: 'test',
        abilities: ['balance'],
        resembles: () => true,
        session: { methods: [], events: [] },
        load: () =>
          Promise.resolve({
            parseAddress: (text) => text,
            formatAddress: (text) => text,
            addressOn: (account) => account.address,
            ...(balance && { balance }),
          }),
      })
      ctx.networks.add(network('test:1'))
    },
  })
  const services = await startServices({ plugins: [plugin], storage })
  return {
    ...services,
    balance: services.ports.balance,
    toast: () => services.ports.toasts.get()?.message,
  }
}

describe('native balances', () => {
  it('A balance is cached for 30 s [STORE-26]', async () => {
    const ask = vi.fn(() => Promise.resolve(COIN))
    const { balance } = await start(ask)
    expect(await balance(at)).toEqual(COIN)
    vi.advanceTimersByTime(29_000)
    expect(await balance(at)).toEqual(COIN)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2_000)
    await balance(at)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('A cached balance needs no request after a reload [STORE-09]', async () => {
    const storage = memoryStorage()
    const ask = vi.fn(() => Promise.resolve(COIN))
    const { balance, kernel } = await start(ask, storage)
    await balance(at)
    kernel.dispose()
    vi.advanceTimersByTime(20_000)
    const again = await start(ask, storage)
    expect(await again.balance(at)).toEqual(COIN)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('A fresh balance goes past the cache, which is kept by network and address', async () => {
    const ask = vi.fn(({ address }: { address: string }) =>
      Promise.resolve({ ...COIN, value: BigInt(address.length) }),
    )
    const { balance } = await start(ask)
    await balance(at)
    await balance({ ...at, fresh: true })
    expect((await balance({ ...at, address: 'other' })).value).toBe(5n)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('Simultaneous calls share one fetch, which goes on when one caller gives up', async () => {
    let answer: ((amount: Amount) => void) | undefined
    const ask = vi.fn(
      () =>
        new Promise<Amount>((resolve) => {
          answer = resolve
        }),
    )
    const { balance, toast } = await start(ask)
    const first = new AbortController()
    const one = balance({ ...at, signal: first.signal })
    const two = balance({ ...at, signal: new AbortController().signal })
    const three = balance({ ...at, fresh: true })
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
    first.abort()
    await expect(one).rejects.toMatchObject({ code: 'kernel.aborted' })
    await expect(balance({ ...at, signal: first.signal })).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    answer?.(COIN)
    expect([await two, await three]).toEqual([COIN, COIN])
    expect(ask).toHaveBeenCalledTimes(1)
    expect(toast()).toBeUndefined()
  })

  it('A failed fetch is shown once and repeated after 30 s at the earliest', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('down')))
    const { balance, toast, ports } = await start(ask)
    await expect(balance(at)).rejects.toThrow('down')
    expect(toast()).toBe('Token Balance Unavailable')
    ports.toasts.hide()
    vi.advanceTimersByTime(10_000)
    await expect(balance({ ...at, fresh: true })).rejects.toThrow('down')
    expect(ask).toHaveBeenCalledTimes(1)
    expect(ports.toasts.get()?.open).toBe(false)
    vi.advanceTimersByTime(21_000)
    await expect(balance(at)).rejects.toThrow('down')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('A balance is read anew after a change was emitted, also while an older fetch is under way', async () => {
    const answers: ((value: bigint) => void)[] = []
    const { balance, kernel } = await start(
      () => new Promise((resolve) => answers.push((value) => resolve({ ...COIN, value }))),
    )
    const events = kernel.ports.events as unknown as { emit(name: string, event: object): void }
    const asked = async (...values: readonly bigint[]) => {
      await vi.waitFor(() => expect(answers).toHaveLength(values.length))
      values.forEach((value, index) => answers[index]!(value))
      answers.length = 0
    }
    const [one, other] = [balance(at), balance({ ...at, address: 'b' })]
    await asked(1n, 2n)
    expect([(await one).value, (await other).value]).toEqual([1n, 2n])
    for (const name of ['request:settled', 'modal:opened', 'balance-changed'])
      events.emit(name, { network: 'test:1' })
    expect((await balance(at)).value).toBe(1n)
    events.emit('chain:balance-changed', { network: 'test:1' })
    const before = balance(at)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    events.emit('chain:balance-changed', { network: 'test:1' })
    const after = balance(at)
    await asked(3n, 4n)
    expect([(await before).value, (await after).value, (await balance(at)).value]).toEqual([
      3n,
      4n,
      4n,
    ])
    const late = balance({ ...at, address: 'b' })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    events.emit('chain:balance-changed', { network: 'test:1' })
    await asked(5n)
    expect((await late).value).toBe(5n)
    // It was fetched before the change and must not be answered after it.
    const newest = balance({ ...at, address: 'b' })
    await asked(6n)
    expect((await newest).value).toBe(6n)
  })

  it('The balance of an unconfigured network is unavailable', async () => {
    const { balance, toast } = await start(() => Promise.resolve(COIN))
    await expect(balance({ network: 'test:77', address: 'a' })).rejects.toMatchObject({
      code: 'kernel.network_unknown',
    })
    expect(toast()).toBe('Token Balance Unavailable')
  })

  it('A balance that never comes times out, and a chain without balances says so', async () => {
    const { balance } = await start(() => new Promise(() => undefined))
    const asked = expect(balance(at)).rejects.toMatchObject({ code: 'kernel.timed_out' })
    await vi.advanceTimersByTimeAsync(30_000)
    await asked
    expect(vi.getTimerCount()).toBe(1) // the toast's
    const without = await start(undefined)
    await expect(without.balance(at)).rejects.toMatchObject({ code: 'adapter.ability_missing' })
  })

  it('A balance that is not an amount is refused', async () => {
    const odd: unknown[] = [
      { ...COIN, value: -1n },
      { ...COIN, value: 1 },
      { ...COIN, decimals: 37 },
      { ...COIN, decimals: NaN },
      { ...COIN, decimals: 1.5 },
      { ...COIN, symbol: undefined },
    ]
    for (const amount of odd) {
      const { balance } = await start(() => Promise.resolve(amount as Amount))
      await expect(balance(at)).rejects.toMatchObject({ code: 'rpc.failed' })
    }
  })

  it('A balance in the storage that the kernel could not have written is ignored', async () => {
    const prefix = 'latchkey-default:kernel:v1:nativeBalances'
    const now = Date.now()
    for (const [value, decimals, when] of [
      ['12x', 18, now],
      ['5', 99, now],
      ['5', 18, now + 60_000],
      ['5', 18, now - 31_000],
    ] as const) {
      const storage = memoryStorage()
      storage.setItem(
        prefix,
        JSON.stringify({ 'test:1:a': { value, decimals, symbol: 'COIN', at: when } }),
      )
      const { balance } = await start(() => Promise.resolve(COIN), storage)
      expect(await balance(at)).toEqual(COIN)
    }
  })

  it('Balances reject when the kernel is disposed', async () => {
    const { balance, kernel } = await start(() => new Promise(() => undefined))
    const asked = expect(balance(at)).rejects.toMatchObject({ code: 'kernel.aborted' })
    await vi.advanceTimersByTimeAsync(0)
    kernel.dispose()
    await asked
    expect(vi.getTimerCount()).toBe(0)
  })

  it('An aborted call fetches no balance, so that no failure is unhandled when the kernel ends', async () => {
    const ask = vi.fn(() => new Promise<Amount>(() => undefined))
    const unheard = vi.fn()
    process.on('unhandledRejection', unheard)
    const { balance, kernel } = await start(ask)
    await expect(balance({ ...at, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    await vi.advanceTimersByTimeAsync(0)
    kernel.dispose()
    vi.useRealTimers()
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', unheard)
    expect(ask).not.toHaveBeenCalled()
    expect(unheard).not.toHaveBeenCalled()
  })
})
