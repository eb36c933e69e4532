import { LatchkeyError, namespaceOf, type Amount, type Caip2 } from '@latchkey/plugin-api'
import type { KernelCore, KernelStorage } from '../../core.js'
import type { LatePorts } from '../../types.js'
import { bounded, createShare } from './bounded.js'

/** How long a balance is good, and how long a failed fetch is not repeated, ms. */
const LIFETIME = 30_000
const TIME_OUT = 30_000
const MOST_DECIMALS = 36
const WHAT = 'Reading a balance'

type Stored = KernelStorage['nativeBalances'] extends (value: unknown) => infer T ? T : never
type Core = Pick<KernelCore, 'adapter' | 'networks' | 'storage' | 'signal'>

const isFresh = (at: number): boolean => {
  const age = Date.now() - at
  // Another clock may have written it.
  return age >= 0 && age < LIFETIME
}
const isAmount = ({ value, decimals, symbol }: Amount): boolean =>
  typeof value === 'bigint' && value >= 0n && Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS && typeof symbol === 'string'

/** Asks the chain. @throws `kernel.adapter_missing`, `kernel.network_unknown`, `adapter.ability_missing`, `rpc.failed` and what the adapter throws */
async function fetchBalance({ adapter, networks }: Core, id: Caip2, address: string, signal: AbortSignal): Promise<Amount> {
  const namespace = namespaceOf(id)
  const chain = await adapter(namespace)
  const network = networks.find(id)?.value
  if (!network) throw new LatchkeyError('kernel.network_unknown', `No balance on ${id}: this network is not configured.`, { context: { network: id } })
  if (!chain.balance) throw new LatchkeyError('adapter.ability_missing', `The adapter of ${namespace} has no ability "balance".`, { context: { ability: 'balance', namespace } })
  const amount = await chain.balance({ address, network, signal })
  if (!isAmount(amount)) throw new LatchkeyError('rpc.failed', `The balance of ${address} on ${id} is not an amount: expected bigint base units and 0 to ${MOST_DECIMALS} decimals.`)
  return { value: amount.value, decimals: amount.decimals, symbol: amount.symbol }
}

/** Native balances, at most 30 s old, kept over reloads. A fetch that failed is repeated after 30 s at the earliest, and said once. */
export function createBalances(core: Core, onUnavailable: () => void): LatePorts['balance'] {
  const share = createShare<Amount>(WHAT, core.signal)
  const failures = new Map<string, { at: number; error: unknown }>()
  const stored = (): Stored => core.storage.get('nativeBalances') ?? {}
  const cached = (key: string): Amount | undefined => {
    const all = stored()
    const found = Object.hasOwn(all, key) ? all[key] : undefined
    if (!found || !isFresh(found.at) || !/^\d+$/.test(found.value)) return undefined
    const amount = { value: BigInt(found.value), decimals: found.decimals, symbol: found.symbol }
    return isAmount(amount) ? amount : undefined
  }
  const keep = (key: string, { value, decimals, symbol }: Amount): void => {
    const others = Object.entries(stored()).filter(([other, { at }]) => other !== key && isFresh(at))
    core.storage.set('nativeBalances', Object.fromEntries([...others, [key, { value: String(value), decimals, symbol, at: Date.now() }]]))
  }
  const run = async (key: string, network: Caip2, address: string, signal: AbortSignal): Promise<Amount> => {
    try {
      const amount = await bounded((inTime) => fetchBalance(core, network, address, inTime), { what: WHAT, ms: TIME_OUT, signals: [signal] })
      failures.delete(key)
      keep(key, amount)
      return amount
    } catch (error) {
      if (!signal.aborted) fail(key, error)
      throw error
    }
  }
  const fail = (key: string, error: unknown): void => {
    for (const [other, { at }] of failures) if (!isFresh(at)) failures.delete(other)
    failures.set(key, { at: Date.now(), error })
    onUnavailable()
  }
  return async ({ network, address, fresh = false, signal }) => {
    const key = `${network}:${address}`
    const found = fresh ? undefined : cached(key)
    if (found) return found
    const failed = failures.get(key)
    if (failed && isFresh(failed.at)) throw failed.error
    return share(key, (shared) => run(key, network, address, shared), signal)
  }
}
