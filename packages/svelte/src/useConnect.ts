import type { WalletRow } from '@latchkey/kernel'
import {
  createConnectFlow,
  createWalletList,
  type ConnectFlow,
  type ConnectFlowState,
} from '@latchkey/kernel/bindings'
import { onDestroy } from 'svelte'
import { useKernel } from './kernel.js'
import { observe } from './observe.js'

/**
 * The whole connect flow without our views: the wallets, the attempt and its step, the link to
 * scan, and the outcome. Does not open the modal. The attempt under way is withdrawn when the
 * component is destroyed.
 * @example const flow = useConnect() // {#each flow.wallets ?? [] as wallet}
 */
export function useConnect(): Readonly<ConnectFlowState> &
  Pick<ConnectFlow, 'connect' | 'retry' | 'cancel' | 'prepare'> & {
    /** The wallets to choose from. `undefined` until they are known. */
    readonly wallets: readonly WalletRow[] | undefined
  } {
  const { get, subscribe, ...actions } = createConnectFlow(useKernel())
  const wallets = createWalletList(useKernel())
  onDestroy(actions.cancel)
  return observe(
    [{ subscribe }, wallets],
    () => ({ ...get(), wallets: wallets.get() }),
    { ...get(), wallets: undefined },
    actions,
  )
}
