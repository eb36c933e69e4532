import { look } from './errors.js'

/** A wallet as the Wallet Standard has it. Everything in it is read where it is needed, once, and checked. */
export interface StandardWallet {
  readonly name: unknown
  readonly icon?: unknown
  readonly chains: unknown
  readonly features: unknown
  readonly accounts: unknown
}

/** A function of a feature. `undefined` where the wallet does not have it. */
export function featureOf(
  wallet: StandardWallet,
  feature: string,
  name: string,
): ((...inputs: unknown[]) => unknown) | undefined {
  return look(() => {
    const held = (
      wallet.features as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
    )[feature]
    const run = held?.[name]
    return typeof run === 'function'
      ? (...inputs: unknown[]) => Reflect.apply(run, held, inputs) as unknown
      : undefined
  })
}

/** The texts of a list, as plain data. */
export const textsOf = (value: unknown, most = 100): readonly string[] =>
  look(() =>
    Array.isArray(value)
      ? Array.from(value.slice(0, most) as unknown[]).filter(
          (item): item is string => typeof item === 'string',
        )
      : [],
  ) ?? []
