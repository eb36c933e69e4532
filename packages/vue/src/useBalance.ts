import { createBalance, type Balance, type BalanceState } from '@latchkey/kernel/bindings'
import { toValue, watch } from 'vue'
import { useKernel } from './kernel.js'
import { observeMembers, type Refs } from './observe.js'
import type { NamespaceSource } from './state.js'

/**
 * Native balance of the account in use, cached for 30 s or until the chain reports a change.
 * Without `amount` and `error` it is being read, no wallet is connected, or the adapter lacks the
 * ability `balance`: then nothing is read.
 */
export function useBalance(
  namespace?: NamespaceSource,
): Refs<BalanceState> & Pick<Balance, 'refresh'> {
  const get = () => toValue(namespace)
  const balance = createBalance(useKernel(), get)
  watch(get, balance.update)
  return { ...observeMembers(balance, balance.get()), refresh: balance.refresh }
}
