import * as latchkey from '@latchkey/svelte'
import type { Hooks } from './driver.js'

export const svelteHooks: Hooks = {
  kernel: latchkey.useKernel,
  account: (namespace) => currentOf(latchkey.useAccount(namespace)),
  accounts: (namespace) => itself(latchkey.useAccounts(namespace)),
  network: (namespace) => currentOf(latchkey.useNetwork(namespace)),
  networks: (namespace) => itself(latchkey.useNetworks(namespace)),
  connections: () => itself(latchkey.useConnections()),
  modal: () => itself(latchkey.useModal()),
  theme: () => itself(latchkey.useTheme()),
  wallets: () => currentOf(latchkey.useWallets()),
  balance: (namespace) => itself(latchkey.useBalance(namespace)),
  connect: () => itself(latchkey.useConnect()),
  events: latchkey.useEvents,
}

function currentOf<T>(value: { readonly current: T }): () => T {
  return () => value.current
}
function itself<T>(value: T): () => T {
  return () => value
}
