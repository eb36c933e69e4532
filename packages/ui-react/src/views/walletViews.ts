export { AllWallets } from './wallets/AllWallets.js'
export { ConnectingMultiChain } from './connect/ConnectingMultiChain.js'
export { PromotedRows } from './wallets/PromotedRows.js'
