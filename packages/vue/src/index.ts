/**
 * Latchkey for Vue 3: composables over the state of a kernel, which return read-only refs. The
 * modal and the buttons are the custom elements of `@latchkey/ui-react/elements`.
 * @packageDocumentation
 */
export { provideKernel, useKernel } from './kernel.js'
export type { RegisteredKernel } from './kernel.js'
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
export type { Refs } from './observe.js'
export { useBalance } from './useBalance.js'
export { useConnect } from './useConnect.js'
