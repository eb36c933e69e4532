// A Bitcoin wallet on another device: the published client of WalletConnect in Node, which really
// signs.
import { bip122Keys } from '@latchkey/plugin-testkit/wallets'
import { base64 } from '@scure/base'
import { SignClient } from '@walletconnect/sign-client'

const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const METHODS = ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer']

export interface BitcoinRelayWallet {
  readonly keys: ReturnType<typeof bip122Keys>
  /** The methods that it was asked for. */
  readonly requests: readonly string[]
  scan(uri: string): Promise<void>
  close(): Promise<void>
}

function memory() {
  const entries = new Map<string, unknown>()
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
}

/** Approves whatever it is asked. */
export async function openBitcoinRelayWallet(relayUrl: string): Promise<BitcoinRelayWallet> {
  const keys = bip122Keys(
    Uint8Array.from({ length: 32 }, () => 12),
    'regtest',
  )
  const { payment, ordinals } = keys
  const requests: string[] = []
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl,
    storage: memory() as never,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Phone', description: '', url: 'https://phone.example', icons: [] },
  })
  const answers: Readonly<Record<string, (params: Record<string, string>) => unknown>> = {
    getAccountAddresses: () => [
      { address: payment.address, publicKey: payment.publicKey, intention: 'payment' },
      { address: ordinals.address, publicKey: ordinals.publicKey, intention: 'ordinal' },
    ],
    signMessage: ({ address, message }) => ({
      address,
      signature: Buffer.from(keys.signMessage(address!, message!)).toString('hex'),
    }),
    signPsbt: ({ psbt }) => ({ psbt: base64.encode(keys.signPsbt(base64.decode(psbt!))) }),
  }
  client.on('session_proposal', ({ id }) => {
    void client.approve({
      id,
      namespaces: {
        bip122: {
          accounts: [`${REGTEST}:${payment.address}`],
          methods: METHODS,
          events: ['bip122_addressesChanged'],
        },
      },
    })
  })
  client.on('session_request', ({ id, topic, params: { request } }) => {
    requests.push(request.method)
    const result = answers[request.method]?.(request.params as Record<string, string>)
    void client.respond({ topic, response: { id, jsonrpc: '2.0', result: result ?? null } })
  })
  return {
    keys,
    requests,
    scan: async (uri) => void (await client.pair({ uri })),
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
}
