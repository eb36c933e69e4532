// Made-up prices of the local chains, which no market has; the pools of the first one, and a provider
// that sells coins of it to whoever asks.
import { SIGNER } from './nameSigner.mjs'
import { accounts } from '@latchkey/testing/nodes'
import { tokens } from './src/evm/contracts.mjs'

// Beside the program that reads this file, which is built.
const { sandbox, uniswap } = await import(
  new URL('../../services/blockchain-api/dist/index.js', import.meta.url).href
)

/** The addresses of `deployPools`, as JSON; absent: the chain has no pools. */
const pools = process.env.LOCALNET_POOLS && JSON.parse(process.env.LOCALNET_POOLS)
/** Of `deployNames`, with their resolver, as JSON; absent: no names are given out. */
const names = process.env.LOCALNET_NAMES && JSON.parse(process.env.LOCALNET_NAMES)
/** Chain ids of the service. */
const ids = [...(process.env.RPC_URLS ?? '').matchAll(/(?:^|,)eip155:(\d+)=/g)].map(([, id]) => id)
const FIRST = `eip155:${ids[0]}`

/** Where there are pools, prices are those of the pools. */
const DOLLARS = pools
  ? { coin: 2_000, [tokens.erc20.address]: 2, [pools.tokens.dollar]: 1, [pools.tokens.silent]: 1 }
  : { coin: 3_000, [tokens.erc20.address]: 2.5, [tokens.silent.address]: 1 }

const table = Object.fromEntries(
  ids.flatMap((id) =>
    Object.entries(DOLLARS).map(([token, price]) => [
      token === 'coin' ? `eip155:${id}` : `eip155:${id}:${token}`,
      price,
    ]),
  ),
)

const coin = (id) => ({
  ...{ symbol: 'ETH', name: 'Ether', chain: `eip155:${id}`, decimals: 18 },
  price: String(DOLLARS.coin),
})
const local = (id) => ({
  ...{ symbol: tokens.erc20.symbol, name: tokens.erc20.name, chain: `eip155:${id}`, decimals: 18 },
  ...{ token: tokens.erc20.address, price: String(DOLLARS[tokens.erc20.address]) },
})

/** @param {NonNullable<typeof pools>} here */
const uniswapOn = ({ weth, v2Factory, v2Router, v3Factory, v3Quoter, v3Router02, tokens: held }) =>
  uniswap({
    chains: {
      [FIRST]: {
        weth,
        v2: { factory: v2Factory, router: v2Router },
        v3: { factory: v3Factory, quoter: v3Quoter, router: v3Router02, kind: 'SwapRouter02' },
        // `bench swap` measures the direct ways alone as well.
        bases: process.env.LOCALNET_BASES === 'none' ? [] : [weth, held.local, held.dollar],
      },
    },
  })

const namesOf = ({ chain, name, resolver, universalResolver }) => ({
  zones: {
    [name]: {
      ...{ signerKey: SIGNER.privateKey, resolvers: [resolver] },
      reserved: ['admin', 'support', 'shop'],
      perAddress: 3,
    },
  },
  ens: { chain, universalResolver },
  triesPerDay: 10_000,
})

/** Laid over what the environment says. */
export const options = {
  prices: { currency: 'usd', table },
  ...(pools && { quotes: [uniswapOn(pools)] }),
  ...(names && { names: namesOf(names) }),
  // Only where every chain is one of this machine: the service refuses to start otherwise.
  ...(process.env.TESTNETS && {
    onramp: [
      sandbox({
        coins: ids.flatMap((id) => [coin(id), local(id)]),
        key: accounts[9].privateKey,
      }),
    ],
  }),
}
