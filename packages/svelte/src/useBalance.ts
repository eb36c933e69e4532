import { createBalance, type Balance, type BalanceState } from '@latchkey/kernel/bindings'
import { useKernel } from './kernel.js'
import { observe } from './observe.js'
import { toNamespace, type NamespaceSource } from './state.js'

/**
 * Native balance of the account in use, cached for 30 s or until the chain reports a change.
 * Without `amount` and `error` it is being read, no wallet is connected, or the adapter lacks the
 * ability `balance`: then nothing is read. It is read while a template or an effect shows it.
 */
export function useBalance(
  namespace?: NamespaceSource,
): Readonly<BalanceState> & Pick<Balance, 'refresh'> {
  const balance = createBalance(useKernel(), () => toNamespace(namespace))
  const { refresh, update } = balance
  let last = toNamespace(namespace)
  const get = (): BalanceState => {
    // Where the namespace comes from a rune, whatever reads the balance follows that too. The state
    // must not change while a template reads it.
    const now = toNamespace(namespace)
    if (now !== last) queueMicrotask(update)
    last = now
    return balance.get()
  }
  return observe([balance], get, balance.get(), { refresh })
}
