import { createKernel } from '@latchkey/kernel'
import {
  LatchkeyError,
  type Connection,
  type ConnectionChange,
  type Network,
} from '@latchkey/plugin-api'
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toBase58 } from '../src/chain/base58.js'
import { solana, solanaDevnet, solanaMainnet } from '../src/index.js'
import { FakeLegacy, FakeWallet, signWith } from './fakeWallet.js'
import { becomePage, failure, PATIENT } from './support.js'

const ends: (() => void)[] = []
beforeEach(becomePage)
afterEach(() => {
  ends.splice(0).forEach((end) => end())
  vi.unstubAllGlobals()
})

/** A host that has looked for wallets, on mainnet and devnet. */
async function open(...wallets: { install(): () => void }[]) {
  for (const wallet of wallets) ends.push(wallet.install())
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [solana({ networks: [solanaMainnet, solanaDevnet] })],
  })
  ends.push(() => kernel.dispose())
  await kernel.ready
  await kernel.ports.late.load()
  await Promise.resolve()
  const connect = (
    id = 'solana:Fake',
    signal = new AbortController().signal,
  ): Promise<Connection> =>
    kernel.ports.connectors.find(id)!.value.connect({
      networks: kernel.ports.networks.get().map(({ value }) => value),
      silent: false,
      signal,
      onStep: () => undefined,
    })
  const ids = (): readonly string[] =>
    kernel.ports.connectors
      .get()
      .map(({ value }) => value)
      .filter((connector) => connector.availability() === 'installed')
      .map(({ id }) => id)
  return { kernel, connect, ids }
}
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const transaction = (from: Keypair): string =>
  base64(
    new Transaction({
      feePayer: from.publicKey,
      recentBlockhash: '11111111111111111111111111111111',
    } as never)
      .add(
        SystemProgram.transfer({
          fromPubkey: from.publicKey,
          toPubkey: from.publicKey,
          lamports: 1,
        }),
      )
      .serialize({ requireAllSignatures: false, verifySignatures: false }),
  )
const message = { message: toBase58(Buffer.from('hi')) }
const devnet: Network['id'] = solanaDevnet.id
/** Replaces a function of a wallet's feature. */
const replace = (
  { standard }: FakeWallet,
  feature: string,
  run: (...inputs: never[]) => unknown,
): void => {
  const features = standard['features'] as Record<string, Record<string, unknown>>
  features[feature] = { ...features[feature], [feature.slice(feature.indexOf(':') + 1)]: run }
}
const throwing = {
  get: (): never => {
    throw new Error('hands off')
  },
}

describe('accounts', () => {
  const key = () => Keypair.generate().publicKey
  const account = (more: object = {}) => {
    const publicKey = key()
    return {
      address: publicKey.toBase58(),
      publicKey: publicKey.toBytes(),
      chains: ['solana:mainnet', 'solana:devnet'],
      features: ['solana:signMessage'],
      ...more,
    }
  }
  const exposing = async (accounts: unknown) => {
    const wallet = new FakeWallet()
    replace(wallet, 'standard:connect', async () => ({ accounts }))
    return (await open(wallet)).connect()
  }
  it("Accounts are on the host's networks that the wallet names, by their CAIP-2 ids", async () => {
    const { scopes } = await exposing([
      account(),
      account({ chains: ['solana:devnet', 'solana:localnet', 'eip155:1'], label: 'Mine' }),
    ])
    expect(scopes['solana']!.networks).toEqual([solanaMainnet.id, devnet])
    expect(scopes['solana']!.accounts).toMatchObject([
      { type: 'eoa', namespace: 'solana' },
      { networks: [devnet], label: 'Mine' },
    ])
    expect(scopes['solana']!.accounts[0]).not.toHaveProperty('networks')
  })
  it('Accounts of other chains, repeated accounts and malformed ones are left out', async () => {
    const good = account()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const { scopes } = await exposing([
      null,
      'x',
      proxy,
      new Proxy({}, throwing),
      Object.defineProperty({ ...account() }, 'address', throwing),
      Object.defineProperty({ ...account() }, 'chains', throwing),
      account({ address: 7 }),
      account({ address: '1'.repeat(44) }),
      account({ address: `1${key().toBase58()}` }),
      account({ chains: ['eip155:1'] }),
      account({ chains: 'solana:devnet' }),
      account({ chains: ['solana:testnet'] }),
      good,
      { ...good },
    ])
    expect(scopes['solana']!.accounts.map(({ address }) => address)).toEqual([good.address])
  })
  it('Accounts of a wallet are at most a hundred', async () => {
    const { scopes } = await exposing(Array.from({ length: 1_000 }, () => account()))
    expect(scopes['solana']!.accounts).toHaveLength(100)
  })
  it.each([
    ['an empty list', []],
    ['an object', {}],
    ['a list that throws', new Proxy([], throwing)],
    ['nothing', undefined],
  ])('A wallet that exposes %s as its accounts gives a bad answer', async (_, accounts) => {
    expect(await failure(exposing(accounts))).toMatchObject({ code: 'wallet.bad_answer' })
  })
})

describe('an error that a wallet throws', () => {
  it.each<[string, () => unknown, string]>([
    ['a word', () => 'no', 'rpc.failed'],
    ['a refusal', () => ({ code: 4001 }), 'wallet.user_rejected'],
    ['a proxy that throws', () => new Proxy({}, throwing), 'rpc.failed'],
    [
      'an object that poses as our error',
      () => new LatchkeyError('kernel.plugin_failed' as never, 'x', {} as never),
      'rpc.failed',
    ],
    ['nothing', () => undefined, 'rpc.failed'],
  ])('A wallet that throws %s causes a typed error', async (_, make, code) => {
    const wallet = new FakeWallet()
    const { connect } = await open(wallet)
    const connection = await connect()
    wallet.how = { reject: make() }
    for (const [method, params] of [
      ['solana_signMessage', message],
      ['solana_signTransaction', { transaction: transaction(wallet.keypairs[0]!) }],
    ] as const) {
      const error = await failure(connection.request({ network: devnet, method, params }))
      expect(error).toMatchObject({ code, context: { method } })
    }
  })
})

describe('an answer of a wallet', () => {
  const long = Array.from({ length: 3 }, () => ({ signedTransaction: new Uint8Array(64) }))
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an object', {}],
    ['an empty list', []],
    ['a list of more than was asked', long],
    ['a list of null', [null]],
    ['a list with other keys', [{ signed: new Uint8Array(64) }]],
    [
      'a list of strings in place of bytes',
      [{ signature: 'x', signedMessage: 'x', signedTransaction: 'x' }],
    ],
    [
      'a short signature',
      [
        {
          signature: new Uint8Array(63),
          signedMessage: Buffer.from('hi'),
          signedTransaction: new Uint8Array(9),
        },
      ],
    ],
    ['a list of getters that throw', [new Proxy({}, throwing)]],
    [
      'a list that throws',
      new Proxy([], {
        get: (_, name) => {
          if (name !== 'then') throw new Error('hands off')
        },
      }),
    ],
    [
      'a transaction that it did not sign',
      [
        {
          signedTransaction: new Uint8Array(200),
          signature: new Uint8Array(0),
          signedMessage: Buffer.from('hi'),
        },
      ],
    ],
  ])('An answer of a wallet that is %s is refused', async (_, answer) => {
    const wallet = new FakeWallet()
    for (const feature of [
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ])
      replace(wallet, feature, async () => answer)
    const connection = await (await open(wallet)).connect()
    const raw = transaction(wallet.keypairs[0]!)
    for (const [method, params] of [
      ['solana_signMessage', message],
      ['solana_signTransaction', { transaction: raw }],
      ['solana_signAllTransactions', { transactions: [raw] }],
    ] as const) {
      expect(await failure(connection.request({ network: devnet, method, params }))).toMatchObject({
        code: 'wallet.bad_answer',
      })
    }
  })
  it('An answer of a wallet is read once, so that it cannot change afterwards', async () => {
    const wallet = new FakeWallet()
    let reads = 0
    replace(wallet, 'solana:signMessage', async () => [
      {
        signedMessage: Buffer.from('hi'),
        get signature() {
          return new Uint8Array(64).fill(++reads)
        },
      },
    ])
    const connection = await (await open(wallet)).connect()
    expect(
      await connection.request({ network: devnet, method: 'solana_signMessage', params: message }),
    ).toEqual({ signature: toBase58(new Uint8Array(64).fill(1)) })
    expect(reads).toBe(1)
  })
})

describe('a request', () => {
  it.each<[string, unknown]>([
    ['solana_signMessage', {}],
    ['solana_signMessage', { message: '0OIl' }],
    ['solana_signMessage', undefined],
    ['solana_signTransaction', { transaction: '*' }],
    ['solana_signTransaction', { transaction: base64(new Uint8Array(9)) }],
    ['solana_signAllTransactions', {}],
    ['solana_signAllTransactions', { transactions: [] }],
    ['solana_signAllTransactions', { transactions: Array.from({ length: 101 }, () => 'AA==') }],
    ['solana_signAndSendTransaction', { transaction: 7 }],
  ])('%s with %j does not reach the wallet', async (method, params) => {
    const wallet = new FakeWallet()
    const connection = await (await open(wallet)).connect()
    expect(await failure(connection.request({ network: devnet, method, params }))).toMatchObject({
      code: 'rpc.failed',
      context: { rpcCode: -32602 },
    })
    expect(wallet.asked).toEqual(['connect'])
  })
  it('A request for an account that is not exposed, or with an unknown method, is refused', async () => {
    const wallet = new FakeWallet({ without: ['solana:signMessage'] })
    const connection = await (await open(wallet)).connect()
    expect(
      await failure(
        connection.request({
          network: devnet,
          method: 'solana_signTransaction',
          params: {
            transaction: transaction(wallet.keypairs[0]!),
            pubkey: Keypair.generate().publicKey.toBase58(),
          },
        }),
      ),
    ).toMatchObject({ code: 'wallet.unauthorized' })
    for (const method of ['solana_signMessage', 'toString', 'eth_sign'])
      expect(
        await failure(connection.request({ network: devnet, method, params: message })),
      ).toMatchObject({ code: 'wallet.unsupported_method' })
    expect(await connection.request({ network: devnet, method: 'solana_getAccounts' })).toEqual([
      { pubkey: wallet.keypairs[0]!.publicKey.toBase58() },
    ])
  })
  it('A request that names no account is previewed for the account that signs it, not for the active one', async () => {
    const wallet = new FakeWallet()
    wallet.keypairs = [Keypair.generate(), Keypair.generate()]
    const [first, second] = wallet.keypairs.map(({ publicKey }) => publicKey.toBase58())
    const { kernel } = await open(wallet)
    const { id: connectionId } = await kernel.connect('solana:Fake')
    await kernel.ports.accounts.select({ connectionId, namespace: 'solana', key: second! })
    const account = kernel.ports.accounts.active('solana')!
    const { describe: say } = await kernel.ports.adapter('solana')
    const told = async (method: string, params: object) =>
      (await say!({ account, network: solanaMainnet, method, params } as never))?.rows.filter(
        ({ label }) => label === 'solana.account',
      )
    const { signature } = (await kernel.ports.connections.request({
      network: solanaMainnet.id,
      method: 'solana_signMessage',
      params: message,
    })) as { signature: string }
    expect([account.address, signature]).toEqual([
      second,
      toBase58(signWith(wallet.keypairs[0]!, Buffer.from('hi'))),
    ])
    const other = [{ label: 'solana.account', value: first, warning: 'solana.otherAccount' }]
    expect(await told('solana_signMessage', message)).toEqual(other)
    expect(
      await told('solana_signTransaction', { transaction: transaction(wallet.keypairs[0]!) }),
    ).toEqual(other)
    expect(await told('solana_signMessage', { ...message, pubkey: second })).toEqual([])
  })
  it('A request to send is refused where the wallet could not tell on which network', async () => {
    const wallet = new FakeWallet()
    const connection = await (await open(wallet)).connect()
    expect(
      await failure(
        connection.request({
          network: 'solana:unknown',
          method: 'solana_signAndSendTransaction',
          params: { transaction: transaction(wallet.keypairs[0]!) },
        }),
      ),
    ).toMatchObject({ code: 'wallet.chain_disconnected' })
    expect(wallet.asked).toEqual(['connect'])
  })
  it('A request ends when its caller gives up, and the late answer of the wallet is ignored', async () => {
    const wallet = new FakeWallet()
    const connection = await (await open(wallet)).connect()
    wallet.how = 'silence'
    const abort = new AbortController()
    const asked = failure(
      connection.request({
        network: devnet,
        method: 'solana_signMessage',
        params: message,
        signal: abort.signal,
      }),
    )
    abort.abort()
    expect(await asked).toMatchObject({ code: 'kernel.aborted' })
    wallet.answerLate()
  })
  it('A request after the end of the connection is refused', async () => {
    const wallet = new FakeWallet()
    const connection = await (await open(wallet)).connect()
    await connection.release()
    await connection.release()
    expect(
      await failure(
        connection.request({ network: devnet, method: 'solana_signMessage', params: message }),
      ),
    ).toMatchObject({ code: 'wallet.disconnected' })
    expect([wallet.asked, wallet.listeners.size]).toEqual([['connect', 'disconnect'], 0])
  })
})

describe('a change', () => {
  it('A change of accounts brings the new scopes, and the connection ends when none are left', async () => {
    const wallet = new FakeWallet()
    const connection = await (await open(wallet)).connect()
    const told: ConnectionChange[] = []
    connection.onChange((change) => void told.push(change))
    const other = Keypair.generate()
    wallet.use([other])
    wallet.use([])
    wallet.use([other])
    expect(told).toMatchObject([
      { scopes: { solana: { accounts: [{ address: other.publicKey.toBase58() }] } } },
      { closed: 'wallet' },
    ])
    expect(told).toHaveLength(2)
  })
  it('A release leaves a wallet alone as long as another connection to it lives', async () => {
    const wallet = new FakeWallet()
    const { connect } = await open(wallet)
    const [first, second] = [await connect(), await connect()]
    ends.push(
      first.onChange(() => undefined) as () => void,
      second.onChange(() => undefined) as () => void,
    )
    await first.release()
    expect(wallet.asked).not.toContain('disconnect')
    await second.release()
    expect(wallet.asked).toContain('disconnect')
  })
})

it('A wallet that takes the name of our own row is listed beside it, and keeps no other out', async () => {
  const wallets = ['injected', 'Good'].map((name) => new FakeWallet({ name }))
  const { kernel, ids } = await open(...wallets)
  expect(ids()).toEqual(['solana:injected:solana', 'solana:Good'])
  expect(kernel.ports.connectors.find('solana:injected')?.value.name).toBe('Browser Wallet')
})

describe('window.solana', () => {
  it('The wallet at window.solana is listed, unless it registered by the Wallet Standard too', async () => {
    const legacy = Object.assign(new FakeLegacy().provider, { isPhantom: true })
    const { ids } = await open({
      install: () => (Object.assign(window, { phantom: { solana: legacy } }), () => undefined),
    })
    expect(ids()).toEqual(['solana:injected'])
    ends.push(new FakeWallet({ name: 'Phantom' }).install())
    await expect.poll(ids, PATIENT).toEqual(['solana:Phantom'])
  })
  it.each<[string, object]>([
    ['throws when it is read', Object.defineProperty({}, 'solana', throwing)],
    ['is not a wallet', { solana: 7, phantom: { solana: {} } }],
    ['is a proxy that throws', { solana: new Proxy({}, throwing) }],
    ['has a phantom that throws', Object.defineProperty({}, 'phantom', throwing)],
  ])('A window.solana that %s is not listed', async (_, page) => {
    Object.defineProperties(window, Object.getOwnPropertyDescriptors(page))
    const { ids, connect } = await open()
    expect(ids()).toEqual([])
    expect(await failure(connect('solana:injected'))).toMatchObject({
      code: 'wallet.not_installed',
    })
  })
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list of another length', []],
    ['objects without bytes', [{}]],
    [
      'objects that throw',
      [
        {
          serialize: () => {
            throw new Error('no')
          },
        },
      ],
    ],
  ])('A window.solana that answers with %s is refused', async (_, answer) => {
    const legacy = new FakeLegacy()
    Object.assign(legacy.provider, {
      signTransaction: async () => (Array.isArray(answer) ? (answer as unknown[])[0] : answer),
      signMessage: async () => answer,
    })
    const connection = await (await open(legacy)).connect('solana:injected')
    for (const [method, params] of [
      ['solana_signTransaction', { transaction: transaction(legacy.keypairs[0]!) }],
      ['solana_signMessage', message],
    ] as const) {
      expect(await failure(connection.request({ network: devnet, method, params }))).toMatchObject({
        code: 'wallet.bad_answer',
      })
    }
  })
  it('A window.solana that cannot sign messages does not offer it', async () => {
    const legacy = new FakeLegacy()
    Reflect.deleteProperty(legacy.provider, 'signMessage')
    const { scopes } = await (await open(legacy)).connect('solana:injected')
    expect(scopes['solana']!.methods).not.toContain('solana_signMessage')
    expect(scopes['solana']!.methods).toContain('solana_signAndSendTransaction')
  })
})

it('A desktop lists window.solana as "Browser Wallet" only where the host says so (audit C1)', async () => {
  for (const [injected, rows] of [
    [undefined, []],
    ['mobile', []],
    ['always', ['Browser Wallet']],
  ] as const) {
    const gone = new FakeLegacy().install()
    const kernel = createKernel({
      metadata: { name: 'Test' },
      storage: null,
      mobile: false,
      logLevel: 'silent',
      plugins: [solana({ networks: [solanaMainnet], ...(injected && { injected }) })],
    })
    await kernel.ready
    const late = await kernel.ports.late.load()
    expect(late.wallets.get().map(({ name }) => name)).toEqual(rows)
    kernel.dispose()
    gone()
  }
})
