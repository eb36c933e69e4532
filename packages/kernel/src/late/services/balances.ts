import { namespaceOf, type Amount, type Caip2 } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import type { LatePorts } from '../../types.js'
import { bounded } from './bounded.js'

/** How long a balance is good, how long a failed fetch is not repeated, and how long one may take, ms. */
const LIFETIME = 30_000
const WHAT = 'Reading a balance'

type Core = Pick<KernelCore, 'adapter' | 'networks' | 'storage' | 'signal' | 'events'>

const isFresh = ({ at }: { at: number }): boolean => {
  const age = Date.now() - at
  // Another clock may have written it.
  return age >= 0 && age < LIFETIME
}
const isAmount = ({ value, decimals, symbol }: Amount): boolean =>
  typeof value === 'bigint' &&
  value >= 0n &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 36 &&
  typeof symbol === 'string'

/** Asks the chain. @throws `kernel.adapter_missing`, `kernel.network_unknown`, `adapter.ability_missing`, `rpc.failed` and what the adapter throws */
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
      `The adapter of ${namespace} reads no balances.`,
    ))
  const amount = { value, decimals, symbol }
  return isAmount(amount) ? amount : refuse('rpc.failed', {}, 'The balance is no amount.')
}

/** Native balances, at most 30 s old, kept over reloads, and forgotten at any event `…:balance-changed`. A fetch that failed is repeated after 30 s at the earliest, and said once. */
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
    // What is on its way may be older.
    running = new Map()
    storage.remove('nativeBalances')
  })
  const read = (key: string, network: Caip2, address: string, mine = running): Promise<Amount> =>
    bounded(WHAT, LIFETIME, [kernel], (signal) => fetchBalance(core, network, address, signal))
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
    // Who stops waiting does not stop the others; who stopped already begins nothing.
    return bounded(WHAT, LIFETIME, [signal], () => {
      const work = running.get(key) ?? read(key, network, address)
      running.set(key, work)
      return work
    })
  }
}
