import {
  LatchkeyError,
  type ChainAdapter,
  type ConnectedAccount,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chains.js'
import { toRpcError } from './errors.js'
import { SIGN_MESSAGE } from './methods.js'
import type { Client, Clients } from './sdk/clients.js'
import { toSigner } from './signer.js'
import { decode, encode, encodeEthereum, GENERIC, refuseAddress } from './ss58.js'
import { unlessAborted } from './settle.js'

interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}

const refuseToken = (): never => {
  throw new LatchkeyError(
    'adapter.ability_missing',
    'Only the native currency of a Polkadot network can be sent here: build other transactions with getApi() and signer.',
    { context: { ability: 'send', namespace: NAMESPACE } },
  )
}
const toMessage = (message: string | Uint8Array): string => {
  // A text that looks like bytes would be signed as those bytes.
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
          `It is spelled for another chain (prefix ${prefix}), not for ${chain.name} (prefix ${chain.ss58Prefix}): ask for the address there.`,
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

/** What this plugin knows of Polkadot's chains. */
export function createAdapter(
  ctx: PluginContext,
  chains: Chains,
  clients: () => Promise<Clients>,
): ChainAdapter {
  const spelling = addresses(chains)
  const client = (id: string, signal?: AbortSignal) =>
    unlessAborted('The node', async () => (await clients()).get(id, signal), signal)
  const transfers = ctx.lazy('Polkadot transfers', () => import('./sdk/transfer.js'))
  const request = (
    { account, network, signal }: On,
    method: string,
    params: unknown,
  ): Promise<unknown> =>
    ctx.connections.request({
      connectionId: account.connectionId,
      network: network.id,
      method,
      params,
      ...(signal && { signal }),
    })
  /** Numbers of final blocks when something was sent, so that it need not be looked for before. */
  const sentAt = new Map<string, number>()
  return {
    ...spelling,
    async balance({ address, network, signal }) {
      const { decimals, symbol } = network.nativeCurrency
      const { api } = await client(network.id, signal)
      const account = await unlessAborted(
        'The balance',
        () => api.query['system']!['account']!(address),
        signal,
      )
      return {
        value: BigInt(
          (account as unknown as { data: { free: { toString(): string } } }).data.free.toString(),
        ),
        decimals,
        symbol,
      }
    },
    async sign({ message, ...on }) {
      const answer = await request(on, SIGN_MESSAGE, {
        address: on.account.address,
        message: toMessage(message),
      })
      const { signature } = (answer ?? {}) as { signature?: unknown }
      if (typeof signature !== 'string')
        throw new LatchkeyError(
          'wallet.bad_answer',
          `The wallet answered ${SIGN_MESSAGE} without a signature.`,
          { context: { method: SIGN_MESSAGE } },
        )
      return signature
    },
    send: {
      async submit({ to, value, token, ...on }) {
        if (token !== undefined) refuseToken()
        const recipient = spelling.parseAddress(to, on.network)
        const [{ api }, { newestFinal, submit, transferOf }] = await Promise.all([
          client(on.network.id, on.signal),
          transfers(),
        ])
        const signer = toSigner(
          (_, method, params) => request(on, method, params),
          () => on.network.id,
        )
        const from = await unlessAborted('The node', () => newestFinal(api), on.signal)
        const id = await submit(
          api,
          transferOf(api, recipient, value),
          on.account,
          signer,
          on.signal,
        )
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
      return {
        fee: await feeOf(
          transferOf(api, spelling.parseAddress(to, network), value),
          account.address,
          { ...(signal && { signal }) },
        ),
        reserve: reserveOf(api),
      }
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
    describe: describing(async (id) => (await client(id)).api),
  }
}
