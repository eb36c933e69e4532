import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mainnet } from '../src/index.js'
import { becomePage, createSite } from './support.js'

const FIRST = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const SECOND = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
type Listener = () => void

let kernel: ReturnType<typeof createSite> | undefined
beforeEach(becomePage)
afterEach(() => {
  kernel?.dispose()
  vi.unstubAllGlobals()
})

/** The ways in which wallets of `btc_providers` take a listener. sats-connect 4 hands them one object. */
const WAYS = {
  'one object': (listeners: Map<string, Listener>) => ({
    addListener: ({ eventName, cb }: { eventName: string; cb: Listener }) => {
      listeners.set(eventName, cb)
      return () => listeners.delete(eventName)
    },
  }),
  'any number of arguments': (listeners: Map<string, Listener>) => ({
    addListener: (...given: unknown[]) => {
      const { eventName, cb } = given[0] as { eventName: string; cb: Listener }
      listeners.set(eventName, cb)
      return () => listeners.delete(eventName)
    },
  }),
  'a name and a listener': (listeners: Map<string, Listener>) => ({
    addListener: (eventName: string, cb: Listener) => {
      listeners.set(eventName, cb)
      return () => listeners.delete(eventName)
    },
  }),
}

it('A wallet that changes the list of purposes that it was given changes nothing for the next', async () => {
  const asked: string[][] = []
  const wallet = () => ({
    request: async (_: string, { addresses }: { addresses: string[] }) => {
      asked.push([...addresses])
      addresses.length = 0
      return { result: { addresses: [{ address: FIRST, purpose: 'payment' }] } }
    },
  })
  Object.assign(window, {
    btc_providers: ['One', 'Two'].map((name) => ({ id: `PurposeProviders.${name}`, name })),
    PurposeProviders: { One: wallet(), Two: wallet() },
  })
  kernel = createSite([mainnet])
  await kernel.ports.late.load()
  await kernel.connect('bitcoin.PurposeProviders.One')
  await kernel.connect('bitcoin.PurposeProviders.Two')
  expect(asked).toEqual([
    ['payment', 'ordinals'],
    ['payment', 'ordinals'],
  ])
})

it.each(Object.entries(WAYS))(
  'A wallet that takes listeners as %s is followed to another account, and is not listened to after a disconnect',
  async (_, toMembers) => {
    const listeners = new Map<string, Listener>()
    let address = FIRST
    Object.assign(window, {
      btc_providers: [{ id: 'EventProviders.Wallet', name: 'Event Wallet' }],
      EventProviders: {
        Wallet: {
          request: async () => ({
            jsonrpc: '2.0',
            id: '1',
            result: { addresses: [{ address, purpose: 'payment' }] },
          }),
          ...toMembers(listeners),
        },
      },
    })
    kernel = createSite([mainnet])
    await kernel.ports.late.load()
    await kernel.connect('bitcoin.EventProviders.Wallet')
    expect([...listeners.keys()].sort()).toEqual(['accountChange', 'disconnect', 'networkChange'])
    address = SECOND
    listeners.get('accountChange')!()
    await vi.waitFor(() => expect(kernel!.ports.accounts.active('bip122')?.address).toBe(SECOND))
    await kernel.disconnect()
    expect(listeners.size).toBe(0)
  },
)
