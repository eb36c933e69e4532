import { evm } from '@latchkey/evm'
import { createKernel, type Kernel, type StorageBackend } from '@latchkey/kernel'
import {
  definePlugin,
  type AnyPlugin,
  type HostRpcPolicy,
  type Network,
} from '@latchkey/plugin-api'
import { startRelay, type Relay } from '@latchkey/relay'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { SignClient } from '@walletconnect/sign-client'
import { defineChain, type Chain } from 'viem'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { walletconnect, type WalletConnectApi } from '../src/index.js'

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export type WalletClient = Awaited<ReturnType<typeof SignClient.init>>
type Namespaces = Parameters<WalletClient['approve']>[0]['namespaces']

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

export const chain = (id: number, url = `https://node-${id}.test`): Chain =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

/** A plugin for a namespace that no other plugin knows. */
export const sixth = (): AnyPlugin =>
  definePlugin({
    id: 'sixth',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: ['sixth'],
    setup(ctx) {
      const network: Network = {
        id: 'sixth:main',
        namespace: 'sixth',
        reference: 'main',
        name: 'Sixth',
        nativeCurrency: { name: 'S', symbol: 'S', decimals: 1 },
        rpcUrls: [],
      }
      ctx.networks.add(network)
      ctx.adapters.add({
        namespace: 'sixth',
        abilities: [],
        resembles: () => false,
        session: { methods: ['sixth_sign'], events: ['sixth_event'] },
        load: async () => ({
          parseAddress: (text) => text,
          formatAddress: (text) => text,
          addressOn: ({ address }) => address,
        }),
      })
      ctx.rpc.allow({ namespace: 'sixth', methods: { sixth_sign: 'sign' } })
    },
  })

/** A wallet made with the published client; its switches decide what it does. */
export class Wallet {
  readonly requests: { method: string; params: unknown; chainId: string }[] = []
  readonly ended: string[] = []
  how: 'approve' | 'reject' | 'silence' = 'approve'
  properties: Record<string, string> | undefined
  namespaces: Namespaces = {
    eip155: {
      accounts: [`eip155:1:${ALICE}`, `eip155:137:${ALICE}`],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged', 'accountsChanged'],
    },
  }
  answer: (request: { method: string; params: unknown; chainId: string }) => unknown = ({
    method,
  }) => `${method}!`
  proposal: { optionalNamespaces: unknown; requiredNamespaces: unknown } | undefined
  topic = ''

  private constructor(readonly client: WalletClient) {
    client.on('session_proposal', ({ id, params }) => {
      this.proposal = params
      if (this.how === 'reject')
        void client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
      if (this.how === 'approve')
        void client
          .approve({
            id,
            namespaces: this.namespaces,
            ...(this.properties && { sessionProperties: this.properties }),
          })
          .then(
            ({ topic }) => (this.topic = topic),
            (error: unknown) => console.error('approve', error),
          )
    })
    client.on(
      'session_request',
      ({ id, topic, params: { request, chainId } }) =>
        void this.#respond(id, topic, { method: request.method, params: request.params, chainId }),
    )
    client.on('session_delete', ({ topic }) => void this.ended.push(topic))
  }

  static async open(relayUrl: string): Promise<Wallet> {
    const client = await SignClient.init({
      projectId: 'test',
      relayUrl,
      storage: memory() as never,
      telemetryEnabled: false,
      logger: 'silent',
      metadata: { name: 'Wallet', description: '', url: 'https://wallet.test', icons: [] },
    })
    return new Wallet(client)
  }

  async #respond(
    id: number,
    topic: string,
    request: { method: string; params: unknown; chainId: string },
  ): Promise<void> {
    this.requests.push(request)
    try {
      await this.client.respond({
        topic,
        response: { id, jsonrpc: '2.0', result: (await this.answer(request)) as never },
      })
    } catch (error) {
      await this.client.respond({
        topic,
        response: { id, jsonrpc: '2.0', error: error as { code: number; message: string } },
      })
    }
  }

  async scan(uri: string): Promise<void> {
    await this.client.pair({ uri })
  }

  async close(): Promise<void> {
    this.client.core.heartbeat.stop()
    await this.client.core.relayer.transportClose().catch(() => undefined)
  }
}

export interface Stage {
  relay: Relay
  url: string
  /** The requests of clients to the relay, in order. */
  asked: { clientId: string; method: string; params: Readonly<Record<string, unknown>> }[]
  wallet(): Promise<Wallet>
  /** Opens a site. `change` replaces the chain plugin by a changed one. */
  site(options?: {
    relayUrl?: string
    plugins?: AnyPlugin[]
    storage?: StorageBackend
    /** Keeps the client's keys and sessions. */
    keeps?: StorageBackend
    id?: string
    chains?: [Chain, ...Chain[]]
    rpcPolicy?: HostRpcPolicy
    change?(plugin: AnyPlugin): AnyPlugin
  }): Promise<Site>
  close(): Promise<void>
}
export interface Site {
  kernel: Kernel & { plugins: { walletconnect: WalletConnectApi } }
  api: WalletConnectApi
  /** Waits for a code and returns its uri. */
  uri(): Promise<string>
  /** Shows a code, lets the wallet scan it, and waits for the connection. */
  connect(wallet: Wallet): Promise<void>
}

/** Starts a relay with sites and wallets on it; `close` ends all of them. */
export async function openStage(): Promise<Stage> {
  process.env['DISABLE_GLOBAL_CORE'] = 'true' // Several clients may run in one process.
  const asked: Stage['asked'] = []
  const relay = await startRelay({ onRequest: (request) => void asked.push(request) })
  const ends: (() => unknown)[] = []
  return {
    relay,
    url: relay.url,
    asked,
    async wallet() {
      const wallet = await Wallet.open(relay.url)
      ends.push(() => wallet.close())
      return wallet
    },
    async site({
      relayUrl = relay.url,
      plugins = [],
      storage = fakeStorage(),
      keeps,
      id,
      chains = [chain(1), chain(137)] as [Chain, ...Chain[]],
      rpcPolicy,
      change = (plugin: AnyPlugin) => plugin,
    } = {}) {
      const kernel = createKernel({
        metadata: { name: 'Site', url: 'https://site.test' },
        storage,
        mobile: false,
        logLevel: 'silent',
        ...(id && { id }),
        ...(rpcPolicy && { rpcPolicy }),
        plugins: [
          ...[evm({ networks: chains }), ...plugins].map(change),
          walletconnect({ relayUrl, webSocket: WebSocket, ...(keeps && { storage: keeps }) }),
        ] as const,
      }) as unknown as Site['kernel']
      ends.push(() => kernel.dispose())
      await kernel.ready
      await kernel.ports.late.load()
      const api = kernel.plugins.walletconnect
      const uri = (): Promise<string> =>
        vi.waitFor(() => {
          const { uri: now } = api.pairing.get()
          if (!now) throw new Error('no code yet')
          return now
        }, 5_000)
      return {
        kernel,
        api,
        uri,
        async connect(wallet) {
          const connected = kernel.connect('walletConnect')
          await wallet.scan(await uri())
          await connected
        },
      }
    },
    async close() {
      for (const end of ends.splice(0).reverse()) await end()
      await relay.close()
    },
  }
}
