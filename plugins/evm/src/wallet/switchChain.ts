import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { ask, askChainId, type Eip1193Provider } from './ask.js'
import { toHex } from '../chain/chainId.js'
import { isWorthAdding } from './errors.js'
import { NAMESPACE } from '../chain/networks.js'

/** Wallets answer before they have switched: their chain is read up to this often. */
const MAX_READS = 5
const READ_GAP_MS = 100

/** The parameter of `wallet_addEthereumChain` (EIP-3085). */
const toAddParameter = ({
  reference,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorers,
}: Network): object => ({
  chainId: toHex(reference),
  chainName: name,
  nativeCurrency,
  rpcUrls,
  ...(blockExplorers?.length && { blockExplorerUrls: blockExplorers.map(({ url }) => url) }),
})

/**
 * Switches a wallet to a network (EIP-3326), and adds the network first (EIP-3085) where the wallet
 * does not know it.
 * @throws `wallet.unknown_chain`, `wallet.user_rejected`, `wallet.chain_disconnected` where the
 * wallet says that it switched and did not
 */
export async function switchChain(
  provider: Eip1193Provider,
  network: Network,
  signal?: AbortSignal,
): Promise<void> {
  const askToSwitch = (): Promise<unknown> =>
    ask(provider, 'wallet_switchEthereumChain', [{ chainId: toHex(network.reference) }], signal)
  try {
    await askToSwitch()
  } catch (error) {
    if (!isWorthAdding(error)) throw error
    await ask(provider, 'wallet_addEthereumChain', [toAddParameter(network)], signal)
    // Adding a chain also switches to it in some wallets: those do not ask the visitor again.
    await askToSwitch()
  }
  let current = 0
  for (let read = 0; read < MAX_READS; read++) {
    if (read) await new Promise((resolve) => setTimeout(resolve, READ_GAP_MS))
    current = await askChainId(provider, signal)
    if (current === Number(network.reference)) return
  }
  throw new LatchkeyError(
    'wallet.chain_disconnected',
    `The wallet said it switched to ${network.id} but is on ${NAMESPACE}:${current}.`,
    { context: { network: network.id } },
  )
}
