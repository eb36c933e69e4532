// The shapes of the public documentation of Blockscout's REST API v2; no instance was asked.
import { happen, PEOPLE, TOKENS } from './fakeChain.js'
import { type Provider } from './fakeProvider.js'
import { erc20Of, STEPS } from './historySuite.js'

/** Knows the balances of Alice. */
export const blockscoutFake: Provider = (url) => {
  const { address, name, symbol, decimals } = TOKENS.erc20
  if (!url.pathname.endsWith('/token-balances'))
    return { hash: PEOPLE.alice, coin_balance: '42', exchange_rate: null }
  const token = {
    ...{ address_hash: address, name, symbol, decimals: String(decimals) },
    ...{ type: 'ERC-20', exchange_rate: null },
  }
  return [{ token, value: String(erc20Of(happen(STEPS), 'alice')) }]
}
