export {
  injectedWallet,
  installInjectedWallet,
  installMetaMask,
  type InjectedWalletHandle,
  type MetaMaskHandle,
  type MetaMaskOptions,
} from '@latchkey/testing/playwright'
export { installMockWallet, type MockWalletOptions } from './mock.js'
