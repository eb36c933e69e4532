// The demos of this repository are production builds, on local chains.
import {
  createInjectedWallet as create,
  type InjectedWallet,
  type InjectedWalletOptions,
} from '@latchkey/testing'

export * from '@latchkey/testing'

/** The test wallet, allowed in production builds too. */
export const createInjectedWallet = (
  options: InjectedWalletOptions,
  page?: Window & typeof globalThis,
): InjectedWallet => create({ ...options, allowProduction: true }, page)
