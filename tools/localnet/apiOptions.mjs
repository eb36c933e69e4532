// Made-up prices of the local chains, which no market has.
import { chains } from './src/localnet.mjs'
import { tokens } from './src/evm/contracts.mjs'

const DOLLARS = { coin: 3_000, [tokens.erc20.address]: 2.5, [tokens.silent.address]: 1 }

/** Laid over what the environment says. */
export const options = {
  prices: {
    currency: 'usd',
    table: Object.fromEntries(
      chains.flatMap(({ id }) =>
        Object.entries(DOLLARS).map(([token, price]) => [
          token === 'coin' ? `eip155:${id}` : `eip155:${id}:${token}`,
          price,
        ]),
      ),
    ),
  },
}
