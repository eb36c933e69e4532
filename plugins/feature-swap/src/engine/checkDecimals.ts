import type { SwapToken } from '../api.js'
import { SELECTORS, wordAt } from '../proof/hex.js'
import { notAsQuoted } from '../proof/proveDeal.js'
import type { ActiveAccount, SwapServices } from '../services/swapServices.js'

/**
 * Compares the decimals of tokens with what their contracts say: with others, an amount that the visitor
 * typed would be another one.
 * @throws `swap.not_as_quoted`
 */
export async function checkDecimals(
  { nodeOf }: SwapServices,
  { network }: ActiveAccount,
  tokens: readonly SwapToken[],
  signal: AbortSignal,
): Promise<void> {
  const ask = await nodeOf(network, signal)
  await Promise.all(
    tokens.map(async ({ address, decimals }) => {
      if (address === undefined) return
      const call = { to: address, data: SELECTORS.decimals }
      const answer = await ask('eth_call', [call, 'latest'])
      if (typeof answer !== 'string' || wordAt(answer, 2) !== BigInt(decimals))
        throw notAsQuoted('tokens', ', by the decimals of a token')
    }),
  )
}
