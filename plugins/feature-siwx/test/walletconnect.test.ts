// Signing in together with connecting through WalletConnect, over a real relay and with the
// published client as the wallet.
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import type { AnyPlugin } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { startRelay, type Relay } from '@latchkey/relay'
import { solana, solanaMainnet } from '@latchkey/solana'
import { walletconnect, type WalletConnectApi } from '@latchkey/walletconnect'
import { SignClient } from '@walletconnect/sign-client'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet, polygon } from 'viem/chains'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { siwx, type SiwxApi } from '../src/index.js'
import { eventually, HOST, watchedStore } from './support.js'

const signer = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
const asked: { method: string; params: Readonly<Record<string, unknown>> }[] = []
let relay: Relay
const ends: (() => unknown)[] = []
beforeAll(async () => {
  process.env['DISABLE_GLOBAL_CORE'] = 'true' // Several clients run in one process.
  relay = await startRelay({ onRequest: (request) => void asked.push(request) })
  vi.stubGlobal('location', new URL(`https://${HOST}/`))
})
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await relay.close()
  vi.unstubAllGlobals()
})

const memory = () => {
  const entries = new Map<string, unknown>()
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
}
type Namespaces = Parameters<
  Awaited<ReturnType<typeof SignClient.init>>['approve']
>[0]['namespaces']

/** A wallet that approves these namespaces, and signs messages and sign-ins with its key. */
async function openWallet(namespaces: Namespaces) {
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl: relay.url,
    storage: memory() as never,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.test', icons: [] },
  })
  const [nonces, requests]: [string[], string[]] = [[], []]
  client.on('session_proposal', ({ id }) => void client.approve({ id, namespaces }))
  client.on(
    'session_request',
    ({
      id,
      topic,
      params: {
        request: { method, params },
      },
    }) => {
      requests.push(method)
      void signer
        .signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
        .then((result) => client.respond({ topic, response: { id, jsonrpc: '2.0', result } }))
    },
  )
  client.on(
    'session_authenticate',
    ({ id, params: { authPayload } }) =>
      void (async () => {
        nonces.push(authPayload.nonce)
        const payload = populateAuthPayload({
          authPayload,
          chains: ['eip155:1'],
          methods: ['personal_sign', 'eth_sendTransaction'],
        })
        const iss = `did:pkh:eip155:1:${signer.address}`
        const s = await signer.signMessage({
          message: client.formatAuthMessage({ request: payload as never, iss }),
        })
        await client.approveSessionAuthenticate({
          id,
          auths: [buildAuthObject(payload, { t: 'eip191', s }, iss)],
        })
      })(),
  )
  ends.push(async () => {
    client.core.heartbeat.stop()
    await client.core.relayer.transportClose().catch(() => undefined)
  })
  return { nonces, requests, scan: (uri: string) => client.pair({ uri }) }
}

const AUTHENTICATE = 1116
async function open(chains: readonly AnyPlugin[], namespaces: Namespaces) {
  const store = watchedStore()
  const kernel = createKernel({
    metadata: { name: 'Site', url: 'https://site.test' },
    storage: fakeStorage(),
    mobile: false,
    logLevel: 'silent',
    plugins: [
      ...chains,
      walletconnect({ relayUrl: relay.url, webSocket: WebSocket }),
      siwx({ store, statement: 'Hello' }),
    ],
  }) as unknown as Kernel & { plugins: { siwx: SiwxApi; walletconnect: WalletConnectApi } }
  ends.push(() => kernel.dispose())
  const wallet = await openWallet(namespaces)
  const from = asked.length
  await kernel.ready
  kernel.open()
  await kernel.ports.late.load()
  await eventually(() => expect(store.calls).toContain('nonce'))
  const published = (tag: number): boolean =>
    asked
      .slice(from)
      .some(({ method, params }) => method === 'irn_publish' && params['tag'] === tag)
  return {
    kernel,
    wallet,
    store,
    published,
    api: kernel.plugins.siwx,
    view: () => kernel.ports.router.get().at(-1)?.view,
    async connect() {
      const connected = kernel.connect('walletConnect')
      await wallet.scan(
        await eventually(() => {
          const { uri } = kernel.plugins.walletconnect.pairing.get()
          if (!uri) throw new Error('no code yet')
          return uri
        }),
      )
      await connected
    },
  }
}
const EVM = {
  eip155: {
    accounts: [`eip155:1:${signer.address}`],
    methods: ['personal_sign'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
const SOLANA = {
  solana: {
    accounts: [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
    ],
    methods: ['solana_signMessage'],
    events: [],
  },
}

it('WalletConnect authenticates where only eip155 is involved, and its cacao is kept [SIWX-14] [ENT-43]', async () => {
  const {
    kernel,
    wallet: { nonces },
    connect,
    published,
    store,
    api,
  } = await open([evm({ networks: [mainnet, polygon] })], EVM)
  await connect()
  expect([published(AUTHENTICATE), nonces.length, store.added.length]).toEqual([true, 1, 1])
  const [session] = store.added
  expect(session?.data).toMatchObject({
    domain: HOST,
    accountAddress: signer.address,
    chainId: 'eip155:1',
    nonce: nonces[0],
  })
  expect(session?.cacao).toMatchObject({ p: { nonce: nonces[0] } })
  expect([api.session.get().status, kernel.ports.modal.get().open]).toEqual(['signedIn', false])
})
it('WalletConnect connects first and signs later with several chain families [SIWX-15]', async () => {
  const {
    wallet: { nonces, requests },
    connect,
    published,
    view,
    api,
    store,
  } = await open([evm({ networks: [mainnet] }), solana({ networks: [solanaMainnet] })], {
    ...EVM,
    ...SOLANA,
  })
  await connect()
  expect([published(AUTHENTICATE), nonces, view()]).toEqual([false, [], 'SIWXSignMessage'])
  await api.requestSignMessage()
  expect(requests).toEqual(['personal_sign'])
  expect(Object.keys(store.added[0]!)).not.toContain('cacao')
})
it('WalletConnect does not authenticate where the one chain family is another [SIWX-16]', async () => {
  const {
    wallet: { nonces },
    connect,
    published,
    view,
  } = await open([solana({ networks: [solanaMainnet] })], SOLANA)
  await connect()
  expect([published(AUTHENTICATE), nonces, view()]).toEqual([false, [], 'SIWXSignMessage'])
})
