import { randomUUID } from 'node:crypto'
import { createWallet } from '../wallet/wallet.js'
import type { WalletOptions } from '../wallet/core.js'
import type { WalletControl } from '../wallet/types.js'
import { memoryStorage } from './memoryStorage.js'

export interface PhoneOptions extends Omit<WalletOptions, 'ui' | 'memory' | 'origin'> {
  /** `ws://…`: the relay that the site uses too. */
  relayUrl: string
}

/** A wallet on another device, which a site reaches through a relay. */
export interface Phone extends Pick<WalletControl, 'follow' | 'pending' | 'requests' | 'state'> {
  /** Takes a pairing link, `wc:…`, as a phone does that has scanned it. */
  pair(uri: string): Promise<void>
  /** The number of its sessions. */
  readonly sessions: number
  /** Ends all of its sessions from its side. */
  disconnect(): Promise<void>
  close(): Promise<void>
}

const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
]
const EVENTS = ['chainChanged', 'accountsChanged']

const refusal = (error: unknown) => {
  const { code = -32603, message } = error as Error & { code?: number }
  return { code, message }
}

async function openClient(relayUrl: string) {
  const { SignClient } = await import('@walletconnect/sign-client')
  return SignClient.init({
    projectId: 'testing',
    relayUrl,
    storage: memoryStorage() as never,
    // Clients of one prefix share a core, and with it the relay of the first.
    customStoragePrefix: randomUUID(),
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Test phone', description: '', url: 'https://phone.example', icons: [] },
  })
}

/**
 * Opens a phone with an EVM wallet: WalletConnect's own client, with keys that really sign. It approves, rejects or
 * stays silent by its rule, as the other test wallets do.
 */
export async function openPhone({ relayUrl, ...options }: PhoneOptions): Promise<Phone> {
  const { provider, control } = createWallet({ ...options, ui: 'manual' })
  const client = await openClient(relayUrl)
  const namespaces = (addresses: readonly string[]) => ({
    eip155: {
      accounts: options.chains.flatMap(({ id }) =>
        addresses.map((address) => `eip155:${id}:${address}`),
      ),
      methods: METHODS,
      events: EVENTS,
    },
  })
  client.on('session_proposal', ({ id }) => {
    void (provider.request({ method: 'eth_requestAccounts' }) as Promise<string[]>)
      .then(
        (addresses) => client.approve({ id, namespaces: namespaces(addresses) }),
        (error: unknown) => client.reject({ id, reason: { ...refusal(error), code: 5000 } }),
      )
      // The relay may be away by then.
      .catch(() => undefined)
  })
  client.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    // A session names the chain with each request.
    if (request.method !== 'wallet_switchEthereumChain')
      control.setChain(Number(chainId.slice('eip155:'.length)))
    void provider
      .request(request)
      .then(
        (result) => client.respond({ topic, response: { id, jsonrpc: '2.0', result } }),
        (error: unknown) =>
          client.respond({ topic, response: { id, jsonrpc: '2.0', error: refusal(error) } }),
      )
      .catch(() => undefined)
  })
  return {
    follow: control.follow,
    requests: control.requests,
    get pending() {
      return control.pending
    },
    get state() {
      return control.state
    },
    get sessions() {
      return client.session.length
    },
    pair: async (uri) => void (await client.pair({ uri })),
    async disconnect() {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason })
    },
    async close() {
      control.dispose()
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
}
