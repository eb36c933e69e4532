/** The wallet as it stands in the page: `window.sampleChain`. Nothing that it says is believed unchecked. */
export interface InjectedWallet {
  request(call: { method: string; params?: unknown; network?: string }): Promise<unknown>
  on(event: 'accountsChanged', listener: (accounts: unknown) => void): void
  off(event: 'accountsChanged', listener: (accounts: unknown) => void): void
}

/** The wallet of this page, if there is one. */
export function findWallet(): InjectedWallet | undefined {
  if (typeof window === 'undefined') return undefined
  const { sampleChain } = window as { sampleChain?: Partial<InjectedWallet> | null }
  return typeof sampleChain === 'object' &&
    typeof sampleChain?.request === 'function' &&
    typeof sampleChain.on === 'function' &&
    typeof sampleChain.off === 'function'
    ? (sampleChain as InjectedWallet)
    : undefined
}
