import type { WalletSource } from './query.js'

export type { WalletPage, WalletQuery, WalletSource } from './query.js'

/**
 * The wallet directory of this package. It asks no server: about 15 kB of data (gzip, with icons) are
 * loaded when the first wallet is asked for.
 * @example createKernel({ directory: wallets(), ... })
 */
export const wallets = (): WalletSource => (query) =>
  import('./directory.js').then(({ answerQuery }) => answerQuery(query))
