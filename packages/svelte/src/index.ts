/**
 * Latchkey for Svelte 5: functions over the state of a kernel, whose values templates and runes
 * follow. The modal and the buttons are the custom elements of `@latchkey/ui-react/elements`.
 * @packageDocumentation
 */
export { provideKernel, useKernel } from './kernel.js'
export type { RegisteredKernel } from './kernel.js'
export type { Current } from './observe.js'
export {
  useAccount,
  useAccounts,
  useConnections,
  useEvents,
  useModal,
  useNetwork,
  useNetworks,
  useTheme,
  useWallets,
} from './state.js'
export type { NamespaceSource } from './state.js'
export { useBalance } from './useBalance.js'
export { useConnect } from './useConnect.js'
