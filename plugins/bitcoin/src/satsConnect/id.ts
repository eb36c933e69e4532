import { brand } from '@latchkey/plugin-api'

/**
 * The member of `window` that holds the providers made here, so that sats-connect finds them by
 * their ids.
 */
export const PROVIDERS = 'LatchkeyProviders'

/**
 * The mark of the providers made here, also in another copy of this package. Our own list of wallets
 * leaves out what carries it: such a provider asks the wallet that is connected in the modal, and
 * would ask itself.
 */
export const OWN: unique symbol = Symbol.for(`${brand.scope}/sats-connect-provider`) as never

const SPELLINGS: Readonly<Record<string, string>> = { _: '__', '.': '_0', '-': '_1' }
/** A kernel's id as a name without dots: different ids have different names. */
export const toMemberName = (kernelId: string): string =>
  kernelId.replace(/[_.-]/g, (sign) => SPELLINGS[sign]!)
