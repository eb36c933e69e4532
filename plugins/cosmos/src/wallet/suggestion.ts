import { LatchkeyError } from '@latchkey/plugin-api'
import type { CosmosNetwork } from '../chain/chains.js'

/**
 * The parameter of `experimentalSuggestChain` for a chain.
 * @throws `wallet.unknown_chain` where the host's description lacks a URL
 */
export function toSuggestion({
  chainId,
  name,
  bech32Prefix: prefix,
  coinType = 118,
  nativeCurrency,
  gasPrice,
  rpcUrls: [rpc],
  restUrl,
  publicKeyType,
}: CosmosNetwork): object {
  if (!rpc || !restUrl)
    throw new LatchkeyError(
      'wallet.unknown_chain',
      `The wallet does not know ${chainId}, and it cannot be added: add rpcUrls and restUrl to this network's options.`,
      { context: { network: chainId } },
    )
  const { symbol, denom, decimals } = nativeCurrency
  const currency = { coinDenom: symbol, coinMinimalDenom: denom, coinDecimals: decimals }
  const price = Number(gasPrice)
  return {
    chainId,
    chainName: name,
    rpc,
    rest: restUrl,
    bip44: { coinType },
    bech32Config: {
      bech32PrefixAccAddr: prefix,
      bech32PrefixAccPub: `${prefix}pub`,
      bech32PrefixValAddr: `${prefix}valoper`,
      bech32PrefixValPub: `${prefix}valoperpub`,
      bech32PrefixConsAddr: `${prefix}valcons`,
      bech32PrefixConsPub: `${prefix}valconspub`,
    },
    currencies: [currency],
    feeCurrencies: [
      { ...currency, gasPriceStep: { low: price, average: price, high: price * 1.5 } },
    ],
    stakeCurrency: currency,
    features: publicKeyType ? ['eth-address-gen', 'eth-key-sign'] : [],
  }
}
