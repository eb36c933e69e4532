// A site and its wallet by one of two WalletConnect clients: ours as it is published, or the stock
// one.
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { walletconnect } from '@latchkey/walletconnect'
import { SignClient } from '@walletconnect/sign-client' // the wallet's client, and the stock client for comparison
import { mainnet } from 'viem/chains'
import { WebSocket } from 'ws'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const METHODS = ['personal_sign']
const EVENTS = ['chainChanged', 'accountsChanged']

process.env.DISABLE_GLOBAL_CORE = 'true' // several clients in one process
// The published client is written for pages, so it gets a WebSocket here.
globalThis.WebSocket ??= WebSocket

/**
 * @typedef {object} Side
 * @property {() => Promise<unknown>} ask another request at each call
 * @property {string[]} requests what reached the wallet, each request by its own text
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} siteUrl what the site takes for the relay
 * @param {string} relayUrl the wallet's way to it
 * @returns {Promise<Side>}
 */
export async function openOurs(siteUrl, relayUrl) {
  const wallet = await openWallet(relayUrl)
  const kernel = createKernel({
    metadata: { name: 'Bench', url: 'https://bench.test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [evm({ networks: [mainnet] }), walletconnect({ relayUrl: siteUrl })],
  })
  await kernel.ready
  await kernel.ports.late.load()
  const { pairing } = kernel.plugins.walletconnect
  const connected = kernel.connect('walletConnect')
  await wallet.scan(
    await new Promise((resolve) =>
      pairing.subscribe(() => pairing.get().uri && resolve(pairing.get().uri)),
    ),
  )
  await connected
  return {
    requests: wallet.requests,
    ask: asking((params) =>
      kernel.ports.connections.request({ network: 'eip155:1', method: 'personal_sign', params }),
    ),
    async close() {
      kernel.dispose()
      await wallet.close()
    },
  }
}

/** @param {string} siteUrl @param {string} relayUrl @returns {Promise<Side>} */
export async function openStock(siteUrl, relayUrl) {
  const wallet = await openWallet(relayUrl)
  const client = await openClient(siteUrl)
  const { uri, approval } = await client.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: METHODS, events: EVENTS } },
  })
  const approved = approval()
  await wallet.scan(uri)
  const { topic } = await approved
  return {
    requests: wallet.requests,
    ask: asking((params) =>
      client.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params } }),
    ),
    async close() {
      await closeClient(client)
      await wallet.close()
    },
  }
}

/** A wallet in Node that accepts every request. */
export async function openWallet(relayUrl) {
  const client = await openClient(relayUrl)
  // By default the client waits some seconds between two requests, whatever the state of the line.
  client.engine.requestQueueDelay = 0
  const requests = []
  const ignore = () => undefined
  client.on(
    'session_proposal',
    ({ id }) =>
      void client
        .approve({
          id,
          namespaces: {
            eip155: { accounts: [`eip155:1:${ADDRESS}`], methods: METHODS, events: EVENTS },
          },
        })
        .catch(ignore),
  )
  client.on('session_request', ({ id, topic, params: { request } }) => {
    requests.push(request.params[0])
    void client
      .respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
      .catch(ignore)
  })
  return { requests, scan: (uri) => client.pair({ uri }), close: () => closeClient(client) }
}

function asking(request) {
  let count = 0
  return () => request([`0x${(count += 1).toString(16)}`, ADDRESS])
}

const openClient = (relayUrl) =>
  SignClient.init({
    projectId: 'bench',
    relayUrl,
    storage: memory(),
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Bench', description: '', url: 'https://bench.test', icons: [] },
  })

async function closeClient({ core }) {
  core.heartbeat.stop()
  await core.relayer.transportClose().catch(() => undefined)
}

function memory() {
  const entries = new Map()
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key) => entries.get(key),
    setItem: async (key, value) => void entries.set(key, value),
    removeItem: async (key) => void entries.delete(key),
  }
}
