import { createKernel } from '@latchkey/kernel'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { fakeStorage, type FakeStorage } from '@latchkey/plugin-testkit/fakes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mainnet, sampleChain } from '../src/index.js'
import { ALICE, CONNECTOR_ID, FakeWallet } from './FakeWallet.js'

/**
 * Creates a kernel as a host does. In Node, the only part of a page that it needs is the wallet.
 * @param storage the page's storage, for kernel and wallet. Left out: nothing is remembered
 */
async function start(storage?: FakeStorage) {
  const wallet = new FakeWallet(storage)
  vi.stubGlobal('window', new EventTarget())
  wallet.install()
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: storage ?? null,
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

describe('A host', () => {
  let world: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    world = await start()
  })
  afterEach(() => {
    world.kernel.dispose()
    vi.unstubAllGlobals()
  })

  it('A host gets a message signed by the connected account', async () => {
    await world.kernel.connect(CONNECTOR_ID)
    expect(await world.api.sign('hello')).toBe(`signed:["${ALICE}","hello"]`)
  })

  it('A host gets UTF-8 signed as text, byte order mark included, and other bytes refused (audit C12)', async () => {
    await world.kernel.connect(CONNECTOR_ID)
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

  it('A host cancels a signature before the wallet is asked, without an unhandled rejection (audit C4)', async () => {
    await world.kernel.connect(CONNECTOR_ID)
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

  it('A host gets a typed error where no wallet is connected', async () => {
    const error: unknown = await world.api.sign('hello').catch((reason: unknown) => reason)
    expect(isLatchkeyError(error, 'rpc.no_connection')).toBe(true)
  })

  it('A host reads the balance in base units', async () => {
    await world.kernel.connect(CONNECTOR_ID)
    const late = await world.kernel.ports.late.load()
    expect(await late.balance({ network: 'samplech:main', address: ALICE })).toEqual({
      value: 1_234_500n,
      decimals: 6,
      symbol: 'COIN',
    })
  })

  it('A host sees the account that the visitor chooses in the wallet, and no malformed address', async () => {
    await world.kernel.connect(CONNECTOR_ID)
    world.wallet.show('other')
    await vi.waitFor(() => expect(world.address()).not.toBe(ALICE))
    world.wallet.show('hostile')
    await vi.waitFor(() => expect(world.address()).toBe(ALICE))
    expect(world.kernel.ports.accounts.all('samplech')).toHaveLength(1)
  })

  it('A host is disconnected when the visitor revokes all accounts', async () => {
    await world.kernel.connect(CONNECTOR_ID)
    world.wallet.show('none')
    await vi.waitFor(() => expect(world.address()).toBeUndefined())
    expect(world.wallet.listeners()).toBe(0)
  })
})

describe('A reload', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('A reload brings the connection back without a prompt where the wallet remembers the site', async () => {
    const storage = fakeStorage()
    const before = await start(storage)
    await before.kernel.connect(CONNECTOR_ID)
    before.kernel.dispose()
    const after = await start(storage)
    await vi.waitFor(() => expect(after.address()).toBe(ALICE))
    expect(after.wallet.prompts()).toBe(0)
    after.kernel.dispose()
  })
})
