import {
  LatchkeyError,
  type ChainAdapter,
  type ConnectedAccount,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type Chains } from './chain/chains.js'
import { toRpcError } from './chain/toRpcError.js'
import { SIGN_MESSAGE } from './chain/methods.js'
import type { Client, Clients } from './sdk/clients.js'
import { toSigner } from './wallet/signer.js'
import { decode, encode, encodeEthereum, GENERIC, refuseAddress } from './chain/ss58.js'
import { unlessAborted } from './chain/unlessAborted.js'

/** The account and network of a request. */
interface Target {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}

const refuseToken = (): never => {
  throw new LatchkeyError(
    'adapter.ability_missing',
    'Only the native currency can be sent: build other transactions with getApi() and signer.',
    { context: { ability: 'send', namespace: NAMESPACE } },
  )
}
const toMessage = (message: string | Uint8Array): string => {
  // A wallet signs a text that looks like hexadecimal as bytes, so it is encoded first.
  if (typeof message === 'string' && !/^0x[0-9a-f]*$/i.test(message)) return message
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function addresses(
  chains: Chains,
): Pick<ChainAdapter, 'parseAddress' | 'formatAddress' | 'addressOn'> {
  return {
    parseAddress(text, network) {
      const { kind, id, prefix } = decode(text)
      const chain = network && chains.get(network.id)
      if (chain && (chain.accounts === 'ethereum') !== (kind === 'ethereum'))
        return refuseAddress(text, `${chain.name} has accounts of another kind.`)
      if (kind === 'ethereum') return encodeEthereum(id)
      if (chain && prefix !== chain.ss58Prefix && prefix !== GENERIC)
        return refuseAddress(
          text,
          `Its prefix ${prefix} is of another chain, not of ${chain.name} (${chain.ss58Prefix}): ` +
            'ask for the address there.',
        )
      return encode(id, chain ? chain.ss58Prefix : prefix)
    },
    formatAddress: (address) => `${address.slice(0, 6)}…${address.slice(-4)}`,
    addressOn({ address }, network) {
      const chain = chains.get(network.id)
      const { kind, id } = decode(address)
      if (!chain || (chain.accounts === 'ethereum') !== (kind === 'ethereum')) return undefined
      return kind === 'ethereum' ? encodeEthereum(id) : encode(id, chain.ss58Prefix)
    },
  }
}

const describing =
  (getApi: (network: string) => Promise<Client['api']>): NonNullable<ChainAdapter['describe']> =>
  async (request) => {
    const { describe } = await import('./describe/describe.js')
    return describe({ ...request, host: globalThis.location?.host }, () =>
      getApi(request.network.id),
    )
  }

type OpenClient = (network: string, signal?: AbortSignal) => Promise<Client>
type Ask = (target: Target, method: string, params: unknown) => Promise<unknown>

const reading = (client: OpenClient): Pick<ChainAdapter, 'balance' | 'read'> => ({
  async balance({ address, network, signal }) {
    const { decimals, symbol } = network.nativeCurrency
    const { api } = await client(network.id, signal)
    const account = await unlessAborted(
      'The balance',
      () => api.query['system']!['account']!(address),
      signal,
    )
    const { data } = account as unknown as { data: { free: { toString(): string } } }
    return { value: BigInt(data.free.toString()), decimals, symbol }
  },
  async read({ network, method, params, signal }) {
    const { send } = await client(network.id, signal)
    return unlessAborted(
      method,
      () => send(method, Array.isArray(params) ? params : []),
      signal,
    ).catch((error: unknown) => {
      throw toRpcError(error, method)
    })
  },
})

const signing = (ask: Ask): Pick<ChainAdapter, 'sign'> => ({
  async sign({ message, ...target }) {
    const answer = await ask(target, SIGN_MESSAGE, {
      address: target.account.address,
      message: toMessage(message),
    })
    const { signature } = (answer ?? {}) as { signature?: unknown }
    if (typeof signature !== 'string') throw badAnswer(SIGN_MESSAGE, 'a signature')
    return signature
  },
})

function sending(
  ctx: PluginContext,
  client: OpenClient,
  ask: Ask,
  parseAddress: ChainAdapter['parseAddress'],
): Pick<ChainAdapter, 'send' | 'estimate'> {
  const transfers = ctx.lazy('Polkadot transfers', () => import('./sdk/transfer.js'))
  /** The final block at which each transaction was sent: earlier blocks cannot have it. */
  const sentAt = new Map<string, number>()
  return {
    send: {
      async submit({ to, value, token, ...target }) {
        if (token !== undefined) refuseToken()
        const { account, network, signal } = target
        const recipient = parseAddress(to, network)
        const [{ api }, { newestFinal, submit, transferOf }] = await Promise.all([
          client(network.id, signal),
          transfers(),
        ])
        const signer = toSigner(
          (_, method, params) => ask(target, method, params),
          () => network.id,
        )
        const from = await unlessAborted('The node', () => newestFinal(api), signal)
        const id = await submit(api, transferOf(api, recipient, value), account, signer, signal)
        sentAt.set(id, from)
        return { id, kind: 'transaction' }
      },
      async *watch({ id }, { network, signal }) {
        const [{ api }, { follow }] = await Promise.all([client(network.id, signal), transfers()])
        yield* follow(api, id, sentAt.get(id), signal)
      },
    },
    async estimate({ account, network, to, value, token, signal }) {
      if (token !== undefined) refuseToken()
      const [{ api }, { feeOf, reserveOf, transferOf }] = await Promise.all([
        client(network.id, signal),
        transfers(),
      ])
      const transfer = transferOf(api, parseAddress(to, network), value)
      const fee = await feeOf(transfer, account.address, { ...(signal && { signal }) })
      return { fee, reserve: reserveOf(api) }
    },
  }
}

/** The chain adapter of this namespace: addresses, balances, signatures, transfers. */
export function createAdapter(
  ctx: PluginContext,
  chains: Chains,
  clients: () => Promise<Clients>,
): ChainAdapter {
  const spelling = addresses(chains)
  const client: OpenClient = (id, signal) =>
    unlessAborted('The node', async () => (await clients()).get(id, signal), signal)
  const ask: Ask = ({ account, network, signal }, method, params) =>
    ctx.connections.request({
      connectionId: account.connectionId,
      network: network.id,
      method,
      params,
      ...(signal && { signal }),
    })
  return {
    ...spelling,
    picture: async (id) => (await import('./chain/pictures.js')).pictures[id],
    ...reading(client),
    ...signing(ask),
    ...sending(ctx, client, ask, spelling.parseAddress),
    describe: describing(async (id) => (await client(id)).api),
  }
}
