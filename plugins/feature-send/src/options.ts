import type { Json, Namespace, PluginContext, Schema } from '@latchkey/plugin-api'

/** Somebody the visitor knows, by an address of the chain family under which it is listed. */
export interface Contact {
  name: string
  address: string
}
/**
 * A plugin's contribution to the point `send.contacts`: the people whom the visitor knows. Asked
 * whenever the form is shown and a receiver is read, for 10 s at most; no more than 1,000 are read.
 * @example ctx.points.add(createToken<ContactSource>('send.contacts'), { id: 'friends', contacts:
 * (namespace) => friendsOf(namespace) })
 */
export interface ContactSource {
  id: string
  contacts(namespace: Namespace): readonly Contact[] | Promise<readonly Contact[]>
}
export interface SendOptions {
  /**
   * Chain families that can send; of those, the ones whose adapter can. Left out: those whose adapter
   * says so (`AdapterRegistration.sendByDefault`).
   */
  namespaces?: readonly Namespace[]
  /**
   * The people whom the visitor knows, by chain family: they can be chosen, their addresses are shown
   * with their names, and addresses that look like theirs are warned of. A function is asked whenever
   * the form is shown and a receiver is read.
   */
  contacts?:
    | Readonly<Record<Namespace, readonly Contact[]>>
    | ((namespace: Namespace) => readonly Contact[] | Promise<readonly Contact[]>)
  /** `true`: an address that looks like a known one is marked, and blocks nothing. */
  allowLookalikes?: boolean
}

/** Stored in this browser, the newest first. Entries are checked one by one where they are read. */
export type SendStorage = {
  /** Receivers, `NAMESPACE:ADDRESS`. */
  readonly history: Schema<readonly Json[]>
  /** Transactions that are still followed, and requests that the wallet has not answered. */
  readonly sent: Schema<readonly Json[]>
}
export type SendContext = PluginContext<SendStorage, 'send'>
