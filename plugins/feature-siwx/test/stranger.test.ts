// A chain family that none of our packages names can sign in on a page and on a server, and send.
import { send } from '@latchkey/feature-send'
import { createKernel } from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { createSiwxServer, memoryStore, type SiwxServer } from '@latchkey/siwx-server'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { browserStore, serverStore, siwx, type SiwxOptions } from '../src/index.js'
import { CONNECTOR, NAMESPACE, nova, novaFamily, NovaWallet } from './stranger.js'
import { becomePage, eventually, HOST, watchedStore } from './support.js'

beforeAll(becomePage)
const ends: (() => void)[] = []
afterEach(() => {
  ends.splice(0).forEach((end) => end())
  vi.unstubAllGlobals()
  becomePage()
})

const ORIGIN = `https://${HOST}`
async function openPage(options: SiwxOptions, registration: Parameters<typeof nova>[1] = {}) {
  const wallet = await NovaWallet.create()
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: fakeStorage(),
    mobile: false,
    logLevel: 'silent',
    plugins: [nova(wallet, registration), send(), siwx(options)] as const,
  })
  ends.push(() => kernel.dispose())
  await kernel.ready
  return { kernel, wallet, api: kernel.plugins.siwx }
}

/** Routes the page's requests to a server, with cookies as a browser keeps them. */
function serve({ handle }: SiwxServer): { request(): Request } {
  const jar = new Map<string, string>()
  const headers = (): Record<string, string> => ({
    origin: ORIGIN,
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const { method = 'GET', body = null } = init
    const response = await handle(
      new Request(url, { method, body, headers: { ...(init.headers as object), ...headers() } }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    return response
  })
  return { request: () => new Request(`${ORIGIN}/me`, { headers: headers() }) }
}
const createServer = (): SiwxServer =>
  createSiwxServer({
    domain: HOST,
    store: memoryStore(),
    families: { [NAMESPACE]: novaFamily },
  })

describe('An account of a chain family that only its plugin knows', () => {
  it('An account of an unknown family is signed in by a page that verifies the signature itself', async () => {
    const { kernel, api, wallet } = await openPage({ store: browserStore() })
    await kernel.connect(CONNECTOR)
    const session = await api.requestSignMessage()
    expect(session.message).toContain('wants you to sign in with your Nova account:\nnova1')
    expect(session.data).toMatchObject({ chainId: 'nova:main', accountAddress: wallet.address })
    expect(api.session.get().status).toBe('signedIn')
  })

  it('An account of an unknown family is signed in on a server that was given its family', async () => {
    const server = createServer()
    const browser = serve(server)
    const { kernel, api, wallet } = await openPage({ store: serverStore({ url: '/api/siwx' }) })
    await kernel.connect(CONNECTOR)
    await api.requestSignMessage()
    const session = await server.getSession(browser.request())
    expect(session).toMatchObject({
      accountAddress: wallet.address,
      accountKey: `nova:${wallet.address.slice(5)}`,
      chainId: 'nova:main',
      signedBy: 'key',
    })
    const upper = `nova1${wallet.address.slice(5).toUpperCase()}`
    const filter = { chainId: 'nova:main', accountAddress: upper } as const
    expect(await server.getSession(browser.request(), filter)).toEqual(session)
    await server.revokeAll(upper)
    expect(await server.getSession(browser.request())).toBeUndefined()
  })

  it('An account of an unknown family is refused by a server where another key signed', async () => {
    const server = createServer()
    const browser = serve(server)
    const { kernel, api, wallet } = await openPage({ store: serverStore({ url: '/api/siwx' }) })
    const thief = await NovaWallet.create()
    vi.spyOn(wallet, 'request').mockImplementation((request) => thief.request(request))
    await kernel.connect(CONNECTOR)
    await expect(api.requestSignMessage()).rejects.toMatchObject({
      code: 'siwx.server_refused',
      context: { serverCode: 'siwx.bad_signature' },
    })
    expect(await server.getSession(browser.request())).toBeUndefined()
  })

  it('An account of an unknown family signs in while connecting where its registration allows that', async () => {
    const store = watchedStore()
    const { kernel, api } = await openPage(
      { store },
      { signIn: { withConnect: true, load: async () => novaFamily } },
    )
    kernel.open()
    // The nonce is fetched when the modal opens, ahead of the click that connects.
    await eventually(() => expect(store.calls).toEqual(['nonce']))
    await kernel.connect(CONNECTOR)
    expect(api.session.get().status).toBe('signedIn')
    expect(kernel.ports.modal.get().open).toBe(false)
  })

  it('An account of an unknown family is not signed in where its registration brings no family', async () => {
    const { kernel, api } = await openPage({ store: browserStore() }, { signIn: {} })
    await kernel.connect(CONNECTOR)
    expect(api.session.get()).toMatchObject({
      status: 'signedOut',
      error: { code: 'siwx.namespace_unsupported' },
    })
  })

  it('An account of an unknown family sends without being named in an option', async () => {
    const { kernel, wallet } = await openPage({ store: browserStore(), automatic: false })
    await kernel.connect(CONNECTOR)
    const { send: api } = kernel.plugins
    expect(api.canSend()).toBe(true)
    await api.load()
    api.setToken(api.state.get().tokenBalances[0])
    api.setAmount('1.5')
    api.setReceiver((await NovaWallet.create()).address)
    await eventually(() => expect(api.state.get().receiver.status).toBe('ok'))
    const sent = api.send()
    await eventually(() =>
      expect(api.state.get().review).toMatchObject({ method: 'nova_transfer' }),
    )
    api.confirm()
    expect(await sent).toMatchObject({ id: 'transfer-1', network: 'nova:main', amount: '1.5' })
    expect(wallet.asked).toMatchObject([{ params: { value: '1500' } }])
  })
})
