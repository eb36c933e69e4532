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
  const kernel = createKernel({ metadata: { name: 'Test' }, storage: null, mobile: false, strict: true, plugins: [sampleChain({ networks: [mainnet] })] })
  await kernel.ready
  return { kernel, wallet, api: kernel.plugins['sample-chain'], address: () => kernel.ports.accounts.active('samplech')?.address }
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

  it('is told what to do where nobody is connected', async () => {
    const error: unknown = await world.api.sign('hello').catch((reason: unknown) => reason)
    expect(isLatchkeyError(error, 'rpc.no_connection')).toBe(true)
  })

  it('reads the balance in base units', async () => {
    await world.kernel.connect('sample-chain.wallet')
    const late = await world.kernel.ports.late.load()
    expect(await late.balance({ network: 'samplech:main', address: ALICE })).toEqual({ value: 1_234_500n, decimals: 6, symbol: 'COIN' })
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
