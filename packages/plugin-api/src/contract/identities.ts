import type { Network } from '../chain/network.js'
import type { Dispose } from '../json.js'

/** The name that an address goes by. The address is shown beside it, always. */
export interface Identity {
  /** At most 255 characters, without any that are invisible or turn the text around them. */
  readonly name: string
  /** `data:image/…` or https, from an origin that the plugin's passport names under `images`. */
  readonly avatar?: string
}

/**
 * Knows the names of addresses: a contribution to the kernel's extension point `identities`. Names are
 * shown for accounts in the account's header and the list of wallets, and for the other side of a
 * transaction. The first source by `order` that knows a name is believed. A source that fails, or
 * needs longer than 10 s, is passed over: the address is shown alone.
 *
 * **Answer a name only if it leads back to this very address on this network.** Anybody can claim any
 * name for an address of their own, so a name that was not looked up in both directions deceives.
 * @example
 * ctx.points.add(createToken<IdentitySource>('identities'), {
 *   id: 'phone-book',
 *   identify: async (address, { signal }) => {
 *     const name = await book.nameOf(address, signal)
 *     return name !== undefined && (await book.addressOf(name, signal)) === address ? { name } : undefined
 *   },
 * })
 */
export interface IdentitySource {
  id: string
  /** Lower comes first; 100 by default. */
  order?: number
  /**
   * Asked once a modal is open, and only for addresses that are drawn. An answer is kept for a minute.
   * @param address - as its adapter spells it
   * @returns `undefined`: it knows no name for the address on this network, or the network is of a chain
   * family without names
   */
  identify(
    address: string,
    on: { network: Network; signal: AbortSignal },
  ): Promise<Identity | undefined>
  /**
   * Calls back when names have changed: those on the screen are asked for again, at once. Absent: they
   * change only when they are drawn anew.
   */
  subscribe?(listener: () => void): Dispose
}
