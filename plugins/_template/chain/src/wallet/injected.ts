import { readSafely } from '@latchkey/plugin-api/wallet'

/** The wallet in the page, `window.sampleChain`. It is untrusted: check all of its answers. */
export interface InjectedWallet {
  request(call: { method: string; params?: unknown; network?: string }): Promise<unknown>
  on(event: 'accountsChanged', listener: (accounts: unknown) => void): void
  off(event: 'accountsChanged', listener: (accounts: unknown) => void): void
}

/** The wallet of this page; `undefined` where there is none. */
export const findWallet = (): InjectedWallet | undefined =>
  readSafely(() => {
    const { sampleChain } = globalThis.window as { sampleChain?: Partial<InjectedWallet> }
    return typeof sampleChain?.request === 'function' &&
      typeof sampleChain.on === 'function' &&
      typeof sampleChain.off === 'function'
      ? (sampleChain as InjectedWallet)
      : undefined
  })
