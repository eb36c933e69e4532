export { injectedWallet, installInjectedWallet, type InjectedWalletHandle } from './injected.js'
export { installMetaMask, type MetaMaskHandle, type MetaMaskOptions } from './metamask.js'
export { installMockWallet, type MockWalletOptions } from './mock.js'
