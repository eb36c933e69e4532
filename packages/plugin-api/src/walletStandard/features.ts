import type { Dispose } from '../json.js'
import { readSafely } from '../wallet/readSafely.js'

/**
 * A wallet as it registered itself. The object belongs to the wallet: any member may be missing,
 * be of another type, or throw. Read its members by the functions of this entry alone.
 */
export interface StandardWallet {
  readonly name: unknown
  readonly icon?: unknown
  readonly chains: unknown
  readonly features: unknown
  readonly accounts: unknown
}

/** Items of a list that are read. A longer list would hold up the page. */
const MAX_ITEMS = 100

/** The items of a list, read once. `undefined` for anything that is not a readable list. */
export const readItems = (value: unknown, max = MAX_ITEMS): readonly unknown[] | undefined =>
  readSafely(() => {
    if (!Array.isArray(value)) return undefined
    const length = Math.min(Number(value.length), max)
    return Array.from({ length }, (_, index) => value[index] as unknown)
  })

/** The texts of a list, such as the `chains` of a wallet, as plain data. Empty for anything else. */
export const readTexts = (value: unknown, max = MAX_ITEMS): readonly string[] =>
  (readItems(value, max) ?? []).filter((item): item is string => typeof item === 'string')

/**
 * A method of a wallet's feature, bound to the feature's object. Read it for each use: a wallet may
 * add and drop features while it is connected.
 * @param feature the feature's identifier, such as `solana:signMessage`
 * @param method its name. Default: the part of the identifier after the colon, as most features
 * have it
 * @returns `undefined` where the wallet does not have it
 * @example const connect = readFeature(wallet, 'standard:connect')
 */
export function readFeature(
  wallet: unknown,
  feature: string,
  method: string = feature.slice(feature.indexOf(':') + 1),
): ((...inputs: unknown[]) => unknown) | undefined {
  return readSafely(() => {
    const { features } = wallet as { features: Readonly<Record<string, unknown>> }
    const owner = features[feature] as Readonly<Record<string, unknown>>
    const run = owner[method]
    return typeof run === 'function'
      ? (...inputs: unknown[]) => Reflect.apply(run, owner, inputs) as unknown
      : undefined
  })
}

/**
 * Listens to a wallet that says that its accounts, chains or features changed. A wallet without
 * events can still be connected: then nothing is ever called.
 * @param features event features, the first that the wallet has is used
 * @returns stops listening. A wallet that cannot stop may still call `onChange` afterwards.
 */
export function onStandardChange(
  wallet: unknown,
  onChange: () => void,
  features: readonly string[] = ['standard:events'],
): Dispose {
  const on = features
    .map((feature) => readFeature(wallet, feature, 'on'))
    .find((found) => found !== undefined)
  const off = readSafely(() => on?.('change', () => onChange()))
  return () => void (typeof off === 'function' && readSafely(off as () => unknown))
}
