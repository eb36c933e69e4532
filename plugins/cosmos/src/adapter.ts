import {
  LatchkeyError,
  type ChainAdapter,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { parse, spell } from './chain/address.js'
import { toAdr36 } from './chain/adr36.js'
import type { Chains, CosmosNetwork } from './chain/chains.js'
import { readAminoAnswer } from './chain/wire.js'
import { watch } from './chain/watch.js'

/** SLIP-44 coin type of a chain that names none. */
const DEFAULT_COIN_TYPE = 118

/** Whether one key has an address on both chains: same derivation path and same hash of the key. */
const shareKeys = (one: CosmosNetwork | undefined, other: CosmosNetwork): boolean =>
  !!one &&
  (one.coinType ?? DEFAULT_COIN_TYPE) === (other.coinType ?? DEFAULT_COIN_TYPE) &&
  one.publicKeyType === other.publicKeyType

/** The configured chain of a network. @throws `kernel.network_unknown` */
function demandChain(chains: Chains, { id }: Network): CosmosNetwork {
  const chain = chains.get(id)
  if (!chain)
    throw new LatchkeyError(
      'kernel.network_unknown',
      `The network ${id} is not among the networks of the plugin: add it to cosmos({ networks }).`,
      { context: { network: id } },
    )
  return chain
}

const addresses = (
  chains: Chains,
): Pick<ChainAdapter, 'parseAddress' | 'formatAddress' | 'addressOn'> => ({
  parseAddress(text, network) {
    const decoded = parse(text, network && chains.get(network.id)?.bech32Prefix)
    return spell(decoded, decoded.prefix)
  },
  formatAddress: (address) =>
    address.length > 20
      ? `${address.slice(0, address.lastIndexOf('1') + 5)}…${address.slice(-4)}`
      : address,
  addressOn({ address, networks }, { id }) {
    const chain = chains.get(id)
    if (networks?.includes(id)) return address
    if (networks || !chain) return undefined
    const decoded = parse(address)
    if (decoded.prefix === chain.bech32Prefix) return address
    const own = [...chains.values()].find(({ bech32Prefix }) => bech32Prefix === decoded.prefix)
    return shareKeys(own, chain) ? spell(decoded, chain.bech32Prefix) : undefined
  },
})

/** The chain adapter of this namespace: addresses, balances, signatures, transfers. */
export function createAdapter(ctx: PluginContext, chains: Chains): ChainAdapter {
  /** Protobuf and queries are the larger part of the SDK: they load when a node is asked. */
  const bank = ctx.lazy('Cosmos bank', () => import('./sdk/bank.js'))
  return {
    ...addresses(chains),
    picture: async (id) => (await import('./chain/pictures.js')).pictures[id],
    async balance({ address, network, signal }) {
      const { balance } = await bank()
      return balance(demandChain(chains, network), address, network, signal)
    },
    async sign({ account, network, message, signal }) {
      const params = { signerAddress: account.address, signDoc: toAdr36(account.address, message) }
      const answer = await ctx.connections.request({
        connectionId: account.connectionId,
        network: network.id,
        method: 'cosmos_signAmino',
        params,
        ...(signal && { signal }),
      })
      return readAminoAnswer(answer).signature.signature
    },
    send: {
      async submit(transfer) {
        const chain = demandChain(chains, transfer.network)
        parse(transfer.to, chain.bech32Prefix)
        return { id: await (await bank()).submit({ ctx, chain }, transfer), kind: 'transaction' }
      },
      watch: ({ id }, { network, signal }) => watch(id, network, signal),
    },
    async estimate(transfer) {
      const chain = demandChain(chains, transfer.network)
      parse(transfer.to, chain.bech32Prefix)
      return (await bank()).estimate({ ctx, chain }, transfer)
    },
    async describe(request) {
      const { describe } = await import('./describe/describe.js')
      return describe({
        ...request,
        chain: chains.get(request.network.id),
        host: globalThis.location?.host,
      })
    },
  }
}
