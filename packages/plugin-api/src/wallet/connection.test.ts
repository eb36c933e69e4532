import { describe, expect, it, vi } from 'vitest'
import type { ConnectionChange, WireRequest } from '../chain/connector.js'
import { LatchkeyError } from '../errors.js'
import {
  createLiveConnection,
  type LiveConnectionOptions,
  type LiveConnections,
} from './connection.js'

const scopes = { test: { accounts: [], networks: 'any', methods: 'any' } } as const
const REQUEST: WireRequest = { network: 'test:1', method: 'test_sign' }

function open(options: Partial<LiveConnectionOptions> = {}) {
  const disconnect = vi.fn<(signal: AbortSignal) => Promise<unknown>>(async () => undefined)
  const request = vi.fn(async () => 'answer')
  const live: LiveConnections = options.live ?? new Set()
  const end = new AbortController()
  const link = createLiveConnection({
    id: 'w',
    wallet: disconnect,
    live,
    end: end.signal,
    scopes: () => scopes,
    request,
    disconnect,
    ...options,
  })
  const changes: ConnectionChange[] = []
  const listen = () => link.connection.onChange((change) => void changes.push(change))
  return { link, connection: link.connection, disconnect, request, live, end, changes, listen }
}
/** A wallet's event with its listeners. */
function createEvent() {
  const listeners = new Set<(value: number) => void>()
  return {
    listeners,
    emit: (value: number) => [...listeners].forEach((listener) => listener(value)),
    start: (listener: (value: number) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
const CLOSED: ConnectionChange = { closed: 'wallet' }

describe('createLiveConnection', () => {
  it('A connection reads its scopes anew each time, and has the id of its connector', () => {
    const networks: 'any'[] = []
    const { connection } = open({
      scopes: () => ({ t: { ...scopes.test, networks: networks[0]! } }),
    })
    networks.push('any')
    expect(connection.scopes['t']?.networks).toBe('any')
    expect([connection.id, connection.connectorId, connection.snapshot()]).toEqual([
      'w',
      'w',
      { id: 'w' },
    ])
  })
  it('A connection has no switchNetwork where the chain has none', () => {
    expect('switchNetwork' in open().connection).toBe(false)
    const switchNetwork = vi.fn()
    expect(open({ switchNetwork }).connection.switchNetwork).toBe(switchNetwork)
  })
  it('A request goes to the wallet', async () => {
    const { connection, request } = open()
    expect(await connection.request(REQUEST)).toBe('answer')
    expect(request).toHaveBeenCalledExactlyOnceWith(REQUEST)
  })
  it('A request that was given up before is refused, and the wallet is not asked', async () => {
    const { connection, request } = open()
    await expect(
      connection.request({ ...REQUEST, signal: AbortSignal.abort('why') }),
    ).rejects.toMatchObject({ code: 'kernel.aborted', cause: 'why' })
    expect(request).not.toHaveBeenCalled()
  })
  it('A change reaches every listener, also one that was added twice', () => {
    const { link, listen, changes } = open()
    listen()
    listen()
    link.notify({ network: 'test:2' })
    expect(changes).toEqual([{ network: 'test:2' }, { network: 'test:2' }])
  })
  it('A listener that another one has just taken back is not told', () => {
    const { link, connection, listen, changes } = open()
    const offs: (() => void)[] = []
    connection.onChange(() => offs.forEach((off) => off()))
    offs.push(listen())
    link.notify({ network: 'test:2' })
    expect(changes).toEqual([])
  })
})

describe('createLiveConnection at its end', () => {
  it('A connection ends when its last listener leaves, and asks the wallet nothing', async () => {
    const { link, connection, listen, live, disconnect } = open()
    const [one, other] = [listen(), listen()]
    one()
    one()
    expect([link.isOver, live.size]).toEqual([false, 1])
    other()
    expect([link.isOver, live.size]).toEqual([true, 0])
    await expect(connection.request(REQUEST)).rejects.toMatchObject({
      code: 'wallet.disconnected',
      context: { connectorId: 'w' },
    })
    expect(disconnect).not.toHaveBeenCalled()
  })
  it('A chain may refuse later requests with an error of its own', async () => {
    const own = new LatchkeyError('wallet.disconnected', 'Please connect first.')
    const { link, connection } = open({ disconnected: () => own })
    link.end()
    await expect(connection.request(REQUEST)).rejects.toBe(own)
  })
  it('A connection ends with its plugin, also where that ended before', () => {
    const { link, end } = open()
    end.abort()
    expect(link.isOver).toBe(true)
    expect(open({ end: AbortSignal.abort() }).link.isOver).toBe(true)
  })
  it('The chain hears of the end once, before the listeners are told', () => {
    const order: string[] = []
    const { link, connection } = open({ onEnd: () => void order.push('chain') })
    connection.onChange(() => void order.push('listener'))
    link.close()
    link.end()
    expect(order).toEqual(['chain', 'listener'])
  })
  it('Every subscription is stopped once, though one of them throws', () => {
    const { link } = open()
    const stop = vi.fn()
    link.listen(
      () => undefined,
      () => () => {
        throw new Error('no')
      },
    )
    link.listen(
      () => undefined,
      () => stop,
    )
    link.end()
    link.end()
    expect(stop).toHaveBeenCalledOnce()
  })
  it('A subscription is stopped where its stop comes as a promise', async () => {
    const { link } = open()
    const stop = vi.fn()
    const starts = [async () => stop, () => Promise.reject(new Error('no')), () => 7]
    for (const start of starts) link.listen(() => undefined, start)
    link.end()
    await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
  })
  it('A wallet that keeps a listener is not heard after the end', () => {
    const { link } = open()
    const [event, heard] = [createEvent(), vi.fn()]
    link.listen(heard, (listener) => void event.start(listener))
    event.emit(1)
    link.end()
    event.emit(2)
    expect(heard.mock.calls).toEqual([[1]])
  })
  it('A wallet that closes the connection while it is listened to keeps no listener', () => {
    const { link } = open()
    const event = createEvent()
    link.listen(
      () => link.close(),
      (listener) => {
        const stop = event.start(listener)
        event.emit(1)
        return stop
      },
    )
    link.listen(() => undefined, event.start)
    expect([link.isOver, event.listeners.size]).toEqual([true, 0])
  })
  it('An error of a wallet that cannot be listened to reaches the plugin', () => {
    const { link } = open()
    expect(() =>
      link.listen(
        () => undefined,
        () => {
          throw new Error('no events')
        },
      ),
    ).toThrow('no events')
  })
})

describe('createLiveConnection where the wallet closes it', () => {
  it('The connection has ended when its listeners are told, and they are told once', async () => {
    const { link, connection, live, disconnect } = open()
    const seen: unknown[] = []
    connection.onChange((change) => seen.push([change, link.isOver, live.size]))
    link.close()
    link.close('expired')
    link.notify({ network: 'test:2' })
    expect(seen).toEqual([[CLOSED, true, 0]])
    await connection.release()
    expect(disconnect).not.toHaveBeenCalled()
  })
  it('The first listener that comes afterwards is told, and only that one', async () => {
    const { link, listen, live, changes } = open()
    link.close()
    listen()
    listen()
    expect([changes, live.size]).toEqual([[], 0])
    await Promise.resolve()
    expect(changes).toEqual([CLOSED])
  })
  it('A listener that leaves in the same task is not told', async () => {
    const { link, listen, changes } = open()
    link.close()
    listen()()
    await Promise.resolve()
    expect(changes).toEqual([])
  })
})

describe('createLiveConnection released', () => {
  it('A release ends the connection at once, and asks the wallet to disconnect once', async () => {
    const { link, connection, disconnect } = open()
    const releasing = connection.release()
    expect(link.isOver).toBe(true)
    await releasing
    await connection.release()
    expect(disconnect).toHaveBeenCalledOnce()
  })
  it('A release still asks the wallet after the last listener left', async () => {
    const { connection, listen, disconnect } = open()
    listen()()
    await connection.release()
    expect(disconnect).toHaveBeenCalledOnce()
  })
  it('A release leaves the wallet alone while another connection holds the same wallet', async () => {
    const [live, wallet] = [new Set() as LiveConnections, {}]
    const [one, other] = [open({ live, wallet }), open({ live, wallet })]
    one.listen()
    other.listen()
    await one.connection.release()
    expect(one.disconnect).not.toHaveBeenCalled()
    await other.connection.release()
    expect(other.disconnect).toHaveBeenCalledOnce()
  })
  it('A connection of another wallet, or one that has ended, does not count as a holder', async () => {
    const live: LiveConnections = new Set()
    const [one, other] = [open({ live }), open({ live })]
    one.listen()
    other.listen()
    await one.connection.release()
    expect(one.disconnect).toHaveBeenCalledOnce()
    one.listen()
    expect(live.size).toBe(1)
  })
  it('A release ignores an error of the wallet, unless the chain wants it reported', async () => {
    const disconnect = () => {
      throw new Error('no')
    }
    await expect(open({ disconnect }).connection.release()).resolves.toBeUndefined()
    await expect(
      open({ disconnect, reportsDisconnect: true }).connection.release(),
    ).rejects.toThrow('no')
  })
  it('A wallet that never answers does not keep a release waiting', async () => {
    const disconnect = vi.fn(() => new Promise<never>(() => undefined))
    await open({ disconnect, reportsDisconnect: true, releaseTimeoutMs: 1 }).connection.release()
    expect(disconnect).toHaveBeenCalledOnce()
  })
})

describe('createLiveConnection while it is opened', () => {
  it('Opening returns the connection where the wallet exposes an account', async () => {
    const { link, connection } = open()
    expect(await link.open(async () => true)).toBe(connection)
    expect(link.isOver).toBe(false)
  })
  it('Opening returns undefined where the wallet exposes no account, and the connection ends', async () => {
    const { link } = open()
    expect(await link.open(async () => false)).toBeUndefined()
    expect(link.isOver).toBe(true)
  })
  it('The connection ends where opening it fails', async () => {
    const { link } = open()
    await expect(link.open(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(link.isOver).toBe(true)
  })
  it('Opening fails where the wallet closes the connection first', async () => {
    const { link } = open()
    const opening = link.open(async () => {
      link.close()
      return true
    })
    await expect(opening).rejects.toMatchObject({ code: 'wallet.disconnected' })
  })
})
