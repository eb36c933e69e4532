import type { WalletRow } from '@latchkey/kernel'
import {
  createConnectFlow,
  type ConnectFlow,
  type ConnectFlowState,
} from '@latchkey/kernel/bindings'
import { onScopeDispose, type ComputedRef } from 'vue'
import { useKernel } from './kernel.js'
import { observeMembers, type Refs } from './observe.js'
import { useWallets } from './state.js'

/**
 * The whole connect flow without our views: the wallets, the attempt and its step, the link to
 * scan, and the outcome. Does not open the modal. The attempt under way is withdrawn when the
 * component ends.
 * @example const { wallets, connect, pairing } = useConnect()
 */
export function useConnect(): Refs<ConnectFlowState> &
  Pick<ConnectFlow, 'connect' | 'retry' | 'cancel' | 'prepare'> & {
    /** The wallets to choose from. `undefined` until they are known. */
    readonly wallets: ComputedRef<readonly WalletRow[] | undefined>
  } {
  const { get, subscribe, ...actions } = createConnectFlow(useKernel())
  onScopeDispose(actions.cancel)
  return { ...observeMembers({ get, subscribe }, get()), ...actions, wallets: useWallets() }
}
