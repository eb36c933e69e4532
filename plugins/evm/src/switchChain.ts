import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { ask, chainOf, type Eip1193Provider } from './ask.js'
import { toHex } from './chainId.js'
import { isWorthAdding } from './errors.js'
import { NAMESPACE } from './networks.js'

/** Wallets answer before they have moved: how often they are asked again, and after how many ms. */
const LOOKS = 5
const PAUSE = 100

/** A network as EIP-3085 wants it. */
const addable = ({
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
 * Moves a wallet to a network (EIP-3326), after adding it (EIP-3085) where the wallet does not know it.
 * @throws `wallet.unknown_chain`, `wallet.user_rejected`, `wallet.chain_disconnected` when it says it moved and did not
 */
export async function switchChain(
  provider: Eip1193Provider,
  network: Network,
  signal?: AbortSignal,
): Promise<void> {
  const move = (): Promise<unknown> =>
    ask(provider, 'wallet_switchEthereumChain', [{ chainId: toHex(network.reference) }], signal)
  try {
    await move()
  } catch (error) {
    if (!isWorthAdding(error)) throw error
    await ask(provider, 'wallet_addEthereumChain', [addable(network)], signal)
    // Adding does not switch everywhere; where it did, this asks nobody.
    await move()
  }
  let now = 0
  for (let look = 0; look < LOOKS; look++) {
    if (look) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    now = await chainOf(provider, signal)
    if (now === Number(network.reference)) return
  }
  throw new LatchkeyError(
    'wallet.chain_disconnected',
    `The wallet said it switched to ${network.id} but is on ${NAMESPACE}:${now}.`,
    { context: { network: network.id } },
  )
}
