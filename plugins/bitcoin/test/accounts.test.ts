import { createKernel } from '@latchkey/kernel'
import {
  definePlugin,
  isCaip10,
  isCaip2,
  knownNamespaces,
  toCaip10,
  type Account,
  type Connection,
  type PluginContext,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bitcoin, mainnet, testnet } from '../src/index.js'
import { becomePage, createSite, failure } from './support.js'

const PAY = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const SPARE = '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'
const ORDINALS = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const ID = 'bitcoin.TestProviders.Wallet'
const ADDRESSES = [
  {
    address: ORDINALS,
    publicKey: 'cc'.repeat(32),
    purpose: 'ordinals',
    derivationPath: "m/86'/0'/0'/0/0",
  },
  {
    address: PAY,
    publicKey: '02'.repeat(33),
    purpose: 'payment',
    derivationPath: "m/84'/0'/0'/0/0",
  },
  { address: SPARE, publicKey: '03'.repeat(33), purpose: 'payment' },
  { address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE', purpose: 'stacks' },
]

let kernel: ReturnType<typeof createSite>
let addresses: unknown
const requests: string[] = []
const request = async (method: string): Promise<unknown> => {
  requests.push(method)
  if (method === 'wallet_connect') return { jsonrpc: '2.0', id: '1', result: { addresses } }
  if (method === 'wallet_getAccount') return { jsonrpc: '2.0', id: '1', result: { addresses } }
  throw { jsonrpc: '2.0', id: '1', error: { code: -32601, message: 'unknown' } }
}
beforeEach(async () => {
  becomePage()
  addresses = ADDRESSES
  requests.length = 0
  Object.assign(window, {
    btc_providers: [{ id: 'TestProviders.Wallet', name: 'Test Wallet' }],
    TestProviders: { Wallet: { request } },
  })
  kernel = createSite([mainnet, testnet])
  await kernel.ready
})
afterEach(() => {
  kernel.dispose()
  vi.unstubAllGlobals()
})
const connect = async (): Promise<void> => {
  await kernel.ports.late.load()
  await Promise.resolve()
  await kernel.connect(ID)
}

it('A payment account is preferred by default, and another type where the host says so [ACCT-08]', async () => {
  expect(knownNamespaces['bip122']?.accountType).toBe('payment')
  const account = (type: string, address: string): Account => ({
    key: type,
    namespace: 'bip122',
    address,
    type,
  })
  const connection: Connection = {
    id: 'two',
    connectorId: 'two',
    scopes: {
      bip122: {
        accounts: [account('eoa', SPARE), account('payment', PAY)],
        networks: 'any',
        methods: 'any',
      },
    },
    request: () => Promise.resolve(null),
    onChange: () => () => undefined,
    release: () => Promise.resolve(),
    snapshot: () => null,
  }
  const other = definePlugin({
    id: 'two',
    version: '1.0.0',
    kernelApi: '^0.1',
    setup: (ctx) =>
      void ctx.connectors.add({
        id: 'two',
        name: 'Two',
        kind: 'external',
        namespaces: ['bip122'],
        availability: () => 'available',
        connect: () => Promise.resolve(connection),
      }),
  })
  for (const [accountTypes, address] of [
    [undefined, PAY],
    [{ bip122: 'eoa' }, SPARE],
  ] as const) {
    const made = createKernel({
      metadata: { name: 'Test' },
      storage: null,
      mobile: false,
      logLevel: 'silent',
      plugins: [bitcoin({ networks: [mainnet] }), other],
      ...(accountTypes && { accountTypes }),
    })
    await made.connect('two')
    expect(made.ports.accounts.active('bip122')?.address).toBe(address)
    made.dispose()
  }
})

describe('a connected wallet', () => {
  it('The payment address of a wallet is the active account, whichever address it names first [FEAT-07]', async () => {
    await connect()
    expect(kernel.ports.connections.get().namespaces['bip122']?.address).toBe(PAY)
    expect(kernel.ports.accounts.active('bip122')).toMatchObject({
      type: 'payment',
      publicKey: '02'.repeat(33),
      path: "m/84'/0'/0'/0/0",
    })
  })

  it('Payment and ordinals accounts are kept apart, and accounts of other chains are left out', async () => {
    await connect()
    expect(kernel.ports.accounts.all('bip122').map(({ type, address }) => [type, address])).toEqual(
      [
        ['ordinals', ORDINALS],
        ['payment', PAY],
        ['payment', SPARE],
      ],
    )
    expect(await kernel.plugins.bitcoin.getAccountAddresses()).toMatchObject([
      { address: ORDINALS, intention: 'ordinal', path: "m/86'/0'/0'/0/0" },
      { address: PAY, intention: 'payment' },
      { address: SPARE },
    ])
  })

  it('A request that names no account is shown for the first payment address, whatever is active', async () => {
    await connect()
    const { connectionId } = kernel.ports.accounts.active('bip122')!
    const { describe: say } = await kernel.ports.adapter('bip122')
    const told = async (method: string, params: object) =>
      (
        await say!({
          account: kernel.ports.accounts.active('bip122')!,
          network: mainnet,
          method,
          params,
        } as never)
      )?.rows.filter(({ label }) => label === 'bitcoin.from')
    expect(await told('signMessage', { message: 'Hi' })).toEqual([])
    await kernel.ports.accounts.select({
      connectionId,
      namespace: 'bip122',
      key: `payment:${SPARE}`,
    })
    const other = [{ label: 'bitcoin.from', value: PAY, warning: 'bitcoin.otherAccount' }]
    expect(await told('signMessage', { message: 'Hi' })).toEqual(other)
    expect(await told('sendTransfer', { recipientAddress: ORDINALS, amount: '1' })).toEqual(other)
    expect(await told('signMessage', { message: 'Hi', account: SPARE })).toEqual([])
  })

  it('The account of a wallet has a CAIP-10 form [CONN-30]', async () => {
    await connect()
    const { address } = kernel.ports.accounts.active('bip122')!
    const caip = toCaip10(kernel.ports.activeNetwork.current('bip122')!.id, address)
    expect(caip).toBe(`bip122:000000000019d6689c085ae165831e93:${PAY}`)
    expect(isCaip10(caip)).toBe(true)
  })

  it('An address whose checksum is wrong is left out', async () => {
    addresses = [
      { address: PAY.replace('t4', 't5'), purpose: 'payment' },
      { address: SPARE, purpose: 'payment' },
    ]
    await connect()
    expect(kernel.ports.accounts.all('bip122').map(({ address }) => address)).toEqual([SPARE])
  })
})

describe('switching', () => {
  it('A switch takes another payment account [ACCT-04]', async () => {
    await connect()
    await kernel.plugins.bitcoin.switchAccount({ address: SPARE })
    expect(kernel.ports.accounts.active('bip122')?.address).toBe(SPARE)
  })

  it('A switch to an ordinals account is refused in both ways [ACCT-04] [VALID-07]', async () => {
    await connect()
    const refused = {
      code: 'bitcoin.not_payment',
      message: 'Switching to non-payment accounts is not allowed for bip122',
    }
    expect(
      await failure(kernel.plugins.bitcoin.switchAccount({ address: ORDINALS })),
    ).toMatchObject(refused)
    const { connectionId, key } = kernel.ports.accounts
      .all('bip122')
      .find(({ type }) => type === 'ordinals')!
    expect(
      await failure(kernel.ports.accounts.select({ connectionId, namespace: 'bip122', key })),
    ).toMatchObject(refused)
    expect(kernel.ports.accounts.active('bip122')?.address).toBe(PAY)
  })

  it('A switch without an address is refused [VALID-06]', async () => {
    await connect()
    expect(await failure(kernel.plugins.bitcoin.switchAccount({}))).toMatchObject({
      code: 'bitcoin.address_required',
      message: 'Address parameter is required for switching bip122 connection',
    })
  })
})

it('The plugin has Bitcoin and Bitcoin testnet [ENT-14]', () => {
  expect([mainnet, testnet].map(({ namespace, testnet: isTest }) => [namespace, isTest])).toEqual([
    ['bip122', false],
    ['bip122', true],
  ])
  expect([mainnet, testnet].every(({ id }) => isCaip2(id))).toBe(true)
  expect(mainnet.id).not.toBe(testnet.id)
})

it('A connection comes back without a prompt, and not after the wallet disconnected from the site', async () => {
  kernel.dispose()
  const storage = fakeStorage()
  kernel = createSite([mainnet], { storage })
  await connect()
  kernel.dispose()
  requests.length = 0
  kernel = createSite([mainnet], { storage })
  await vi.waitFor(() => expect(kernel.ports.accounts.active('bip122')?.address).toBe(PAY))
  expect(requests).not.toContain('wallet_connect')
  kernel.dispose()
  addresses = []
  kernel = createSite([mainnet], { storage })
  await kernel.ports.late.load()
  await vi.waitFor(() => expect(kernel.ports.connections.get().restoring).toBe(false))
  expect(kernel.ports.accounts.active('bip122')).toBeUndefined()
})

it('Wallets of ours whose id another plugin took get an id of their own, and no other wallet is kept out', async () => {
  kernel.dispose()
  const squatter = {
    id: 'squatter',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup: (ctx: PluginContext) =>
      void ctx.connectors.add({
        id: 'bitcoin.unisat',
        name: 'Squatter',
        kind: 'injected',
        namespaces: ['eip155'],
        availability: () => 'installed',
        connect: () => Promise.reject(new Error('not here')),
      }),
  }
  kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [squatter, bitcoin({ networks: [mainnet] })],
  }) as unknown as typeof kernel
  await kernel.ready
  await kernel.ports.late.load()
  await Promise.resolve()
  expect(
    kernel.ports.connectors
      .get()
      .filter(({ owner }) => owner === 'bitcoin')
      .map(({ value: { id } }) => id),
  ).toEqual(['bitcoin.unisat:bip122', 'bitcoin.okx', 'bitcoin.leather', ID])
})

it.each([
  ['signMessage', { message: 7 }, 'rpc.failed'],
  ['signMessage', { message: 'x', protocol: 'ECDSA' }, 'rpc.failed'],
  [
    'signMessage',
    { message: 'x', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
    'wallet.unauthorized',
  ],
  ['signPsbt', { psbt: 'AAAA' }, 'rpc.failed'],
  ['signPsbt', { psbt: 'cHNidP8=', signInputs: [{ address: PAY, index: -1 }] }, 'rpc.failed'],
  ['sendTransfer', { recipientAddress: PAY, amount: '0' }, 'rpc.failed'],
  ['sendTransfer', { recipientAddress: PAY, amount: '1.5' }, 'rpc.failed'],
  ['sendTransfer', { recipientAddress: PAY, amount: '1', memo: 'x' }, 'rpc.failed'],
  [
    'sendTransfer',
    { recipientAddress: PAY.replace('t4', 't5'), amount: '1' },
    'adapter.invalid_address',
  ],
  [
    'sendTransfer',
    { recipientAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', amount: '1' },
    'adapter.invalid_address',
  ],
  ['getNewAddress', {}, 'rpc.method_not_allowed'],
])('A request %s %j is refused before the wallet sees it', async (method, params, code) => {
  await connect()
  requests.length = 0
  expect(await failure(kernel.plugins.bitcoin.provider.request({ method, params }))).toMatchObject({
    code,
  })
  expect(requests).toEqual([])
})
