import { isCaip10, toCaip10 } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cosmoshub, juno, osmosis, stargaze } from '../src/chain/networks.js'
import { FakeWallet, type FakeWalletOptions } from './fakeWallet.js'
import { accountsOf, becomePage, failure, openKernel, type CosmosKernel } from './support.js'

const CHAINS = { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' }
let wallet: FakeWallet
const kernels: CosmosKernel[] = []
beforeEach(becomePage)
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
})

const open = async (...more: Parameters<typeof openKernel>): Promise<CosmosKernel> => {
  const kernel = await openKernel(...more)
  kernels.push(kernel)
  return kernel
}
const install = (options: Partial<FakeWalletOptions> = {}): FakeWallet => {
  wallet = new FakeWallet({ chains: CHAINS, ...options })
  wallet.install()
  return wallet
}
const asked = (): string[] => wallet.calls.map(({ method }) => method)

describe('connecting', () => {
  it('A connection gives an account on the network in use, in CAIP-10 form [FEAT-09] [CONN-32]', async () => {
    install()
    const { connect, ports } = await open([cosmoshub, osmosis])
    await connect('cosmos.keplr')
    const { namespaces } = ports.connections.get()
    expect(namespaces['cosmos']).toMatchObject({
      status: 'connected',
      address: wallet.address('cosmoshub-4'),
    })
    const caip = toCaip10(ports.activeNetwork.current('cosmos')!.id, namespaces['cosmos']!.address!)
    expect(caip).toBe(`cosmos:cosmoshub-4:${wallet.address('cosmoshub-4')}`)
    expect(isCaip10(caip)).toBe(true)
    expect(ports.accounts.active('cosmos')?.type).toBe('eoa')
  })

  it('The visitor is asked once for all networks, and each has its key', async () => {
    install()
    wallet.otherKeys.add('osmosis-1')
    const kernel = await open([cosmoshub, osmosis])
    await kernel.connect('cosmos.keplr')
    expect(wallet.prompts).toBe(1)
    expect(wallet.calls[0]).toEqual({ method: 'enable', params: [['cosmoshub-4', 'osmosis-1']] })
    await kernel.switchNetwork('cosmos:osmosis-1')
    expect(kernel.ports.accounts.active('cosmos')).toMatchObject({
      address: wallet.address('osmosis-1'),
      publicKey: Buffer.from(wallet.publicKey('osmosis-1')).toString('hex'),
    })
    await kernel.switchNetwork('cosmos:cosmoshub-4')
    expect(kernel.ports.accounts.active('cosmos')?.address).toBe(wallet.address('cosmoshub-4'))
    expect(wallet.publicKey('osmosis-1')).not.toEqual(wallet.publicKey('cosmoshub-4'))
  })

  it('Networks that the wallet does not know are left out, and added when the visitor goes there', async () => {
    install()
    const kernel = await open([cosmoshub, juno, osmosis])
    await kernel.connect('cosmos.keplr')
    expect(accountsOf(kernel)).toEqual([wallet.address('cosmoshub-4'), wallet.address('osmosis-1')])
    expect(asked()).not.toContain('experimentalSuggestChain')
    await kernel.switchNetwork('cosmos:juno-1')
    expect(
      wallet.calls.find(({ method }) => method === 'experimentalSuggestChain')?.params[0],
    ).toMatchObject({ chainId: 'juno-1', chainName: 'Juno' })
    expect(kernel.ports.accounts.active('cosmos')?.address).toBe(wallet.address('juno-1'))
    expect(wallet.address('juno-1')).toMatch(/^juno1/)
  })

  it('The first network is added where the wallet knows none', async () => {
    install({ chains: {} })
    const kernel = await open([juno, stargaze])
    await kernel.connect('cosmos.keplr')
    expect(accountsOf(kernel)).toEqual([wallet.address('juno-1')])
  })

  it('The network stays the same when the visitor declines to add another', async () => {
    install()
    const kernel = await open([cosmoshub, juno])
    await kernel.connect('cosmos.keplr')
    wallet.how = { reject: new Error('Request rejected') }
    expect(await failure(kernel.switchNetwork('cosmos:juno-1'))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect(kernel.ports.activeNetwork.current('cosmos')?.id).toBe('cosmos:cosmoshub-4')
  })

  it('The wallet is not asked again after the visitor declined', async () => {
    install()
    wallet.how = { reject: new Error('Request rejected') }
    const kernel = await open([cosmoshub, osmosis])
    expect(await failure(kernel.connect('cosmos.keplr'))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect(asked()).toEqual(['enable'])
  })
})

describe('afterwards', () => {
  it('The accounts follow the wallet to other keys', async () => {
    install()
    const kernel = await open([cosmoshub, osmosis])
    await kernel.connect('cosmos.keplr')
    const before = accountsOf(kernel)
    wallet.changeKeys('two')
    await vi.waitFor(() =>
      expect(accountsOf(kernel)).toEqual([
        wallet.address('cosmoshub-4'),
        wallet.address('osmosis-1'),
      ]),
    )
    expect(accountsOf(kernel)).not.toEqual(before)
    expect(kernel.ports.accounts.active('cosmos')?.address).toBe(wallet.address('cosmoshub-4'))
  })

  it('The keys are read a few times, however often the wallet reports a change', async () => {
    install()
    const kernel = await open([cosmoshub])
    await kernel.connect('cosmos.keplr')
    wallet.calls.splice(0)
    for (let count = 0; count < 10_000; count++) wallet.changeKeys(`key ${count}`)
    await vi.waitFor(() => expect(accountsOf(kernel)).toEqual([wallet.address('cosmoshub-4')]))
    expect(wallet.calls.length).toBeLessThan(10)
  })

  it('The connection ends when the wallet revokes its permission', async () => {
    install()
    const kernel = await open([cosmoshub])
    await kernel.connect('cosmos.keplr')
    wallet.allowed.clear()
    wallet.changeKeys('two')
    await vi.waitFor(() =>
      expect(kernel.ports.connections.get().namespaces['cosmos']?.status).toBe('disconnected'),
    )
  })

  it('The connection is restored after a reload without a prompt', async () => {
    install()
    const storage = fakeStorage()
    const first = await open([cosmoshub, osmosis], { storage })
    await first.connect('cosmos.keplr')
    first.dispose()
    const prompts = wallet.prompts
    wallet.calls.splice(0)
    const second = await open([cosmoshub, osmosis], { storage })
    await vi.waitFor(() =>
      expect(accountsOf(second)).toEqual([
        wallet.address('cosmoshub-4'),
        wallet.address('osmosis-1'),
      ]),
    )
    expect(wallet.prompts).toBe(prompts)
    expect(asked()).toEqual(['getKey', 'getKey'])
  })

  it('A disconnect revokes the permission, and a second connect does not', async () => {
    install()
    const kernel = await open([cosmoshub])
    await kernel.connect('cosmos.keplr')
    await kernel.connect('cosmos.keplr')
    expect(asked()).not.toContain('disable')
    await kernel.disconnect()
    expect(wallet.calls.at(-1)).toEqual({ method: 'disable', params: [['cosmoshub-4']] })
    expect(accountsOf(kernel)).toEqual([])
  })
})

describe('signing for a host', () => {
  it('A signer or chain that is not in use is refused', async () => {
    install()
    const kernel = await open([cosmoshub, osmosis])
    await kernel.connect('cosmos.keplr')
    const { provider } = kernel.plugins.cosmos
    const doc = {
      chainId: 'cosmoshub-4',
      accountNumber: 1n,
      bodyBytes: new Uint8Array([1]),
      authInfoBytes: new Uint8Array([2]),
    }
    expect(await failure(provider.signDirect(wallet.address('osmosis-1'), doc))).toMatchObject({
      code: 'wallet.unauthorized',
    })
    expect(
      await failure(
        provider.signDirect(wallet.address('cosmoshub-4'), { ...doc, chainId: 'osmosis-1' }),
      ),
    ).toMatchObject({ code: 'rpc.failed', context: { rpcCode: -32602 } })
    expect(asked()).not.toContain('signDirect')
  })

  it('A Ledger offers no direct signing', async () => {
    install({ isNanoLedger: true })
    const kernel = await open([cosmoshub])
    const { scopes } = await kernel.connect('cosmos.keplr')
    expect(scopes['cosmos']?.methods).toEqual(['cosmos_getAccounts', 'cosmos_signAmino'])
  })
})
