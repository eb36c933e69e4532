/** Runs in the page: announces an EIP-6963 wallet named 'Bench Wallet' that answers at once. */
export function installWallet(chainId?: string): void
/** Runs in the page: defines `window.bench`. */
export function installStopwatch(): void
