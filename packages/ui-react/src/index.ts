/**
 * The Latchkey modal for React 18 and 19, and for pages without React. This entry is small; the
 * modal itself is loaded when it is first needed.
 * @packageDocumentation
 */
export { AccountButton, ConnectButton, NetworkButton } from './buttons/Buttons.js'
export type { ButtonProps } from './buttons/Buttons.js'
export { useKernel, usePlugin } from './context.js'
export type { RegisteredKernel } from './context.js'
export {
  useAccount,
  useAccounts,
  useBalance,
  useConnections,
  useEvents,
  useLatchkey,
  useModal,
  useNetwork,
  useNetworks,
  useTheme,
  useWallets,
} from './hooks.js'
export type { BalanceState, Latchkey } from './hooks.js'
export { EmbeddedModal, LatchkeyProvider } from './LatchkeyProvider.js'
export { mountModal, preload } from './mount/mountModal.js'
export type { MountOptions } from './mount/mountModal.js'
export { useConnect } from './useConnect.js'
export type { ConnectFlow } from './useConnect.js'
export { useObservable } from './useObservable.js'
