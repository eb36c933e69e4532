export { AllWallets } from './AllWallets.js'
export { ConnectingMultiChain } from './ConnectingMultiChain.js'
export { FirstRows } from './FirstRows.js'
