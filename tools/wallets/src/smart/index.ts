export { createSmartWallet, type SmartWalletOptions } from './smartWallet.js'
