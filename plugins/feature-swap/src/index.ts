export type {
  Reading,
  SwapApi,
  SwapApproval,
  SwapHop,
  SwapQuote,
  SwapRecord,
  SwapRequest,
  SwapReview,
  SwapSource,
  SwapState,
  SwapToken,
  SwapTransaction,
} from './api.js'
export { swapNetworks } from './data/networks.js'
export type { Phase } from './machine/machine.js'
export type { ListedToken, SwapOptions } from './options.js'
export { swap } from './plugin.js'
