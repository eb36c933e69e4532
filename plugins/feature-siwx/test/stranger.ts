// The plugin of a chain family that none of our packages names: everything that a page and a server
// know of it is registered or handed in here.
import {
  definePlugin,
  LatchkeyError,
  type AdapterRegistration,
  type Connection,
  type ConnectRequest,
  type PluginContext,
  type SignInFamily,
  type WireRequest,
} from '@latchkey/plugin-api'
import { formatMessage, type SiwxMessage } from '@latchkey/siwx'

export const NAMESPACE = 'nova'
export const NETWORK = 'nova:main'
export const CONNECTOR = 'nova.wallet'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(text))
const toHex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')
const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'))

/** `nova1` and an Ed25519 key in hexadecimal digits of either case. */
const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^nova1[0-9a-f]{64}$/i.test(text)
const keyOf = (address: string): string => address.slice('nova1'.length).toLowerCase()

/** The one object that the page's plugin and a host's server both use. */
export const novaFamily: SignInFamily = {
  profile: { name: 'Nova', isAddress, accountOf: keyOf },
  verifier:
    () =>
    async ({ address, text, signature }) => {
      const key = await crypto.subtle.importKey('raw', fromHex(keyOf(address)), 'Ed25519', true, [
        'verify',
      ])
      return crypto.subtle.verify('Ed25519', key, fromHex(signature), bytesOf(text))
    },
}

/** A wallet with one account, which agrees to everything. */
export class NovaWallet {
  readonly asked: WireRequest[] = []
  private constructor(
    readonly address: string,
    readonly sign: (text: string) => Promise<string>,
  ) {}
  static async create(): Promise<NovaWallet> {
    const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    return new NovaWallet(
      `nova1${toHex(await crypto.subtle.exportKey('raw', publicKey))}`,
      async (text) => toHex(await crypto.subtle.sign('Ed25519', privateKey, bytesOf(text))),
    )
  }
  get account() {
    return { key: this.address, namespace: NAMESPACE, address: this.address, type: 'eoa' }
  }
  async request(request: WireRequest): Promise<unknown> {
    this.asked.push(request)
    const { text } = request.params as { text?: string }
    return text === undefined ? 'transfer-1' : this.sign(text)
  }
}

function createConnection(wallet: NovaWallet): Connection {
  return {
    id: CONNECTOR,
    connectorId: CONNECTOR,
    scopes: {
      [NAMESPACE]: { accounts: [wallet.account], networks: [NETWORK], methods: 'any' },
    },
    request: (request) => wallet.request(request),
    onChange: () => () => undefined,
    release: async () => undefined,
    snapshot: () => ({}),
  }
}

/** Connects, and signs the message of a sign-in in the same step where it is asked to. */
async function connect(wallet: NovaWallet, { signIn }: ConnectRequest): Promise<Connection> {
  if (signIn) {
    const message = formatMessage(
      {
        ...(signIn.message as unknown as SiwxMessage),
        accountAddress: wallet.address,
        chainId: NETWORK,
      },
      { [NAMESPACE]: novaFamily },
    )
    const signature = await wallet.sign(message)
    signIn.fulfil({ account: wallet.account, network: NETWORK, message, signature })
  }
  return createConnection(wallet)
}

function createRegistration(
  { connections }: PluginContext,
  { signIn = { load: async () => novaFamily } }: Pick<AdapterRegistration, 'signIn'>,
): AdapterRegistration {
  const ask = (
    params: object,
    more: { method: string; connectionId: string; signal?: AbortSignal },
  ) => connections.request({ network: NETWORK, params, ...more }).then(String)
  return {
    namespace: NAMESPACE,
    label: 'Nova',
    abilities: ['balance', 'sign', 'send'],
    sendByDefault: true,
    tabs: ['tokens'],
    signIn,
    resembles: isAddress,
    session: { methods: ['nova_sign', 'nova_transfer'], events: [] },
    load: async () => ({
      parseAddress(text) {
        if (isAddress(text)) return text.toLowerCase()
        throw new LatchkeyError('adapter.invalid_address', 'Not an address of Nova.', {
          context: { input: String(text), namespace: NAMESPACE },
        })
      },
      formatAddress: (address) => address,
      addressOn: ({ address }) => address,
      balance: async () => ({ value: 5_000n, decimals: 3, symbol: 'NOVA' }),
      sign: ({ account, message, signal }) =>
        ask(
          { text: message },
          {
            method: 'nova_sign',
            connectionId: account.connectionId,
            ...(signal && { signal }),
          },
        ),
      send: {
        submit: async ({ account, to, value, signal }) => ({
          id: await ask(
            { to, value: String(value) },
            {
              method: 'nova_transfer',
              connectionId: account.connectionId,
              ...(signal && { signal }),
            },
          ),
          kind: 'transaction',
        }),
        async *watch() {
          yield { status: 'success' }
        },
      },
    }),
  }
}

export const nova = (wallet: NovaWallet, registration: Pick<AdapterRegistration, 'signIn'> = {}) =>
  definePlugin({
    id: 'nova',
    version: '1.0.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    setup(ctx) {
      ctx.networks.add({
        id: NETWORK,
        namespace: NAMESPACE,
        reference: 'main',
        name: 'Nova Main',
        nativeCurrency: { name: 'Nova', symbol: 'NOVA', decimals: 3 },
        rpcUrls: [],
      })
      ctx.adapters.add(createRegistration(ctx, registration))
      ctx.rpc.allow({ namespace: NAMESPACE, methods: { nova_sign: 'sign', nova_transfer: 'send' } })
      ctx.connectors.add({
        id: CONNECTOR,
        name: 'Nova Wallet',
        kind: 'external',
        namespaces: [NAMESPACE],
        availability: () => 'installed',
        connect: (request) => connect(wallet, request),
      })
    },
  })
