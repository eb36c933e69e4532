import type { Caip2, Json } from '@latchkey/plugin-api'
import { isYoung } from './lifetime.js'
import type { AssetsContext } from './options.js'

/** A change that no answer has known of for that long is forgotten: its transaction may be lost. */
const MAX_AGE_MS = 5 * 60 * 1000

/** The networks whose balances have changed since they were read. */
export interface Changes {
  /** The hash of the transaction that the next answer has to know of, or `true`. */
  get(network: Caip2): string | true | undefined
  add(network: Caip2, hash: string | undefined): void
  delete(network: Caip2): void
}

/** Keeps the changes in the browser's storage: a reload may come before the next reading. */
export function createChanges({ storage }: Pick<AssetsContext, 'storage'>): Changes {
  const stored = (): readonly Json[] => storage.get('changed') ?? []
  const others = (network: Caip2): readonly Json[] =>
    stored().filter((entry) => !Array.isArray(entry) || entry[0] !== network)
  const get: Changes['get'] = (network) => {
    const entry = stored().find((each) => Array.isArray(each) && each[0] === network)
    const [, hash, at] = Array.isArray(entry) ? (entry as readonly Json[]) : []
    if (typeof at !== 'number' || !isYoung(at, MAX_AGE_MS)) return undefined
    return typeof hash === 'string' && hash.length <= 100 ? hash : true
  }
  return {
    get,
    add: (network, hash) =>
      storage.set('changed', [
        [network, hash ?? get(network) ?? true, Date.now()],
        ...others(network),
      ]),
    delete: (network) => storage.set('changed', [...others(network)]),
  }
}
