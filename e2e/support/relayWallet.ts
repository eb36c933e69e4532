// A wallet on another device: the published client in Node.
import { SignClient } from '@walletconnect/sign-client'

type Client = Awaited<ReturnType<typeof SignClient.init>>
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export interface RelayWallet {
  client: Client
  how: 'approve' | 'reject'
  readonly requests: string[]
  readonly topics: string[]
  readonly ended: string[]
  scan(uri: string): Promise<void>
  close(): Promise<void>
}

/** @param accounts CAIP-10 ids on EVM chains */
export async function openRelayWallet(
  relayUrl: string,
  accounts: readonly string[] = [`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`],
): Promise<RelayWallet> {
  const entries = new Map<string, unknown>()
  const storage = {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl,
    storage: storage as never,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Phone', description: '', url: 'https://phone.example', icons: [] },
  })
  const wallet: RelayWallet = {
    client,
    how: 'approve',
    requests: [],
    topics: [],
    ended: [],
    scan: async (uri) => void (await client.pair({ uri })),
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
  client.on('session_proposal', ({ id }) => {
    if (wallet.how === 'reject')
      return void client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    void client
      .approve({
        id,
        namespaces: {
          eip155: {
            accounts: [...accounts],
            methods: ['personal_sign', 'eth_sendTransaction'],
            events: ['chainChanged', 'accountsChanged'],
          },
        },
      })
      .then(({ topic }) => wallet.topics.push(topic))
  })
  client.on('session_request', ({ id, topic, params: { request } }) => {
    wallet.requests.push(request.method)
    void client.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
  })
  client.on('session_delete', ({ topic }) => void wallet.ended.push(topic))
  return wallet
}
