/**
 * Symbols of the tokens above the list, in this order, as far as the site or its server lists a token
 * of that symbol. The native coin stands before them.
 */
export const suggestedSymbols: readonly string[] = ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI']

/** Symbols of the tokens that come before the others of the list, in this order. */
export const popularSymbols: readonly string[] = [
  ...['ETH', 'USDC', 'USDT', 'WETH', 'WBTC', 'DAI', 'WSTETH', 'CBBTC', 'CBETH', 'USDS', 'USDE'],
  ...['LINK', 'UNI', 'AAVE', 'LDO', 'MKR', 'SKY', 'CRV', 'COMP', 'ENS', 'GRT', 'PENDLE', 'FRAX'],
  ...['ARB', 'OP', 'POL', 'WPOL', 'BNB', 'WBNB', 'AVAX', 'WAVAX', 'MON', 'WLD', 'BLAST', 'GMX'],
]
