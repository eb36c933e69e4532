import { LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  http,
  type Account,
  type Chain,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import type { EvmProvider } from '../evmProvider.js'
import { NAMESPACE } from '../chain/networks.js'

type Chains = ReadonlyMap<string, Chain>

const chainOf = (ctx: PluginContext, chains: Chains, id: string | undefined): Chain => {
  const network =
    id === undefined ? ctx.activeNetwork.current(NAMESPACE) : ctx.networks.find(id)?.value
  if (!network)
    throw new LatchkeyError('kernel.network_unknown', `Network ${id} is not configured.`, {
      context: { network: String(id) },
    })
  // A network that was added later, or that a wallet switched to, has no viem chain.
  return (
    chains.get(network.id) ??
    defineChain({
      id: Number(network.reference),
      name: network.name,
      nativeCurrency: network.nativeCurrency,
      rpcUrls: { default: { http: network.rpcUrls } },
    })
  )
}

/** @throws `kernel.account_or_network_missing` */
export function walletClient(
  ctx: PluginContext,
  chains: Chains,
  provider: EvmProvider,
): WalletClient<Transport, Chain, Account> {
  const account = ctx.accounts.active(NAMESPACE)
  if (!account)
    throw new LatchkeyError(
      'kernel.account_or_network_missing',
      'CaipNetwork or CaipAddress is undefined',
    )
  return createWalletClient({
    account: account.address as `0x${string}`,
    chain: chainOf(ctx, chains, undefined),
    transport: custom(provider),
  })
}

/** @throws `kernel.network_unknown` */
export function publicClient(
  ctx: PluginContext,
  chains: Chains,
  provider: EvmProvider,
  id: string | undefined,
): PublicClient<Transport, Chain> {
  const chain = chainOf(ctx, chains, id)
  const [url] = chain.rpcUrls.default.http
  return createPublicClient({ chain, transport: url ? http(url) : custom(provider) })
}
