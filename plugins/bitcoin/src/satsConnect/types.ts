// Types of sats-connect (ISC), which speaks WBIP's JSON-RPC. Types alone: none of its code is loaded.
import type { ListenerInfo, Params, Requests, Return } from '@sats-connect/core'

/** Its types name enums, whose values are texts: callers write the texts. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Plain<T[Name]> }
      : T

/** A method, as wallets of `window.btc_providers` spell it. */
export type SatsMethod = keyof Requests
export type SatsParams<Method extends SatsMethod> = Plain<Params<Method>>
export type SatsResult<Method extends SatsMethod> = Plain<Return<Method>>
export type SatsEvent = ListenerInfo['eventName']
/** The argument that a listener of this event gets. */
export type SatsEventData<Event extends SatsEvent> = Plain<
  Parameters<Extract<ListenerInfo, { eventName: Event }>['cb']>[0]
>
