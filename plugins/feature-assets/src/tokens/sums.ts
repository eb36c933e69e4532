import type { Caip2, Json } from '@latchkey/plugin-api'
import { isYoung } from '../lifetime.js'
import type { AssetsContext } from '../options.js'

/** The value of all that an account has on a network. */
export interface Sum {
  /** The currency of the value. */
  shownIn: string
  /** `undefined`: nothing there has a price. */
  value: number | undefined
}

/** The sums of accounts on networks, kept in the browser for 30 s. */
export interface Sums {
  /** @param owner CAIP-10 @param currency the currency that was asked for */
  find(owner: string, currency: string): Sum | undefined
  store(owner: string, currency: string, sum: Sum): void
  forget(network: Caip2): void
}

function readSum(entry: Json): Sum | undefined {
  const [, , at, shownIn, value] = Array.isArray(entry) ? (entry as readonly Json[]) : []
  const isKnown = typeof value === 'number' && value >= 0 && Number.isFinite(value)
  const isWhole = typeof at === 'number' && typeof shownIn === 'string' && shownIn.length <= 10
  if (!isWhole || !isYoung(at) || !(isKnown || value === null)) return undefined
  return { shownIn, value: isKnown ? value : undefined }
}

export function createSums({ storage }: Pick<AssetsContext, 'storage'>): Sums {
  const isOf = (entry: Json, owner: string, currency: string): boolean =>
    Array.isArray(entry) && entry[0] === owner && entry[1] === currency
  const stored = (): readonly Json[] => storage.get('sums') ?? []
  return {
    find(owner, currency) {
      const entry = stored().find((each) => isOf(each, owner, currency))
      return entry === undefined ? undefined : readSum(entry)
    },
    store(owner, currency, { shownIn, value }) {
      const others = stored().filter((each) => !isOf(each, owner, currency) && readSum(each))
      storage.set('sums', [[owner, currency, Date.now(), shownIn, value ?? null], ...others])
    },
    forget(network) {
      const isOn = (entry: Json): boolean =>
        Array.isArray(entry) && String(entry[0]).startsWith(`${network}:`)
      const others = stored().filter((entry) => !isOn(entry))
      if (others.length < stored().length) storage.set('sums', others)
    },
  }
}
