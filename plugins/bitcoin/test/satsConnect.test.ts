import { createKernel, type KernelOptions } from '@latchkey/kernel'
import {
  createToken,
  definePlugin,
  type PreviewedRequest,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import { unsupportedMethod } from '@latchkey/plugin-api/wallet'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { Bip122Wallet } from '@latchkey/plugin-testkit/wallets'
import {
  addListener,
  getProviderById,
  getProviders,
  request as ask,
  RpcErrorCode,
  type RpcResult,
} from '@sats-connect/core'
import { hex } from '@scure/base'
import bip322 from 'bip322-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bitcoin, mainnet, testnet, type BitcoinSource } from '../src/index.js'
import { registerSatsConnect, type SatsConnectRegistration } from '../src/satsConnect/index.js'
import { unisat } from './bench.js'
import { becomePage } from './support.js'

const WBIP = 'bitcoin.BenchProviders.BitcoinProvider'
const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ON_TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const PSBT = 'cHNidP8BAA=='
const wallet = new Bip122Wallet()
const { payment, ordinals } = wallet.keys

/** A source with two coins of any address, one of them not in a block yet. */
const source: BitcoinSource = {
  balance: async () => 70_000n,
  utxos: async () => [
    { txid: '01'.repeat(32), index: 0, value: 50_000n, confirmed: true },
    { txid: '02'.repeat(32), index: 1, value: 20_000n, confirmed: false },
  ],
  broadcast: async () => '03'.repeat(32),
  status: async () => 'unknown',
  feeRate: async () => 2,
}

let kernel: ReturnType<typeof open>
let registered: SatsConnectRegistration
const ends: (() => void)[] = []
function open(options: Partial<KernelOptions> = {}, plugins: KernelOptions['plugins'] = []) {
  return createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [bitcoin({ networks: [mainnet, testnet], source }), ...plugins],
  })
}
/** A page with a kernel that sats-connect can reach. */
function visit(...given: Parameters<typeof open>): void {
  const made = open(...given)
  const mine = registerSatsConnect(made)
  ends.push(
    () => made.dispose(),
    () => mine.release(),
  )
  kernel = made
  registered = mine
}
beforeEach(() => {
  becomePage()
  ends.push(wallet.install())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  vi.unstubAllGlobals()
})

/** The calls of a host that knows sats-connect alone. */
const request = ((method: never, params: never) =>
  ask(method, params, registered.providerId)) as unknown as (
  method: string,
  params?: unknown,
) => Promise<
  { status: 'success'; result: unknown } | Extract<RpcResult<'getInfo'>, { status: 'error' }>
>
const result = async (method: string, params: unknown = null): Promise<unknown> => {
  const answer = await request(method, params)
  if (answer.status === 'error') throw new Error(JSON.stringify(answer.error))
  return answer.result
}
/** The code of a refusal. */
const codeOf = async (method: string, params: unknown = null): Promise<unknown> => {
  const answer = await request(method, params)
  return answer.status === 'error' ? answer.error.code : answer.result
}
const modalOpens = (): Promise<void> =>
  vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(true), { timeout: 10_000 })
/** The acts of a visitor in the modal. */
async function choose(id = WBIP): Promise<void> {
  await modalOpens()
  await vi.waitFor(() => expect(kernel.ports.connectors.find(id)).toBeDefined())
  await kernel.connect(id)
}
async function connected(...given: Parameters<typeof open>): Promise<void> {
  visit(...given)
  await kernel.ports.late.load()
  await kernel.connect(WBIP)
}
const BOTH = [
  {
    address: payment.address,
    publicKey: payment.publicKey,
    purpose: 'payment',
    addressType: 'p2wpkh',
    walletType: 'software',
  },
  {
    address: ordinals.address,
    publicKey: ordinals.publicKey,
    purpose: 'ordinals',
    addressType: 'p2tr',
    walletType: 'software',
  },
]
/** The id of an account says nothing of its connection, and stays the same. */
const ACCOUNT = expect.stringMatching(/^[0-9a-f]{32}$/) as string
const ON_MAINNET = {
  bitcoin: { name: 'Mainnet' },
  stacks: { name: 'mainnet' },
  spark: { name: 'mainnet' },
}

describe('On the page', () => {
  it('The library finds the provider by its id and in its list, until it is released', () => {
    visit()
    const { providerId, provider, release } = registered
    expect(providerId).toBe('LatchkeyProviders.default')
    expect(getProviderById(providerId)).toBe(provider)
    expect(getProviders().map(({ id, name }) => [id, name])).toEqual([
      ['BenchProviders.BitcoinProvider', 'Bench'],
      [providerId, 'Latchkey'],
    ])
    release()
    release()
    expect(getProviderById(providerId)).toBeUndefined()
    expect(getProviders()).toHaveLength(1)
  })

  it('A second registration of one kernel replaces the first, whose release takes nothing away', () => {
    visit()
    const first = registered
    const second = registerSatsConnect(kernel, { name: 'Shop' })
    expect(second.providerId).toBe(first.providerId)
    expect(
      getProviders()
        .slice(1)
        .map(({ name }) => name),
    ).toEqual(['Shop'])
    first.release()
    expect(getProviderById(first.providerId)).toBe(second.provider)
    expect(getProviders()).toHaveLength(2)
    second.release()
    expect(getProviders()).toHaveLength(1)
  })

  it('A second registration of one kernel ends the listeners of the first', async () => {
    visit()
    const heard: string[] = []
    registered.provider.addListener('accountChange', () => void heard.push('first'))
    const second = registerSatsConnect(kernel)
    ends.push(() => second.release())
    second.provider.addListener('accountChange', () => void heard.push('second'))
    await kernel.ports.late.load()
    await kernel.connect(WBIP)
    await vi.waitFor(() => expect(heard).toEqual(['second']))
  })

  it.each([
    ['frozen', Object.freeze({})],
    ['a number', 7],
  ])('A window.LatchkeyProviders that is %s is an error that says so', (_, taken) => {
    Object.assign(window, { LatchkeyProviders: taken })
    expect(() => visit()).toThrow(
      expect.objectContaining({
        code: 'kernel.not_allowed',
        context: { what: 'window.LatchkeyProviders', plugin: 'bitcoin' },
        message: expect.stringContaining('before the page freezes it'),
      }),
    )
    expect(getProviders()).toHaveLength(1)
  })

  it('The list of methods that the page sees cannot be changed', async () => {
    visit()
    const { methods } = getProviders().at(-1) as unknown as { methods: string[] }
    expect(() => methods.push('made_up')).toThrow(TypeError)
    expect(await result('getInfo')).toMatchObject({ methods })
  })

  it('Two kernels have two providers, whatever signs are in their ids', () => {
    const ids = ['a.b', 'a-b', 'a_b', 'a_0b'].map((id) => {
      visit({ id })
      return registered.providerId
    })
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(getProviderById(id)).toBeDefined()
  })

  it.each([
    ['a list that cannot be changed', Object.freeze([])],
    ['something that is no list', 7],
    [
      'a list with entries that throw',
      [
        null,
        {
          get id() {
            throw new Error('no')
          },
        },
      ],
    ],
  ])('%s in window.btc_providers does not keep the provider off the page', (_, list) => {
    Object.assign(window, { btc_providers: list })
    visit()
    expect(getProviderById(registered.providerId)).toBe(registered.provider)
    registered.release()
    expect(getProviderById(registered.providerId)).toBeUndefined()
  })

  it('On a server nothing is registered, and a request has an answer', async () => {
    vi.stubGlobal('window', undefined)
    const made = open()
    ends.push(() => made.dispose())
    const { provider, release } = registerSatsConnect(made)
    expect(await provider.request('getInfo')).toMatchObject({ jsonrpc: '2.0', id: '1' })
    release()
    becomePage()
  })

  it('Our own list of wallets never shows this provider, by whatever name or way it is found', async () => {
    visit()
    const { provider, providerId } = registered
    Object.assign(window, { self: window, Alias: { wallet: provider } })
    for (const id of [`self.${providerId}`, `self.self.${providerId}`, 'Alias.wallet'])
      getProviders().push({ id, name: `Mirror ${id}`, icon: '' })
    // A copy of this package that another script brought along.
    vi.resetModules()
    const copy = await import('../src/satsConnect/index.js')
    expect(copy.registerSatsConnect).not.toBe(registerSatsConnect)
    const other = open({ id: 'other' })
    ends.push(() => other.dispose())
    ends.push(copy.registerSatsConnect(other, { name: 'Mirror of a copy' }).release)
    const standard = (name: string, more: object) => ({
      version: '1.0.0',
      name,
      icon: 'data:image/svg+xml,x',
      chains: ['bitcoin:mainnet'],
      accounts: [],
      features: {
        'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
        ...more,
      },
    })
    kernel.open()
    await vi.waitFor(() => expect(kernel.ports.connectors.find(WBIP)).toBeDefined())
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: { register(...wallets: unknown[]): unknown }) =>
          api.register(
            standard('Mirror of the Wallet Standard', { 'sats-connect:': { provider } }),
            standard('Genuine', {}),
          ),
      }),
    )
    const shown = () => kernel.ports.connectors.get().map(({ value }) => value.name)
    await vi.waitFor(() => expect(shown()).toContain('Genuine'))
    expect(shown().filter((name) => /Mirror|Latchkey/.test(name))).toEqual([])
  })
})

describe('Connecting', () => {
  it.each([
    ['getAccounts', { purposes: ['payment', 'ordinals'] }, BOTH],
    ['getAccounts', { purposes: ['ordinals'] }, BOTH.slice(1)],
    [
      'getAddresses',
      { purposes: ['payment', 'stacks'] },
      { addresses: BOTH.slice(0, 1), network: ON_MAINNET },
    ],
    [
      'wallet_connect',
      null,
      { id: ACCOUNT, addresses: BOTH, walletType: 'software', network: ON_MAINNET },
    ],
    ['wallet_requestPermissions', null, true],
  ])(
    '%s with %j opens the modal, and answers when the visitor has connected',
    async (method, params, wanted) => {
      visit()
      const [answer] = await Promise.all([result(method, params), choose()])
      expect(answer).toEqual(wanted)
      // From now on it answers without the modal.
      kernel.close()
      expect(await result(method, params)).toEqual(wanted)
      expect(kernel.ports.modal.get().open).toBe(false)
      expect(wallet.asked).toEqual(['wallet_connect'])
    },
  )

  it('A closed modal is a rejection by the visitor', async () => {
    visit()
    const asking = request('wallet_connect', null)
    await modalOpens()
    kernel.close()
    expect(await asking).toMatchObject({
      status: 'error',
      error: { code: RpcErrorCode.USER_REJECTION, data: { code: 'kernel.modal_closed' } },
    })
  })

  it('A wallet without a Bitcoin account answers a host of sats-connect with a rejection', async () => {
    const other = definePlugin({
      id: 'other',
      version: '1.0.0',
      kernelApi: '^0.1',
      chains: ['other'],
      setup(ctx) {
        ctx.networks.add({ ...mainnet, id: 'other:1', namespace: 'other', reference: '1' })
        ctx.adapters.add({
          namespace: 'other',
          abilities: [],
          resembles: () => true,
          load: async () => ({
            parseAddress: (text: unknown) => String(text),
            formatAddress: (text: string) => text,
            addressOn: ({ address }: { address: string }) => address,
          }),
        } as never)
        ctx.connectors.add(
          relayConnector('other', ['other'], {
            other: {
              accounts: [{ key: 'a', namespace: 'other', address: 'a', type: 'eoa' }],
              networks: 'any',
              methods: 'any',
            },
          }),
        )
      },
    })
    visit({}, [other])
    const [code] = await Promise.all([
      codeOf('getAccounts', { purposes: ['payment'] }),
      choose('other'),
    ])
    expect(code).toBe(RpcErrorCode.USER_REJECTION)
  })

  it('A wallet is asked to connect on the network that wallet_connect names', async () => {
    const asked: unknown[] = []
    Object.assign(window, {
      btc_providers: [{ id: 'TestProviders.Wallet', name: 'Test Wallet' }],
      TestProviders: {
        Wallet: {
          async request(method: string, params: unknown) {
            asked.push([method, params])
            return { result: { addresses: [{ address: ON_TESTNET, purpose: 'payment' }] } }
          },
        },
      },
    })
    visit()
    const [answer] = await Promise.all([
      result('wallet_connect', { addresses: ['payment'], network: 'Testnet' }),
      choose('bitcoin.TestProviders.Wallet'),
    ])
    expect(answer).toMatchObject({
      addresses: [{ address: ON_TESTNET }],
      network: { bitcoin: { name: 'Testnet' }, stacks: { name: 'testnet' } },
    })
    expect(asked).toEqual([
      ['wallet_connect', { addresses: ['payment', 'ordinals'], network: 'Testnet' }],
    ])
  })

  it('A wallet that stays on another network than wallet_connect names is told as unsupported', async () => {
    visit()
    const [code] = await Promise.all([codeOf('wallet_connect', { network: 'Testnet' }), choose()])
    expect(code).toBe(RpcErrorCode.METHOD_NOT_SUPPORTED)
    expect(await codeOf('wallet_connect', { network: 'Signet' })).toBe(RpcErrorCode.INVALID_PARAMS)
  })

  it.each(['wallet_disconnect', 'wallet_renouncePermissions'])(
    '%s ends the connection, also where none is',
    async (method) => {
      await connected()
      expect(await result(method)).toBeNull()
      expect(kernel.ports.accounts.active('bip122')).toBeUndefined()
      expect(await result(method)).toBeNull()
    },
  )

  it.each([
    ['wallet_getAccount', null],
    ['wallet_getWalletType', null],
    ['getBalance', null],
    ['signMessage', { address: OTHER, message: 'hi' }],
    ['signPsbt', { psbt: PSBT }],
    ['sendTransfer', { recipients: [{ address: OTHER, amount: 1 }] }],
  ])('%s is denied without a wallet, and opens nothing', async (method, params) => {
    visit()
    expect(await codeOf(method, params)).toBe(RpcErrorCode.ACCESS_DENIED)
    expect(kernel.ports.modal.get().open).toBe(false)
    expect(await result('wallet_getCurrentPermissions')).toEqual([])
  })

  it('A wallet of an earlier visit answers without the modal, once it has come back', async () => {
    const storage = fakeStorage()
    await connected({ storage })
    kernel.dispose()
    registered.release()
    visit({ storage })
    expect(await result('wallet_getAccount')).toMatchObject({ id: ACCOUNT, addresses: BOTH })
    expect(wallet.asked).toEqual(['wallet_connect'])
  })
})

describe('A connected wallet', () => {
  it('A connected wallet signs messages that verify, with their hash, by either address', async () => {
    await connected()
    for (const { address } of [payment, ordinals]) {
      const signed = (await result('signMessage', { address, message: 'Grüezi' })) as Record<
        string,
        string
      >
      expect(signed).toMatchObject({ address, protocol: 'BIP322' })
      expect(bip322.Verifier.verifySignature(address, 'Grüezi', signed['signature']!)).toBe(true)
    }
    // A vector of BIP-322.
    expect(
      await result('signMessage', { address: payment.address, message: 'Hello World' }),
    ).toMatchObject({
      messageHash: 'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
    })
    expect(wallet.asked).toEqual(['wallet_connect', 'signMessage', 'signMessage', 'signMessage'])
  })

  it.each([
    ['', '80e795d4a4caadd7047af389d9f7f220562feb6196032e2131e10563352c4bcc'],
    ['Vires is Numeris', 'f8a5affbef4a3241b19067aa694562f64f513310817297089a8929a930f4f933'],
  ])(
    'A wallet is asked for ECDSA where the host says so, and the hash of %j is the one of older signatures',
    async (message, messageHash) => {
      await connected()
      expect(
        await result('signMessage', { address: payment.address, message, protocol: 'ECDSA' }),
      ).toMatchObject({ protocol: 'ECDSA', messageHash })
    },
  )

  it('A PSBT is shown and signed with the inputs of each address', async () => {
    const seen: PreviewedRequest[] = []
    await connected({}, [previewing((asked) => void seen.push(asked))])
    await request('signPsbt', {
      psbt: PSBT,
      signInputs: { [payment.address]: [0, 2], [ordinals.address]: [1] },
      broadcast: true,
    })
    expect(seen).toMatchObject([
      {
        method: 'signPsbt',
        origin: 'host',
        class: 'sign',
        params: {
          account: payment.address,
          psbt: PSBT,
          signInputs: [
            { address: payment.address, index: 0 },
            { address: payment.address, index: 2 },
            { address: ordinals.address, index: 1 },
          ],
          broadcast: true,
        },
      },
    ])
  })

  it('A connected wallet sends a transfer, and its id is the answer', async () => {
    await connected()
    expect(
      await result('sendTransfer', { recipients: [{ address: OTHER, amount: 1_000 }] }),
    ).toEqual({
      txid: '00'.repeat(32),
    })
    expect(wallet.asked).toEqual(['wallet_connect', 'sendTransfer'])
  })

  it('A balance is told apart by what is in blocks', async () => {
    await connected()
    expect(await result('getBalance')).toEqual({
      confirmed: '50000',
      unconfirmed: '20000',
      total: '70000',
    })
  })

  it('Network, permissions and kind of a connected wallet are told', async () => {
    await connected()
    expect(await result('wallet_getNetwork')).toEqual(ON_MAINNET)
    expect(await result('wallet_getWalletType')).toBe('software')
    expect(await result('wallet_getCurrentPermissions')).toMatchObject([
      { type: 'account', resourceId: ACCOUNT, clientId: 'https://host.test' },
      { type: 'wallet' },
    ])
  })

  it('A wallet whose visitor declines answers with a rejection', async () => {
    await connected()
    wallet.behave({ reject: { code: 4001 } })
    for (const [method, params] of [
      ['signMessage', { address: payment.address, message: 'hi' }],
      ['sendTransfer', { recipients: [{ address: OTHER, amount: 1_000 }] }],
    ] as const)
      expect(await request(method, params)).toMatchObject({
        error: { code: RpcErrorCode.USER_REJECTION, data: { code: 'wallet.user_rejected' } },
      })
  })

  it('A wallet has only the addresses that it exposes: UniSat has one, for payments', async () => {
    ends.push(unisat.install())
    visit()
    await kernel.ports.late.load()
    await kernel.connect('bitcoin.unisat')
    expect(await result('getAccounts', { purposes: ['payment', 'ordinals'] })).toMatchObject([
      { address: OTHER, purpose: 'payment' },
    ])
    expect(await result('getAccounts', { purposes: ['ordinals'] })).toEqual([])
  })
})

/** A connector of another device, as WalletConnect's. `answers` are the wallet's, by method. */
function relayConnector(
  id: string,
  namespaces: readonly string[],
  scopes: object,
  answers: Readonly<Record<string, unknown>> = {},
  asked: unknown[] = [],
) {
  return {
    id,
    name: id,
    kind: 'external' as const,
    namespaces,
    availability: () => 'available' as const,
    connect: async () =>
      ({
        id: TOPIC,
        connectorId: id,
        scopes,
        request: async ({ method, params }: { method: string; params: unknown }) => {
          asked.push([method, params])
          const answer = answers[method] as { reject?: unknown } | undefined
          if (answer?.reject) throw unsupportedMethod(method)
          return answer
        },
        onChange: () => () => undefined,
        release: async () => undefined,
        snapshot: () => null,
      }) as never,
  }
}
/** A plugin that shows each request before the wallet is asked. */
const previewing = (review: (request: PreviewedRequest) => void) =>
  definePlugin({
    id: 'previewing',
    version: '1.0.0',
    kernelApi: '^0.1',
    setup: (ctx) =>
      void ctx.points.add(createToken<RequestPreviewer>('previews'), {
        id: 'previewing',
        takes: () => true,
        review: async (asked) => review(asked),
      }),
  })

const TOPIC = 'ab'.repeat(32)

describe('A wallet behind a relay', () => {
  const scopes = {
    bip122: {
      accounts: [
        { key: payment.address, namespace: 'bip122', address: payment.address, type: 'eoa' },
      ],
      networks: [mainnet.id],
      methods: ['getAccountAddresses', 'signMessage', 'sendTransfer', 'signPsbt'],
    },
  }
  const visitRelay = async (answers: Readonly<Record<string, unknown>>): Promise<unknown[]> => {
    const asked: unknown[] = []
    visit({}, [
      definePlugin({
        id: 'relay',
        version: '1.0.0',
        kernelApi: '^0.1',
        setup: (ctx) =>
          void ctx.connectors.add(relayConnector('relay', ['bip122'], scopes, answers, asked)),
      }),
    ])
    await kernel.ports.late.load()
    await kernel.connect('relay')
    return asked
  }

  it("A wallet behind a relay is asked by WalletConnect's profile, and answers as sats-connect does", async () => {
    const asked = await visitRelay({
      getAccountAddresses: [
        { address: payment.address, publicKey: payment.publicKey, intention: 'payment' },
        { address: ordinals.address, publicKey: ordinals.publicKey, intention: 'ordinal' },
      ],
      signMessage: { signature: 'aabb' },
      sendTransfer: { txid: '07'.repeat(32) },
      signPsbt: { psbt: PSBT },
    })
    expect(await result('getAccounts', { purposes: ['payment', 'ordinals'] })).toEqual(BOTH)
    expect(await result('signMessage', { address: payment.address, message: 'hi' })).toMatchObject({
      signature: 'qrs=',
    })
    expect(await result('sendTransfer', { recipients: [{ address: OTHER, amount: 7 }] })).toEqual({
      txid: '07'.repeat(32),
    })
    expect(await result('signPsbt', { psbt: PSBT })).toEqual({ psbt: PSBT })
    const account = payment.address
    expect(asked).toEqual([
      ['getAccountAddresses', { account }],
      ['signMessage', { account, address: account, message: 'hi', protocol: 'bip322' }],
      ['sendTransfer', { account, recipientAddress: OTHER, amount: '7' }],
      ['signPsbt', { account, psbt: PSBT }],
    ])
  })

  it('No answer tells the id of a connection, which behind a relay is its topic', async () => {
    await visitRelay({ getAccountAddresses: { reject: true } })
    const answers = await Promise.all(
      ['wallet_connect', 'wallet_getAccount', 'wallet_getCurrentPermissions'].map((method) =>
        result(method),
      ),
    )
    expect(JSON.stringify(answers)).not.toContain(TOPIC)
    const [connect, account, permissions] = answers as [
      { id: string },
      { id: string },
      { resourceId: string }[],
    ]
    expect([account.id, permissions[0]!.resourceId]).toEqual([connect.id, connect.id])
  })

  it('A wallet behind a relay that did not allow to read addresses has its accounts, without their keys', async () => {
    await visitRelay({ getAccountAddresses: { reject: true } })
    expect(await result('getAccounts', { purposes: ['payment', 'ordinals'] })).toEqual([
      { ...BOTH[0], publicKey: '' },
    ])
  })

  it('A wallet behind a relay that answers with something other than addresses is an error', async () => {
    await visitRelay({})
    expect(await codeOf('getAccounts', { purposes: ['payment'] })).toBe(RpcErrorCode.INTERNAL_ERROR)
  })
})

describe('Refusals', () => {
  it.each([
    ['getAccounts', { purposes: 'payment' }],
    ['getAccounts', { purposes: ['litecoin'] }],
    ['getAddresses', { purposes: [{ valueOf: 7 }] }],
    ['wallet_connect', { addresses: [7] }],
    ['wallet_connect', { network: 'Moon' }],
    ['wallet_changeNetwork', null],
    ['wallet_changeNetwork', { name: 'Signet' }],
    ['signMessage', null],
    ['signMessage', { message: 'hi' }],
    ['signMessage', { address: payment.address, message: 7 }],
    ['signMessage', { address: payment.address, message: 'hi', protocol: 'bip322' }],
    ['signPsbt', {}],
    ['signPsbt', { psbt: 'no PSBT' }],
    ['signPsbt', { psbt: PSBT, signInputs: [0] }],
    ['signPsbt', { psbt: PSBT, signInputs: {} }],
    ['signPsbt', { psbt: PSBT, signInputs: { [payment.address]: 0 } }],
    ['signPsbt', { psbt: PSBT, signInputs: { [payment.address]: [-1] } }],
    ['signPsbt', { psbt: PSBT, broadcast: 'yes' }],
    ['sendTransfer', {}],
    ['sendTransfer', { recipients: [] }],
    ['sendTransfer', { recipients: [{ address: OTHER, amount: 0 }] }],
    ['sendTransfer', { recipients: [{ address: OTHER, amount: 1.5 }] }],
    ['sendTransfer', { recipients: [{ address: OTHER, amount: '1' }] }],
    ['sendTransfer', { recipients: [{ address: `${OTHER.slice(0, -1)}5`, amount: 1 }] }],
  ])('%s with %j has invalid parameters, and the wallet is not asked', async (method, params) => {
    await connected()
    const answer = await request(method, params)
    expect(answer).toMatchObject({ status: 'error', error: { code: RpcErrorCode.INVALID_PARAMS } })
    expect(wallet.asked).toEqual(['wallet_connect'])
  })

  it.each(['stx_getAccounts', 'runes_mint', 'nothing', '__proto__', 'constructor', 'toString'])(
    'The method %s is not found',
    async (method) => {
      visit()
      expect(await codeOf(method)).toBe(RpcErrorCode.METHOD_NOT_FOUND)
    },
  )

  it.each([undefined, null, 7, {}])('A method that is %j is not found', async (method) => {
    visit()
    expect(await registered.provider.request(method as unknown as string)).toMatchObject({
      jsonrpc: '2.0',
      error: { code: RpcErrorCode.METHOD_NOT_FOUND },
    })
  })

  it('Several recipients, and addresses of other chains alone, are not supported', async () => {
    await connected()
    const recipient = { address: OTHER, amount: 1_000 }
    expect(await codeOf('sendTransfer', { recipients: [recipient, recipient] })).toBe(
      RpcErrorCode.METHOD_NOT_SUPPORTED,
    )
    expect(await codeOf('getAccounts', { purposes: ['stacks', 'spark'] })).toBe(
      RpcErrorCode.METHOD_NOT_SUPPORTED,
    )
    expect(wallet.asked).toEqual(['wallet_connect'])
  })

  it('An address that the wallet has not exposed is denied', async () => {
    await connected()
    expect(await codeOf('signMessage', { address: OTHER, message: 'hi' })).toBe(
      RpcErrorCode.ACCESS_DENIED,
    )
    expect(wallet.asked).toEqual(['wallet_connect'])
  })

  it.each([
    ['getAccounts', { purposes: ['payment'] }, 'getAccounts'],
    ['getAccounts', { purposes: ['payment'] }, 'getAccountAddresses'],
    ['wallet_connect', null, 'getAccountAddresses'],
    ['wallet_connect', null, 'wallet_connect'],
    ['signPsbt', { psbt: PSBT }, 'signPsbt'],
    ['signPsbt', { psbt: PSBT, broadcast: true }, 'sendTransfer'],
    ['sendTransfer', { recipients: [{ address: OTHER, amount: 1 }] }, 'sendTransfer'],
  ])('%s with %j is refused where the host denies %s', async (method, params, denied) => {
    await connected({ rpcPolicy: { deny: [denied] } })
    expect(await request(method, params)).toMatchObject({
      error: { code: RpcErrorCode.METHOD_NOT_SUPPORTED, data: { code: 'rpc.method_not_allowed' } },
    })
    expect(wallet.asked).toEqual(['wallet_connect'])
  })

  it('A method that the host denies is not among those that getInfo tells', async () => {
    visit({ rpcPolicy: { deny: ['signPsbt'] } })
    const { provider } = registered
    const answer = (await provider.request('getInfo')) as unknown as {
      result: { methods: string[] }
    }
    expect(answer.result.methods).toContain('signMessage')
    expect(answer.result.methods).not.toContain('signPsbt')
  })

  it('A preview that the visitor declines is a rejection, and the wallet is not asked', async () => {
    await connected({}, [
      previewing(() => {
        throw Object.assign(new Error('no'), { code: 4001 })
      }),
    ])
    const answer = await request('signMessage', { address: payment.address, message: 'hi' })
    expect(answer.status).toBe('error')
    expect(wallet.asked).toEqual(['wallet_connect'])
  })

  it('A disposed kernel answers with an error', async () => {
    await connected()
    kernel.dispose()
    expect(await request('signMessage', { address: payment.address, message: 'hi' })).toMatchObject(
      {
        status: 'error',
      },
    )
  })
})

describe('Events', () => {
  const listen = (): unknown[] => {
    const seen: unknown[] = []
    for (const eventName of ['accountChange', 'networkChange', 'disconnect'] as const)
      addListener({ eventName, cb: (data: unknown) => void seen.push(data) }, registered.providerId)
    return seen
  }

  it('A connection made in the modal, another account and the end of the connection are told', async () => {
    visit()
    const seen = listen()
    await kernel.ports.late.load()
    await kernel.connect(WBIP)
    const addresses = [BOTH[0]!, BOTH[1]!]
    await vi.waitFor(() => expect(seen).toEqual([{ type: 'accountChange', addresses }]))
    wallet.show('other')
    const other = wallet.keys
    await vi.waitFor(() => expect(seen).toHaveLength(2))
    expect(seen[1]).toMatchObject({
      type: 'accountChange',
      addresses: [{ address: other.payment.address }, { address: other.ordinals.address }],
    })
    await kernel.disconnect()
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    expect(seen[2]).toEqual({ type: 'disconnect' })
  })

  it('A change of network is told with the addresses there', async () => {
    let chain = 'BITCOIN_MAINNET'
    const accounts = async () => [chain === 'BITCOIN_MAINNET' ? OTHER : ON_TESTNET]
    Object.assign(window, {
      unisat: {
        requestAccounts: accounts,
        getAccounts: accounts,
        getChain: async () => ({ enum: chain }),
        switchChain: async (name: string) => void (chain = name),
      },
    })
    visit()
    await kernel.ports.late.load()
    await kernel.connect('bitcoin.unisat')
    const seen = listen()
    expect(await result('wallet_changeNetwork', { name: 'Testnet' })).toBeNull()
    const addresses = [{ address: ON_TESTNET, addressType: 'p2wpkh', purpose: 'payment' }]
    await vi.waitFor(() => expect(seen).toHaveLength(2))
    expect(seen).toMatchObject([
      {
        type: 'networkChange',
        bitcoin: { name: 'Testnet' },
        stacks: { name: 'testnet' },
        addresses,
      },
      { type: 'accountChange', addresses },
    ])
    expect(await result('wallet_getNetwork')).toMatchObject({ bitcoin: { name: 'Testnet' } })
  })

  it('A listener that stopped, and all after a release, hear nothing', async () => {
    visit()
    const seen: unknown[] = []
    const { provider } = registered
    const stop = provider.addListener('accountChange', (data) => void seen.push(data))
    provider.addListener({ eventName: 'accountChange', cb: (data) => void seen.push(data) })
    stop()
    stop()
    await kernel.ports.late.load()
    await kernel.connect(WBIP)
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    registered.release()
    wallet.show('other')
    await vi.waitFor(() =>
      expect(kernel.ports.accounts.active('bip122')?.address).toBe(wallet.keys.payment.address),
    )
    expect(seen).toHaveLength(1)
  })

  it('An error of a listener goes to the page, and the others are told', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    visit()
    const seen: unknown[] = []
    const { provider } = registered
    provider.addListener('accountChange', () => {
      throw new Error('mine')
    })
    provider.addListener('accountChange', (data) => void seen.push(data))
    await kernel.ports.late.load()
    await kernel.connect(WBIP)
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    expect(reported).toHaveBeenCalledOnce()
  })

  it('A disposed kernel tells no disconnect, because its connection is stored for the next visit', async () => {
    await connected({ storage: fakeStorage() })
    const seen = listen()
    kernel.dispose()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen).toEqual([])
  })

  it.each([
    [[]],
    [['accountChange']],
    [['nothing', () => undefined]],
    [[{ eventName: 'disconnect' }]],
    [[null, 7]],
  ])('addListener refuses %j', (given) => {
    visit()
    const add = registered.provider.addListener as (...given: unknown[]) => unknown
    expect(() => add(...given)).toThrow(/addListener expects/)
  })
})

it('Message hashes are those of long messages too', async () => {
  const { messageHash } = await import('../src/satsConnect/late/hashes.js')
  const { sha256 } = await import('@noble/hashes/sha2.js')
  for (const [length, head] of [
    [252, 'fc'],
    [253, 'fdfd00'],
    [65_536, 'fe00000100'],
  ] as const) {
    const bytes = hex.decode(
      `18${hex.encode(new TextEncoder().encode('Bitcoin Signed Message:\n'))}${head}${'61'.repeat(length)}`,
    )
    expect(messageHash('a'.repeat(length), 'ecdsa')).toBe(hex.encode(sha256(sha256(bytes))))
  }
})
