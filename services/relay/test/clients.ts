import { SignClient } from '@walletconnect/sign-client'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

const clients = new Set<Client>()

/** A client with its own keys and a storage that ends with it. */
export async function client(
  relayUrl: string,
  extra: Parameters<typeof SignClient.init>[0] = {},
): Promise<Client> {
  process.env.DISABLE_GLOBAL_CORE = 'true' // Two clients run in one process.
  const made = await SignClient.init({
    projectId: 'test',
    relayUrl,
    storage: memory(),
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Test', description: '', url: 'http://127.0.0.1', icons: [] },
    ...extra,
  } as Parameters<typeof SignClient.init>[0])
  clients.add(made)
  return made
}

export async function closeAll(): Promise<void> {
  await Promise.all(
    [...clients].map(async ({ core }) => {
      core.heartbeat.stop()
      await core.relayer.transportClose().catch(() => undefined)
    }),
  )
  clients.clear()
}

/** The wallet scans the dapp's code and approves. */
export async function pair(dapp: Client, wallet: Client): Promise<{ topic: string }> {
  const { uri, approval } = await dapp.connect({
    optionalNamespaces: {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
    },
  })
  wallet.once('session_proposal', ({ id }) => {
    void wallet.approve({
      id,
      namespaces: {
        eip155: {
          chains: ['eip155:1'],
          accounts: [`eip155:1:0x${'ab'.repeat(20)}`],
          methods: ['personal_sign'],
          events: [],
        },
      },
    })
  })
  await wallet.pair({ uri: uri ?? '' })
  return approval()
}

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
