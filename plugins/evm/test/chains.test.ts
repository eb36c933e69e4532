// @vitest-environment happy-dom
import { createKernel, type Kernel } from '@latchkey/kernel'
import { isCaip10, toCaip10 } from '@latchkey/plugin-api'
import { mainnet, sepolia } from 'viem/chains'
import { afterEach, describe, expect, it } from 'vitest'
import { evm } from '../src/index.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let kernel: ReturnType<typeof make> | undefined
afterEach(() => kernel?.dispose())
const make = () =>
  createKernel({
    metadata: { name: 'Test' },
    storage: null,
    plugins: [evm({ networks: [mainnet, sepolia] })],
  })
const started = (): NonNullable<typeof kernel> => (kernel = make())
const networkOf = (made: Kernel, id: string) => made.ports.networks.find(id)?.value

/** An injected wallet at `window.ethereum`. */
const inject = (answer: (method: string) => unknown) => {
  Object.assign(window, {
    ethereum: {
      request: async ({ method }: { method: string }) => answer(method),
      on: () => undefined,
      removeListener: () => undefined,
    },
  })
  return () => void Reflect.deleteProperty(window, 'ethereum')
}

it('Chains of viem are taken as they are: Ethereum is eip155:1 [ENT-11]', () => {
  expect(networkOf(started(), 'eip155:1')).toMatchObject({
    id: 'eip155:1',
    reference: '1',
    name: 'Ethereum',
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
  })
})

it('A chain of viem becomes a network with all that a network has [ENT-08] [ENT-09]', () => {
  const made = networkOf(started(), 'eip155:1')
  expect(made).toMatchObject({
    id: 'eip155:1',
    namespace: 'eip155',
    reference: '1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: mainnet.rpcUrls.default.http,
    blockExplorers: [{ name: 'Etherscan', url: 'https://etherscan.io' }],
  })
  expect(networkOf(kernel!, 'eip155:11155111')?.testnet).toBe(true)
  expect(made?.testnet).toBeFalsy()
})

it('A network has the picture that the host gives its chain [ENT-10]', () => {
  const drawn = { ...mainnet, assets: { imageUrl: 'https://shop.example/one.png' } }
  kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    plugins: [evm({ networks: [drawn, sepolia] })],
  })
  expect(networkOf(kernel, 'eip155:1')?.assets).toEqual({
    imageUrl: 'https://shop.example/one.png',
  })
  expect(networkOf(kernel, 'eip155:11155111')).not.toHaveProperty('assets')
})
it('Sepolia is known as a testnet [ENT-12]', () => {
  expect(networkOf(started(), 'eip155:11155111')).toMatchObject({
    id: 'eip155:11155111',
    testnet: true,
  })
})

describe('an address', () => {
  it.each([
    ALICE,
    ALICE.toLowerCase(),
    ALICE.slice(2).toLowerCase(),
    `0x${ALICE.slice(2).toUpperCase()}`,
  ])('An address is 40 hexadecimal characters with or without 0x: %s [VALID-04]', async (text) => {
    expect((await started().ports.adapter('eip155')).parseAddress(text)).toBe(ALICE)
  })

  it.each([
    ALICE.slice(0, -1),
    `${ALICE}0`,
    ALICE.replace('7', 'g'),
    ALICE.replace('C', 'c'),
    '',
    '0x',
    ` ${ALICE}`,
    'vitalik.eth',
  ])('%j is not an address [VALID-04]', async (text) => {
    const { parseAddress } = await started().ports.adapter('eip155')
    expect(() => parseAddress(text)).toThrow(
      expect.objectContaining({ code: 'adapter.invalid_address' }),
    )
  })
})

describe('an injected wallet', () => {
  it('An injected wallet connects, and its account has a CAIP-10 form [FEAT-04] [CONN-28]', async () => {
    const remove = inject((method) => (method === 'eth_chainId' ? '0x1' : [ALICE.toLowerCase()]))
    const made = started()
    await made.connect('injected')
    const used = made.ports.accounts.active('eip155')
    expect(used?.address).toBe(ALICE)
    expect(made.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
    const id = toCaip10(made.ports.activeNetwork.current('eip155')!.id, used!.address)
    expect(isCaip10(id)).toBe(true)
    expect(id).toMatch(/^eip155:1:0x[0-9a-fA-F]{40}$/)
    remove()
  })
})

describe('an announced wallet', () => {
  it('An announced wallet connects when chosen, under its announced rdns and icon [FEAT-05] [ENT-17]', async () => {
    const asked: string[] = []
    const provider = {
      request: async ({ method }: { method: string }) => (
        asked.push(method),
        method === 'eth_chainId' ? '0x1' : [ALICE]
      ),
      on: () => undefined,
      removeListener: () => undefined,
    }
    const detail = {
      info: {
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Announced',
        icon: 'data:image/svg+xml,<svg/>',
        rdns: 'test.announced',
      },
      provider,
    }
    const made = started()
    await made.ports.late.load()
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    await expect.poll(() => made.ports.connectors.find('test.announced')).toBeDefined()
    expect(made.ports.connectors.find('test.announced')?.value).toMatchObject({
      rdns: 'test.announced',
      icon: 'data:image/svg+xml,<svg/>',
    })
    expect(asked).toEqual([])
    await made.connect('test.announced')
    expect(asked).toContain('eth_requestAccounts')
    expect(made.ports.accounts.active('eip155')?.address).toBe(ALICE)
  })
})

it('A request that names no account is shown for the first account of the wallet, whichever is active', async () => {
  const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const remove = inject((method) =>
    method === 'eth_chainId' ? '0x1' : method.endsWith('ccounts') ? [ALICE, BOB] : null,
  )
  const made = started()
  await made.ready
  await made.ports.late.load()
  const { id: connectionId } = await made.connect('injected')
  await made.ports.accounts.select({
    connectionId,
    namespace: 'eip155',
    key: made.ports.accounts.all('eip155')[1]!.key,
  })
  const [account, network] = [made.ports.accounts.active('eip155')!, networkOf(made, 'eip155:1')!]
  const { describe: say } = await made.ports.adapter('eip155')
  const told = await say!({
    account,
    network,
    method: 'eth_sendTransaction',
    params: [{ to: ALICE, value: '0x1' }],
  } as never)
  expect([account.address, told?.rows.at(-1)]).toEqual([
    BOB,
    { label: 'evm.from', value: ALICE, warning: 'evm.otherAccount' },
  ])
  remove()
})
