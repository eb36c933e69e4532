import { namespaceOf, type Amount, type Caip2 } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import { bounded } from '../../support/time.js'
import type { LatePorts } from '../../types.js'

/**
 * Time in ms for which a balance is shown from the cache, after which a failed fetch may be repeated,
 * and which one fetch may take.
 */
const BALANCE_LIFETIME_MS = 30_000
const TASK_NAME = 'Reading a balance'

type Core = Pick<KernelCore, 'adapter' | 'networks' | 'storage' | 'signal' | 'events'>

const isFresh = ({ at }: { at: number }): boolean => {
  const age = Date.now() - at
  // It may have been written by a clock that is ahead of this one.
  return age >= 0 && age < BALANCE_LIFETIME_MS
}
const isAmount = ({ value, decimals, symbol }: Amount): boolean =>
  typeof value === 'bigint' &&
  value >= 0n &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 36 &&
  typeof symbol === 'string'

/**
 * Asks the chain.
 * @throws `kernel.adapter_missing`, `kernel.network_unknown`,
 * `adapter.ability_missing`, `rpc.failed` and what the adapter throws
 */
async function fetchBalance(
  { adapter, networks }: Core,
  id: Caip2,
  address: string,
  signal: AbortSignal,
): Promise<Amount> {
  const namespace = namespaceOf(id)
  const chain = await adapter(namespace)
  const network =
    networks.find(id)?.value ??
    refuse('kernel.network_unknown', { network: id }, `Network ${id} is not configured.`)
  const { value, decimals, symbol } = await (chain.balance?.({ address, network, signal }) ??
    refuse(
      'adapter.ability_missing',
      { ability: 'balance', namespace },
      `The adapter of ${namespace} cannot read balances.`,
    ))
  const amount = { value, decimals, symbol }
  return isAmount(amount)
    ? amount
    : refuse('rpc.failed', {}, 'The adapter answered a balance that is not an amount.')
}

/**
 * Reads native balances through a cache of 30 s that survives reloads and is cleared by any event
 * `…:balance-changed`. A failed fetch is repeated after 30 s at the earliest.
 * @param onUnavailable is called when a fetch fails
 */
export function createBalances(core: Core, onUnavailable: () => void): LatePorts['balance'] {
  const { storage, signal: kernel, events } = core
  let running = new Map<string, Promise<Amount>>()
  const failures = new Map<string, { at: number; error: unknown }>()
  const stored = () => storage.get('nativeBalances') ?? {}
  const cached = (key: string): Amount | undefined => {
    const { at = NaN, value = '', decimals = NaN, symbol = '' } = own(stored(), key) ?? {}
    const amount = { value: /^\d+$/.test(value) ? BigInt(value) : -1n, decimals, symbol }
    return isFresh({ at }) && isAmount(amount) ? amount : undefined
  }
  events.onAny((name) => {
    if (!name.endsWith(':balance-changed')) return
    // A fetch that is under way may answer the older balance.
    running = new Map()
    storage.remove('nativeBalances')
  })
  const read = (key: string, network: Caip2, address: string, mine = running): Promise<Amount> =>
    bounded(TASK_NAME, BALANCE_LIFETIME_MS, [kernel], (signal) =>
      fetchBalance(core, network, address, signal),
    )
      .then(
        (amount) => {
          const others = Object.entries(stored()).filter(
            ([other, entry]) => other !== key && isFresh(entry),
          )
          if (mine === running)
            storage.set('nativeBalances', {
              [key]: { ...amount, value: String(amount.value), at: Date.now() },
              ...Object.fromEntries(others),
            })
          return amount
        },
        (error: unknown) => {
          if (!kernel.aborted) {
            failures.set(key, { at: Date.now(), error })
            onUnavailable()
          }
          throw error
        },
      )
      .finally(() => mine.delete(key))
  return async ({ network, address, fresh, signal }) => {
    const key = `${network}:${address}`
    const found = fresh ? undefined : cached(key)
    if (found) return found
    const failed = failures.get(key)
    if (failed && isFresh(failed)) throw failed.error
    // An abort of one caller does not end the fetch for others. An aborted call starts no fetch.
    return bounded(TASK_NAME, BALANCE_LIFETIME_MS, [signal], () => {
      const work = running.get(key) ?? read(key, network, address)
      running.set(key, work)
      return work
    })
  }
}
