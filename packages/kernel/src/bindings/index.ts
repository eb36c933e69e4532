/**
 * The parts that bindings for frameworks share, beside the ports: a connect flow, a balance and the
 * list of wallets, each with a state to follow. In an entry of its own, so that only pages that
 * import it load it.
 * @packageDocumentation
 */
export { createBalance } from './createBalance.js'
export type { Balance, BalanceState } from './createBalance.js'
export { createConnectFlow } from './createConnectFlow.js'
export type { ConnectFlow, ConnectFlowState } from './createConnectFlow.js'
export { createWalletList } from './createWalletList.js'
export { subscribeAll } from './followed.js'
export type { Followed, Source } from './followed.js'
