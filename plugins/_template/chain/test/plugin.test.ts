import { createKernel } from '@latchkey/kernel'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mainnet, sampleChain } from '../src/index.js'
import { ALICE, FakeWallet } from './FakeWallet.js'

// A kernel as a host makes it, in Node: the wallet is all that it needs of a page.
async function start() {
  const wallet = new FakeWallet()
  vi.stubGlobal('window', new EventTarget())
  wallet.install()
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    strict: true,
    plugins: [sampleChain({ networks: [mainnet] })],
  })
  await kernel.ready
  return {
    kernel,
    wallet,
    api: kernel.plugins['sample-chain'],
    address: () => kernel.ports.accounts.active('samplech')?.address,
  }
}

describe('a host', () => {
  let world: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    world = await start()
  })
  afterEach(() => {
    world.kernel.dispose()
    vi.unstubAllGlobals()
  })

  it('has the connected account sign', async () => {
    await world.kernel.connect('sample-chain.wallet')
    expect(await world.api.sign('hello')).toBe(`signed:["${ALICE}","hello"]`)
  })

  it('has bytes signed as the very text that they are, a byte order mark included, and none that are no text (audit C12)', async () => {
    await world.kernel.connect('sample-chain.wallet')
    const { ports } = world.kernel
    const [adapter, account, network] = [
      await ports.adapter('samplech'),
      ports.accounts.active('samplech'),
      ports.activeNetwork.current('samplech'),
    ]
    if (!account || !network) throw new Error('Nobody is connected.')
    const sign = (message: Uint8Array) => adapter.sign?.({ account, network, message })
    expect(await sign(new TextEncoder().encode('\ufeffgrüezi'))).toBe(
      `signed:${JSON.stringify([ALICE, '\ufeffgrüezi'])}`,
    )
    const before = world.wallet.prompts()
    const error: unknown = await sign(Uint8Array.of(0xff, 0xfe, 0x41))?.catch(
      (reason: unknown) => reason,
    )
    expect(isLatchkeyError(error, 'sample-chain.message_not_text')).toBe(true)
    expect(world.wallet.prompts()).toBe(before)
  })

  it('asks no wallet for a signature that nobody waits for any more, and lets no refusal of it fall (audit C4)', async () => {
    await world.kernel.connect('sample-chain.wallet')
    const before = world.wallet.prompts()
    const request = {
      network: 'samplech:main',
      method: 'samplech_sign',
      params: [ALICE, 'hello'],
      signal: AbortSignal.abort(),
    } as const
    const error: unknown = await world.kernel.ports.connections
      .request(request)
      .catch((reason: unknown) => reason)
    expect(isLatchkeyError(error, 'kernel.aborted')).toBe(true)
    expect(world.wallet.prompts()).toBe(before)
  })

  it('is told what to do where nobody is connected', async () => {
    const error: unknown = await world.api.sign('hello').catch((reason: unknown) => reason)
    expect(isLatchkeyError(error, 'rpc.no_connection')).toBe(true)
  })

  it('reads the balance in base units', async () => {
    await world.kernel.connect('sample-chain.wallet')
    const late = await world.kernel.ports.late.load()
    expect(await late.balance({ network: 'samplech:main', address: ALICE })).toEqual({
      value: 1_234_500n,
      decimals: 6,
      symbol: 'COIN',
    })
  })

  it('sees another account when the visitor chooses one in the wallet, and none that is no address', async () => {
    await world.kernel.connect('sample-chain.wallet')
    world.wallet.show('other')
    await vi.waitFor(() => expect(world.address()).not.toBe(ALICE))
    world.wallet.show('hostile')
    await vi.waitFor(() => expect(world.address()).toBe(ALICE))
    expect(world.kernel.ports.accounts.all('samplech')).toHaveLength(1)
  })

  it('is disconnected when the visitor takes all accounts back', async () => {
    await world.kernel.connect('sample-chain.wallet')
    world.wallet.show('none')
    await vi.waitFor(() => expect(world.address()).toBeUndefined())
    expect(world.wallet.listeners()).toBe(0)
  })
})
