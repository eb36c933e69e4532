// Signing in together with connecting: the message for the connector, and the use of its answer.
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin, type AnyPlugin, type SignInRequest } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { Eip155Wallet, SolanaWallet, type TestWallet } from '@latchkey/plugin-testkit/wallets'
import { solana, solanaMainnet } from '@latchkey/solana'
import { mainnet, optimism } from 'viem/chains'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { siwx, type SiwxApi, type SiwxOptions } from '../src/index.js'
import { becomePage, eventually, HOST, watchedStore } from './support.js'

beforeAll(becomePage)
const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function open(
  plugins: readonly AnyPlugin[],
  options: Partial<SiwxOptions> = {},
  wallet?: TestWallet,
  isOpened = true,
) {
  const store = watchedStore()
  const remove = wallet?.install()
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: fakeStorage(),
    mobile: false,
    logLevel: 'silent',
    plugins: [...plugins, siwx({ store, statement: 'Hello', ...options })],
  }) as unknown as Kernel & { plugins: { siwx: SiwxApi } }
  ends.push(
    () => kernel.dispose(),
    () => remove?.(),
  )
  const events: string[] = []
  const signedIn: boolean[] = []
  kernel.onAny((name) => void events.push(name))
  kernel.on('siwx:signed-in', ({ oneClick }) => void signedIn.push(oneClick))
  await kernel.ready
  if (isOpened) kernel.open()
  await kernel.ports.late.load()
  // The plugin fetches a nonce before the click.
  await eventually(() => expect(store.calls).toContain('nonce'))
  await new Promise((resolve) => setTimeout(resolve))
  return {
    kernel,
    store,
    events,
    signedIn,
    api: kernel.plugins.siwx,
    isOpen: () => kernel.ports.modal.get().open,
    view: () => kernel.ports.router.get().at(-1)?.view,
  }
}

describe('a wallet that connects and signs with one question', () => {
  it.each([
    [
      'solana:signIn',
      () => solana({ networks: [solanaMainnet] }),
      () => new SolanaWallet(),
      'solana:Bench',
    ],
    [
      'wallet_connect',
      () => evm({ networks: [mainnet] }),
      () => new Eip155Wallet({ chains: [1], signsIn: true }),
      'test.bench',
    ],
  ] as const)(
    'A wallet is asked once by %s, and its visitor is signed in',
    async (method, plugin, make, connectorId) => {
      const wallet = make()
      const { kernel, api, store, isOpen, signedIn } = await open(
        [plugin()],
        { requestId: 'r1', resources: ['https://shop.test/terms'] },
        wallet,
      )
      await eventually(() => expect(kernel.ports.connectors.find(connectorId)).toBeDefined())
      await kernel.connect(connectorId)
      expect(wallet.asked).toEqual([method])
      expect([isOpen(), api.session.get().status, signedIn]).toEqual([false, 'signedIn', [true]])
      expect(store.added).toHaveLength(1)
      const [session] = store.added
      expect(session?.data).toMatchObject({
        domain: HOST,
        statement: 'Hello',
        requestId: 'r1',
        resources: ['https://shop.test/terms'],
        accountAddress: wallet.address,
      })
      expect(session).not.toHaveProperty('cacao')
    },
  )
  it('Connecting and signing at once needs no modal', async () => {
    const wallet = new Eip155Wallet({ chains: [1], signsIn: true })
    const { kernel, api, events } = await open([evm({ networks: [mainnet] })], {}, wallet, false)
    await kernel.connect('test.bench')
    expect([wallet.asked, api.session.get().status, events.includes('modal:opened')]).toEqual([
      ['wallet_connect'],
      'signedIn',
      false,
    ])
  })
  it('A wallet that cannot sign at once is asked by the view, with the same nonce', async () => {
    const wallet = new Eip155Wallet({ chains: [1] })
    const { kernel, api, store, view } = await open([evm({ networks: [mainnet] })], {}, wallet)
    await kernel.connect('test.bench')
    expect(view()).toBe('SIWXSignMessage')
    expect(store.calls.filter((call) => call === 'nonce')).toHaveLength(1)
    await api.requestSignMessage()
    expect(wallet.asked).toEqual(['eth_requestAccounts', 'personal_sign'])
  })
  it('A message for another network than the one in use leads to a second question there', async () => {
    const wallet = new Eip155Wallet({ chains: [10, 1], signsIn: true })
    const { kernel, store, view, api } = await open(
      [evm({ networks: [mainnet, optimism] })],
      {},
      wallet,
    )
    await kernel.connect('test.bench')
    expect([
      store.added.map(({ data }) => data.chainId),
      kernel.ports.activeNetwork.current()?.id,
    ]).toEqual([['eip155:1'], 'eip155:10'])
    expect([view(), api.session.get().request?.data.chainId]).toEqual([
      'SIWXSignMessage',
      'eip155:10',
    ])
  })
})

describe('a session that came with connecting, of another network than the one in use', () => {
  const connected = async (options: Partial<SiwxOptions>) => {
    const page = await open(
      [evm({ networks: [mainnet, optimism] })],
      options,
      new Eip155Wallet({ chains: [10, 1], signsIn: true }),
    )
    await page.kernel.connect('test.bench')
    expect(page.kernel.ports.activeNetwork.current()?.id).toBe('eip155:10')
    return page
  }
  it('A session that came with connecting ends with disconnecting', async () => {
    const { kernel, store, events } = await connected({})
    await kernel.disconnect()
    await eventually(() => expect(events).toContain('siwx:signed-out'))
    expect(store.calls).toContain('revoke')
  })
  it('A session that came with connecting is ended where the visitor disconnects while it is verified', async () => {
    const { kernel, store, signedIn } = await open(
      [evm({ networks: [mainnet] })],
      {},
      new Eip155Wallet({ chains: [1], signsIn: true }),
    )
    let go = (): void => undefined
    store.waits.add = new Promise((resolve) => (go = resolve))
    const connecting = kernel.connect('test.bench').catch(() => undefined)
    await eventually(() => expect(store.calls).toContain('add'))
    await kernel.disconnect()
    go()
    await connecting
    await eventually(() => expect(store.calls).toContain('revoke'))
    expect(signedIn).toEqual([])
  })
  it('Cancel leads back to the network of the session that came with connecting [CLOSE-08]', async () => {
    const { kernel, api } = await connected({ required: true })
    await api.cancel()
    expect([
      kernel.ports.activeNetwork.current()?.id,
      kernel.ports.connections.get().connections.length,
      api.session.get().status,
    ]).toEqual(['eip155:1', 1, 'signedIn'])
  })
})
it('A wallet is not asked to sign for a network where no sign-in is wanted', async () => {
  for (const [network, asked] of [
    ['eip155:10', 'eth_requestAccounts'],
    ['eip155:1', 'wallet_connect'],
  ] as const) {
    const wallet = new Eip155Wallet({ chains: [1, 10], signsIn: true })
    const { kernel, store } = await open(
      [evm({ networks: [mainnet, optimism] })],
      { networks: [network] },
      wallet,
    )
    await kernel.connect('test.bench')
    expect([wallet.asked, store.added.length]).toEqual([[asked], network === 'eip155:1' ? 1 : 0])
    ends.splice(0).forEach((end) => end())
  }
})

const signer = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
type Fulfil = Parameters<SignInRequest['fulfil']>[0]
/** A connector of these chain families that records its requests, and signs as a test says. */
const keeping = (
  namespaces: readonly string[],
  asked: (SignInRequest | undefined)[],
  answer?: (signIn: SignInRequest) => Promise<Partial<Fulfil>>,
  id = 'keeper',
) =>
  definePlugin({
    id,
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx) {
      const account = (namespace: string) => ({
        key: 'a',
        namespace,
        address:
          namespace === 'eip155' ? signer.address : '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
        type: 'eoa' as const,
      })
      ctx.connectors.add({
        id,
        name: 'Keeper',
        kind: 'announced',
        namespaces,
        availability: () => 'installed',
        async connect({ signIn }) {
          asked.push(signIn)
          if (signIn && answer) {
            const given = await answer(signIn)
            signIn.fulfil({
              account: account('eip155'),
              network: 'eip155:1',
              message: '',
              signature: '0x',
              ...given,
            })
          }
          return {
            id,
            connectorId: id,
            scopes: Object.fromEntries(
              namespaces.map((namespace) => [
                namespace,
                {
                  accounts: [account(namespace)],
                  networks: 'any' as const,
                  methods: 'any' as const,
                  ...(namespace === 'eip155' && { network: 'eip155:1' as const }),
                },
              ]),
            ),
            request: async () => null,
            onChange: () => () => undefined,
            release: async () => undefined,
            snapshot: () => ({}),
          }
        },
      })
    },
  })
const textOf = (
  { message: { domain, uri, nonce, issuedAt, expirationTime, statement } }: SignInRequest,
  change: Readonly<Record<string, string>> = {},
): string => {
  const all = {
    domain,
    uri,
    nonce,
    issuedAt,
    expirationTime,
    statement,
    chain: '1',
    end: '',
    ...change,
  } as Record<string, string>
  return [
    `${all['domain']} wants you to sign in with your Ethereum account:`,
    signer.address,
    '',
    all['statement'],
    '',
    `URI: ${all['uri']}`,
    'Version: 1',
    `Chain ID: ${all['chain']}`,
    `Nonce: ${all['nonce']}`,
    `Issued At: ${all['issuedAt']}`,
    `Expiration Time: ${all['expirationTime']}${all['end']}`,
  ].join('\n')
}
const both = () => [evm({ networks: [mainnet] }), solana({ networks: [solanaMainnet] })]

describe('what a connector is asked along', () => {
  it('A connector gets the message without account and chain, where exactly one chain family is involved', async () => {
    const asked: (SignInRequest | undefined)[] = []
    const { kernel } = await open([evm({ networks: [mainnet] }), keeping(['eip155'], asked)])
    await kernel.connect('keeper')
    expect(asked[0]?.message).toMatchObject({
      domain: HOST,
      uri: `https://${HOST}`,
      version: '1',
      statement: 'Hello',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    })
    expect(Object.keys(asked[0]!.message)).not.toEqual(expect.arrayContaining(['accountAddress']))
    expect(asked[0]?.message).not.toHaveProperty('chainId')
  })
  it('A connector gets no message where several chain families are involved, and the view asks', async () => {
    const asked: (SignInRequest | undefined)[] = []
    const { kernel, view } = await open([...both(), keeping(['eip155', 'solana'], asked)])
    await kernel.connect('keeper')
    expect([asked, view()]).toEqual([[undefined], 'SIWXSignMessage'])
  })
  it.each([
    [{ automatic: false }, 'the site asks by itself'],
    [{ namespaces: ['solana'] }, 'it is not wanted there'],
    [{ networks: ['solana:x'] }, 'it is not wanted on its networks'],
  ] as const)(
    'A connector gets no message with the options %j, because %s',
    async (options, _why) => {
      const asked: (SignInRequest | undefined)[] = []
      const store = watchedStore()
      const kernel = createKernel({
        metadata: { name: 'Shop' },
        storage: null,
        mobile: false,
        logLevel: 'silent',
        plugins: [...both(), keeping(['eip155'], asked), siwx({ store, ...options })],
      })
      ends.push(() => kernel.dispose())
      kernel.open()
      await kernel.ports.late.load()
      await new Promise((resolve) => setTimeout(resolve))
      await kernel.connect('keeper')
      expect(asked).toEqual([undefined])
    },
  )
  it('A silent connect gets no message', async () => {
    const asked: (SignInRequest | undefined)[] = []
    const { kernel } = await open([evm({ networks: [mainnet] }), keeping(['eip155'], asked)])
    await kernel.connect('keeper', { silent: true })
    expect(asked).toEqual([undefined])
  })
})

describe('what was signed along', () => {
  const answers =
    (change: Readonly<Record<string, string>>, more: Partial<Fulfil> = {}) =>
    async (signIn: SignInRequest) => {
      const message = textOf(signIn, change)
      return { message, signature: await signer.signMessage({ message }), ...more }
    }
  it('A message that was signed with connecting is verified and stored, with added permissions', async () => {
    const recap = {
      statement:
        'Hello I further authorize the stated URI to perform the following actions on my behalf: ' +
        "(1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.",
      end: '\nResources:\n- urn:recap:eyJhdHQiOnt9fQ',
    }
    const { kernel, store, signedIn, isOpen, api } = await open([
      evm({ networks: [mainnet] }),
      keeping(['eip155'], [], answers(recap)),
    ])
    await kernel.connect('keeper')
    expect([signedIn, isOpen(), store.added.length]).toEqual([[true], false, 1])
    expect(api.session.get().session?.data.resources).toEqual(['urn:recap:eyJhdHQiOnt9fQ'])
  })
  it.each<[string, Readonly<Record<string, string>>, Partial<Fulfil>]>([
    ['another domain', { domain: 'evil.test' }, {}],
    ['another scheme', { domain: `http://${HOST}` }, {}],
    ['another address of the page', { uri: 'https://evil.test' }, {}],
    ['another nonce', { nonce: 'aaaaaaaaaaaa' }, {}],
    ['another statement', { statement: 'I owe you all' }, {}],
    ['more in the statement than permissions', { statement: 'Hello and I owe you all' }, {}],
    ['a later end', { expirationTime: '2999-01-01T00:00:00Z' }, {}],
    ['a request id that nobody gave', { end: '\nRequest ID: x' }, {}],
    ['resources that nobody asked for', { end: '\nResources:\n- https://evil.test' }, {}],
    ['another network than it says', { chain: '10' }, {}],
    ['no message', {}, { message: 'Hello' }],
    ['no signature of this account', {}, { signature: `0x${'11'.repeat(65)}` }],
    [
      'another account',
      {},
      { account: { key: 'b', namespace: 'eip155', address: signer.address, type: 'eoa' } },
    ],
  ])('A signed message with %s is ignored, and the view asks', async (_, change, more) => {
    const { kernel, signedIn, view } = await open([
      evm({ networks: [mainnet] }),
      keeping(['eip155'], [], answers(change, more)),
    ])
    await kernel.connect('keeper')
    expect([signedIn, view()]).toEqual([[], 'SIWXSignMessage'])
    expect(kernel.plugins.siwx.session.get().session).toBeUndefined()
  })
  it("A message that was signed by another key than the account's is ignored", async () => {
    const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    const { kernel, signedIn, store } = await open([
      evm({ networks: [mainnet] }),
      keeping(['eip155'], [], async (signIn) => {
        const message = textOf(signIn).replace(signer.address, other.address)
        return { message, signature: await other.signMessage({ message }) }
      }),
    ])
    await kernel.connect('keeper')
    expect([signedIn, store.added]).toEqual([[], []])
  })
  it('A signed message for a network where no sign-in is wanted is ignored', async () => {
    const { kernel, signedIn, store } = await open(
      [
        evm({ networks: [mainnet, optimism] }),
        keeping(['eip155'], [], answers({ chain: '10' }, { network: 'eip155:10' })),
      ],
      { networks: ['eip155:1'] },
    )
    await kernel.connect('keeper')
    expect([signedIn, store.added]).toEqual([[], []])
  })
  it('A message of a failed connect is not used for a later one', async () => {
    let fails = true
    const failing = (signIn: SignInRequest) =>
      answers({})(signIn).then((given) => {
        if (!fails) return given
        signIn.fulfil({
          account: { key: 'a', namespace: 'eip155', address: signer.address, type: 'eoa' },
          network: 'eip155:1',
          message: given.message,
          signature: given.signature,
        })
        throw new Error('no')
      })
    const asked: (SignInRequest | undefined)[] = []
    const { kernel, store } = await open([
      evm({ networks: [mainnet] }),
      keeping(['eip155'], asked, failing),
    ])
    await kernel.connect('keeper').catch(() => undefined)
    expect(store.added).toEqual([])
    fails = false
    await eventually(() => expect(store.calls.filter((call) => call === 'nonce')).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve))
    await kernel.connect('keeper')
    expect(store.added).toHaveLength(1)
  })
})
