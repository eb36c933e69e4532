// The way from a connection to a session, with a wallet that really signs.
import { evm } from '@latchkey/evm'
import { definePlugin, isLatchkeyError, LatchkeyError, type AnyPlugin } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { parseMessage } from '@latchkey/siwx'
import { verifyMessage } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  becomePage,
  closeAll,
  declines,
  eventually,
  HOST,
  openSite,
  watchedStore,
} from './support.js'

beforeAll(becomePage)
afterEach(closeAll)
const VIEW = 'SIWXSignMessage'
/** A chain plugin whose accounts are contracts. */
const smart = (plugin: AnyPlugin): AnyPlugin => ({
  ...plugin,
  setup: (ctx) =>
    plugin.setup({
      ...ctx,
      connectors: {
        ...ctx.connectors,
        add: (connector) =>
          ctx.connectors.add({
            ...connector,
            async connect(request) {
              const connection = await connector.connect(request)
              return new Proxy(connection, {
                get(target, name) {
                  const value: unknown = Reflect.get(target, name, target)
                  if (name === 'scopes')
                    return Object.fromEntries(
                      Object.entries(target.scopes).map(([key, scope]) => [
                        key,
                        {
                          ...scope,
                          accounts: scope.accounts.map((account) => ({
                            ...account,
                            type: 'smartAccount',
                          })),
                        },
                      ]),
                    )
                  return typeof value === 'function'
                    ? (value as (...args: unknown[]) => unknown).bind(target)
                    : value
                },
              })
            },
          }),
      },
    }),
})
const asked: string[] = []
/** A chain family with one wallet. A test can leave out parts of it. */
const lonely = ({
  networks,
  abilities,
}: {
  networks: boolean
  abilities: readonly 'sign'[]
}): AnyPlugin =>
  definePlugin({
    id: 'lonely',
    version: '0.1.0',
    kernelApi: '*',
    chains: ['lonely'],
    setup(ctx) {
      if (networks)
        ctx.networks.add({
          id: 'lonely:1',
          namespace: 'lonely',
          reference: '1',
          name: 'Lonely',
          nativeCurrency: { name: 'L', symbol: 'L', decimals: 1 },
          rpcUrls: [],
        })
      ctx.adapters.add({
        namespace: 'lonely',
        abilities,
        resembles: () => true,
        session: { methods: [], events: [] },
        load: async () => ({
          parseAddress: (text) => text,
          formatAddress: (text) => text,
          addressOn: ({ address }) => address,
          ...(abilities.length && {
            sign: async () => {
              asked.push('sign')
              return 's'
            },
          }),
        }),
      })
      ctx.connectors.add({
        id: 'lonely',
        name: 'Lonely',
        kind: 'announced',
        namespaces: ['lonely'],
        availability: () => 'installed',
        connect: async () => ({
          id: 'lonely',
          connectorId: 'lonely',
          scopes: {
            lonely: {
              accounts: [{ key: 'a', namespace: 'lonely', address: 'alice', type: 'eoa' }],
              networks: 'any',
              methods: 'any',
            },
          },
          request: async ({ method }) => void asked.push(method),
          onChange: () => () => undefined,
          release: async () => undefined,
          snapshot: () => ({}),
        }),
      })
    },
  })
const codeOf = (error: unknown): string => (isLatchkeyError(error) ? error.code : String(error))

describe('after a connect', () => {
  it('The sign-in view opens after a connect [SIWX-01]', async () => {
    const { connect, views, isOpen, api, kernel } = await openSite()
    await connect()
    expect([views(), isOpen()]).toEqual([[VIEW], true])
    expect(api.session.get()).toMatchObject({
      status: 'asking',
      request: {
        data: {
          domain: HOST,
          uri: 'https://' + HOST,
          chainId: 'eip155:1',
          accountAddress: kernel.ports.accounts.active()?.address,
          version: '1',
        },
        wallet: { name: 'Bench' },
      },
    })
  })
  it('No sign-in view opens where sign-in is not configured [FEAT-24] [SIWX-02]', async () => {
    const { connect, isOpen, events } = await openSite({}, { enabled: false })
    await connect()
    expect(isOpen()).toBe(false)
    expect(events('router:view-changed').map(({ view }) => view)).not.toContain(VIEW)
  })
  it('No sign-in view opens where the wallet is on a network that is not configured [SIWX-03]', async () => {
    const { connect, network, events, api } = await openSite(
      {},
      { wallet: new Eip155Wallet({ chains: [99, 1] }) },
    )
    await connect()
    expect(network()).toBe('eip155:99')
    expect(events('router:view-changed').map(({ view }) => view)).not.toContain(VIEW)
    expect(api.session.get().status).toBe('idle')
  })
  it('No sign-in view opens where there is a session [SIWX-04]', async () => {
    const session = {
      data: {
        domain: HOST,
        accountAddress: new Eip155Wallet().address,
        chainId: 'eip155:1' as const,
        uri: `https://${HOST}`,
        version: '1',
        nonce: 'n1234567',
        issuedAt: '2026-01-01T00:00:00Z',
      },
    }
    const { connect, isOpen, events, api } = await openSite({
      store: {
        open: () => ({
          nonce: async () => ({ nonce: 'n7654321' }),
          add: async () => undefined,
          getSessions: async (chainId, address) =>
            chainId === session.data.chainId && address === session.data.accountAddress
              ? [session]
              : [],
          revoke: async () => undefined,
        }),
      },
    })
    await connect()
    expect([isOpen(), api.session.get().status, api.session.get().session]).toEqual([
      false,
      'signedIn',
      session,
    ])
    expect(events('router:view-changed').map(({ view }) => view)).not.toContain(VIEW)
  })
  it('The sign-in view does not open by itself where the site wants to ask', async () => {
    const { connect, isOpen, api, views } = await openSite({ automatic: false })
    await connect()
    expect([isOpen(), api.session.get().status]).toEqual([false, 'signedOut'])
    const signedIn = api.signIn()
    await eventually(() => expect(views()).toEqual([VIEW]))
    await api.requestSignMessage()
    expect((await signedIn).data.chainId).toBe('eip155:1')
  })
  it.each([
    [{ namespaces: ['solana'] }, false],
    [{ networks: ['eip155:10'] }, false],
    [{ namespaces: ['eip155'], networks: ['eip155:10'] }, false],
    [{ networks: ['eip155:1'] }, true],
    [{ namespaces: ['eip155'] }, true],
  ] as const)(
    'The sign-in view opens only for the chains that the site named: %j',
    async (options, isAsked) => {
      const { connect, isOpen } = await openSite(options)
      await connect()
      expect(isOpen()).toBe(isAsked)
    },
  )
  it('A signed message is stored, and the modal closes [SIWX-05] [SIWX-06] [SIWX-07]', async () => {
    const { connect, api, store, isOpen, views, events, wallet } = await openSite({
      statement: 'Welcome.',
    })
    await connect()
    const { request } = api.session.get()
    const session = await api.requestSignMessage()
    expect(store.added).toEqual([session])
    expect(session).toEqual({
      data: request?.data,
      message: request?.message,
      signature: session.signature,
    })
    expect(
      await verifyMessage({
        address: wallet.address as `0x${string}`,
        message: session.message,
        signature: session.signature as `0x${string}`,
      }),
    ).toBe(true)
    expect([isOpen(), views(), api.session.get()]).toEqual([
      false,
      ['Connect'],
      { status: 'signedIn', session, request: undefined, error: undefined },
    ])
    expect(events('siwx:signed-in')).toEqual([{ session, oneClick: false }])
    expect(await api.getSessions()).toEqual([session])
  })
})

describe('a try that fails', () => {
  it('A failed try leads back to the view with a toast [SIWX-08] [SIWX-09] [SIWX-10]', async () => {
    const { connect, api, wallet, view, isOpen, toasts, events, store } = await openSite()
    await connect()
    wallet.behave(declines)
    await expect(api.requestSignMessage()).rejects.toMatchObject({ code: 'wallet.user_rejected' })
    expect([view(), isOpen(), api.session.get().status, store.added]).toEqual([
      VIEW,
      true,
      'asking',
      [],
    ])
    expect(toasts()).toEqual(['error: Signature declined'])
    expect(events('siwx:failed').map(({ error, phase }) => [codeOf(error), phase])).toEqual([
      ['wallet.user_rejected', 'sign'],
    ])
    wallet.behave('accept')
    await api.requestSignMessage()
    expect([isOpen(), api.session.get().status]).toEqual([false, 'signedIn'])
  })
  it('A declined signature is reported as declined [ERR-18]', async () => {
    const { connect, api, wallet, toasts } = await openSite()
    await connect()
    wallet.behave(declines)
    await api.requestSignMessage().catch(() => undefined)
    expect(toasts()).toEqual(['error: Signature declined'])
  })
  it('A failure of a smart account names the possible reason [ERR-19]', async () => {
    const { connect, api, wallet, toasts } = await openSite(
      {},
      { plugins: [smart(evm({ networks: [mainnet, optimism] }))] },
    )
    await connect()
    wallet.behave({ reject: new Error('execution reverted') })
    await api.requestSignMessage().catch(() => undefined)
    expect(toasts()).toEqual(['error: This application might not support Smart Accounts'])
  })
  it('A failure of the store leads to a message with another nonce', async () => {
    const { connect, api, store, view, toasts, events } = await openSite()
    await connect()
    const first = api.session.get().request?.data.nonce
    store.faults.add = new LatchkeyError('siwx.bad_signature', 'no', {
      context: { accountAddress: 'a', chainId: 'eip155:1' },
    })
    await expect(api.requestSignMessage()).rejects.toMatchObject({ code: 'siwx.bad_signature' })
    expect([view(), toasts(), events('siwx:failed').length]).toEqual([
      VIEW,
      ['error: Sign-in failed'],
      1,
    ])
    delete store.faults.add
    const { data } = await api.requestSignMessage()
    expect(data.nonce).not.toBe(first)
  })
  it('Pressing the button several times sends one request to the wallet', async () => {
    const { connect, api, wallet } = await openSite()
    await connect()
    wallet.behave('silence')
    const both = Promise.all([api.requestSignMessage(), api.requestSignMessage()])
    await eventually(() =>
      expect(wallet.asked.filter((what) => what === 'personal_sign')).toHaveLength(1),
    )
    wallet.answerLate()
    const [one, other] = await both
    expect(one).toBe(other)
    expect(wallet.asked.filter((what) => what === 'personal_sign')).toHaveLength(1)
  })
})

describe('a start that fails', () => {
  it.each(['getSessions', 'nonce'] as const)(
    'A start that fails in %s is reported, disconnects, and leads to the first view [ERR-20] [ERR-21] [ERR-22]',
    async (method) => {
      const store = watchedStore()
      store.faults[method] = new Error('no')
      const { kernel, toasts, views, events, wallet } = await openSite({ store })
      kernel.open()
      await kernel.connect('test.bench').catch(() => undefined)
      await eventually(() =>
        expect(toasts()).toEqual([
          'error: A problem occurred while trying initialize authentication',
        ]),
      )
      await eventually(() =>
        expect(kernel.ports.connections.get().namespaces['eip155']?.status).toBe('disconnected'),
      )
      await eventually(() => expect(views()).toEqual(['Connect']))
      expect(events('siwx:failed').map(({ error, phase }) => [codeOf(error), phase])).toEqual([
        ['siwx.start_failed', 'start'],
      ])
      expect(wallet.asked).not.toContain('personal_sign')
    },
  )
  it('A start that fails does not disconnect a restored wallet where sign-in is optional', async () => {
    const storage = fakeStorage()
    const before = await openSite({}, { kernel: { storage } })
    await before.connect()
    before.kernel.dispose()
    const { kernel, store, api, isOpen, toasts, events } = await openSite(
      {
        store: {
          open: () => ({
            nonce: () => Promise.reject(new Error('offline')),
            getSessions: () => Promise.reject(new Error('offline')),
            add: async () => undefined,
            revoke: async () => undefined,
          }),
        },
      },
      { kernel: { storage }, wallet: before.wallet, resume: true },
    )
    await eventually(() => expect(events('siwx:failed')).toHaveLength(1))
    expect([
      store.calls,
      isOpen(),
      toasts(),
      api.session.get().status,
      kernel.ports.connections.get().namespaces['eip155']?.status,
    ]).toEqual([[], false, [], 'signedOut', 'connected'])
  })
})

describe('a call of the site', () => {
  it('A call without configuration is refused as not enabled [ERR-23]', async () => {
    const { api, wallet } = await openSite({}, { enabled: false })
    for (const call of ['requestSignMessage', 'signIn', 'signOut', 'getSessions'] as const)
      await expect(api[call]()).rejects.toMatchObject({
        code: 'siwx.not_enabled',
        message: 'SIWX is not enabled',
      })
    expect(wallet.asked).toEqual([])
  })
  it('A call without an account is refused, and no wallet is asked [ERR-24] [SIWX-11]', async () => {
    const { api, wallet, store } = await openSite()
    for (const call of ['requestSignMessage', 'signIn', 'getSessions'] as const)
      await expect(api[call]()).rejects.toMatchObject({
        code: 'siwx.account_missing',
        message: 'No ActiveCaipAddress found',
      })
    expect([wallet.asked, store.added]).toEqual([[], []])
  })
  it('A call without a network is refused, and no wallet is asked [SIWX-12]', async () => {
    const { kernel, api, isOpen } = await openSite(
      {},
      { plugins: [lonely({ networks: false, abilities: ['sign'] })] },
    )
    await kernel.connect('lonely')
    expect([
      kernel.ports.accounts.active()?.address,
      kernel.ports.activeNetwork.current(),
      isOpen(),
    ]).toEqual(['alice', undefined, false])
    await expect(api.requestSignMessage()).rejects.toMatchObject({ code: 'siwx.network_missing' })
    expect(asked).toEqual([])
  })
  it('A call without the ability to sign is refused, and no wallet is asked [SIWX-13]', async () => {
    const { kernel, api, isOpen } = await openSite(
      {},
      { plugins: [lonely({ networks: true, abilities: [] })] },
    )
    await kernel.connect('lonely')
    expect(isOpen()).toBe(false)
    await expect(api.requestSignMessage()).rejects.toMatchObject({
      code: 'kernel.connection_client_missing',
      message: 'ConnectionController client not set',
    })
    expect(asked).toEqual([])
  })
  it('A call for an account without sign-in messages is refused at once', async () => {
    const { kernel, api } = await openSite(
      {},
      { plugins: [lonely({ networks: true, abilities: ['sign'] })] },
    )
    await kernel.connect('lonely')
    await expect(api.signIn()).rejects.toMatchObject({ code: 'siwx.namespace_unsupported' })
  })
  it('A call signs without a view, and leaves the modal alone when that fails', async () => {
    const { kernel, api, wallet, isOpen, toasts, events } = await openSite({ automatic: false })
    await kernel.connect('test.bench')
    wallet.behave(declines)
    await expect(api.requestSignMessage()).rejects.toMatchObject({ code: 'wallet.user_rejected' })
    expect([isOpen(), api.session.get().status, toasts(), events('modal:opened')]).toEqual([
      false,
      'signedOut',
      ['error: Signature declined'],
      [],
    ])
    wallet.behave('accept')
    const { message } = await api.requestSignMessage()
    expect(parseMessage(message, 'eip155').domain).toBe(HOST)
    expect(api.session.get().status).toBe('signedIn')
    // A later try that fails keeps the session.
    wallet.behave(declines)
    await api.requestSignMessage().catch(() => undefined)
    expect(api.session.get()).toMatchObject({ status: 'signedIn', session: { message } })
  })
})

describe('what is signed', () => {
  it('The message says everything that the options name [ENT-44]', async () => {
    const { connect, api, wallet } = await openSite({
      statement: 'I take the terms.',
      uri: `https://${HOST}/login`,
      resources: ['https://shop.test/terms', 'ipfs://bafy'],
      expirationTime: '2999-01-01T00:00:00Z',
      notBefore: '2020-01-01T00:00:00Z',
      requestId: 'r-17',
    })
    await connect()
    const { data, message } = await api.requestSignMessage()
    expect(message).toBe(
      [
        `${HOST} wants you to sign in with your Ethereum account:`,
        wallet.address,
        '',
        'I take the terms.',
        '',
        `URI: https://${HOST}/login`,
        'Version: 1',
        'Chain ID: 1',
        `Nonce: ${data.nonce}`,
        `Issued At: ${data.issuedAt}`,
        'Expiration Time: 2999-01-01T00:00:00Z',
        'Not Before: 2020-01-01T00:00:00Z',
        'Request ID: r-17',
        'Resources:',
        '- https://shop.test/terms',
        '- ipfs://bafy',
      ].join('\n'),
    )
    expect(data.nonce).toMatch(/^[0-9a-f]{32}$/)
  })
  it('A message that names another site is refused before the wallet is asked (audit L4)', async () => {
    for (const uri of [
      'https://evil.example/login',
      'https://shop.test/login',
      `http://${HOST}`,
      'did:key:z6Mk',
    ]) {
      const { connect, api, wallet } = await openSite({ automatic: false, uri })
      await connect()
      await expect(api.requestSignMessage()).rejects.toMatchObject({
        code: 'siwx.wrong_uri',
        context: { found: uri },
      })
      expect(wallet.asked).not.toContain('personal_sign')
      closeAll()
    }
  })
  it('A message names another site where the host lists it (audit L4)', async () => {
    const { connect, api } = await openSite({
      automatic: false,
      uri: 'https://app.shop.test/x',
      uris: ['https://app.shop.test'],
    })
    await connect()
    expect((await api.requestSignMessage()).data.uri).toBe('https://app.shop.test/x')
    expect(await api.getSessions()).toHaveLength(1)
  })
  it('A message expires after a day, at the time of the option, or never', async () => {
    const spans = []
    for (const lifetime of [undefined, 60_000, Infinity]) {
      const { connect, api } = await openSite(lifetime === undefined ? {} : { lifetime })
      await connect()
      const { issuedAt, expirationTime } = api.session.get().request!.data
      spans.push(
        expirationTime === undefined ? 'never' : Date.parse(expirationTime) - Date.parse(issuedAt),
      )
      closeAll()
    }
    expect(spans).toEqual([86_400_000, 60_000, 'never'])
  })
  it('A session is kept as data, message and signature [ENT-43]', async () => {
    const storage = fakeStorage()
    const { connect, api } = await openSite({}, { kernel: { storage } })
    await connect()
    const session = await api.requestSignMessage()
    const [, text] = Object.entries(storage.entries()).find(([key]) =>
      key.endsWith(':siwx:v1:sessions'),
    )!
    expect(JSON.parse(text)).toEqual([session])
    expect(Object.keys(session).sort()).toEqual(['data', 'message', 'signature'])
  })
  it('A statement of two lines is refused before the visitor is asked', async () => {
    const { kernel, wallet, events } = await openSite({
      statement: 'Welcome.\nURI: https://evil.test',
    })
    await kernel.connect('test.bench').catch(() => undefined)
    await eventually(() => expect(events('siwx:failed')).toHaveLength(1))
    expect([events('siwx:failed')[0]?.error, wallet.asked]).toMatchObject([
      { code: 'siwx.start_failed', cause: { code: 'siwx.bad_message' } },
      ['eth_requestAccounts'],
    ])
  })
})

describe('signing out', () => {
  it('Signing out ends the session, and stays connected where sign-in is optional', async () => {
    const { connect, api, events, kernel, isOpen } = await openSite()
    await connect()
    const session = await api.requestSignMessage()
    await api.signOut()
    expect([
      api.session.get().status,
      api.session.get().session,
      await api.getSessions(),
      isOpen(),
    ]).toEqual(['signedOut', undefined, [], false])
    expect(events('siwx:signed-out')).toEqual([{ session }])
    expect(kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
  })
  it('Signing out disconnects where sign-in is required', async () => {
    const { connect, api, events, kernel } = await openSite({ required: true })
    await connect()
    await api.requestSignMessage()
    await api.signOut()
    expect(kernel.ports.connections.get().connections).toEqual([])
    expect(events('siwx:signed-out')).toHaveLength(1)
    expect(api.session.get().status).toBe('idle')
  })
  it('Disconnecting signs out, unless the site wants it otherwise', async () => {
    for (const signOutOnDisconnect of [true, false]) {
      const { connect, api, events, kernel, isOpen } = await openSite({ signOutOnDisconnect })
      await connect()
      await api.requestSignMessage()
      await kernel.disconnect()
      await eventually(() =>
        expect(events('siwx:signed-out')).toHaveLength(signOutOnDisconnect ? 1 : 0),
      )
      await connect()
      expect([isOpen(), api.session.get().status]).toEqual(
        signOutOnDisconnect ? [true, 'asking'] : [false, 'signedIn'],
      )
      closeAll()
    }
  })
  it('A sign-out that the store refuses changes nothing', async () => {
    const { connect, api, store } = await openSite()
    await connect()
    await api.requestSignMessage()
    store.faults.revoke = new Error('offline')
    await expect(api.signOut()).rejects.toThrow('offline')
    expect(api.session.get().status).toBe('signedIn')
  })
})

describe('a session that ends', () => {
  it('A session that ends while the page is open is asked for again by a timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { connect, api, shows } = await openSite({ lifetime: 3_600_000 })
    await connect()
    const first = await api.requestSignMessage()
    expect(api.session.get().status).toBe('signedIn')
    await vi.advanceTimersByTimeAsync(3_600_000)
    await shows(VIEW)
    expect(api.session.get().request?.data.nonce).not.toBe(first.data.nonce)
  })
  it('A message that expires before it is signed is replaced by a new one', async () => {
    const { connect, api } = await openSite({ lifetime: 60_000 })
    await connect()
    const shown = api.session.get().request!
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(shown.data.expirationTime!) + 1)
    const { message } = await api.requestSignMessage().finally(() => now.mockRestore())
    expect(message).not.toBe(shown.message)
  })
})
