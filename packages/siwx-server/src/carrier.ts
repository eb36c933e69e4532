import type { SiwxServerSession } from './sessions.js'

/** A session that a request carries the proof of; whether it still stands is for the store to say. */
export interface Held {
  id: string
  /** What the cookie holds; the id is its hash. */
  secret?: string
}

/** What sessions are read from: a `Request`, or only its headers, as server components have them. */
export interface WithHeaders {
  headers: Pick<Headers, 'get'>
}

/** How sessions travel between browser and server. */
export interface Carrier {
  /** Whether a browser adds them by itself, so that a foreign page could make it send them. */
  isAmbient: boolean
  /** What the request carries, the latest first. Forged and malformed ones are not there. */
  read(request: WithHeaders): Promise<readonly Held[]>
  /** A session to come. */
  make(): Promise<Held>
  /** What goes out when the browser holds these from now on: headers to append, and the token of the session that came last. `until`: the latest end, ms since 1970. */
  write(
    held: readonly Held[],
    until: number,
    latest?: SiwxServerSession,
  ): Promise<{ cookies: readonly string[]; token?: string }>
  /** What marks the browser that asks, where the carrier can tell: a nonce is for one of them. */
  browsers(request: WithHeaders): readonly string[]
  /** The mark that a new nonce is for, made where none is known, with the cookie for it. */
  welcome(request: WithHeaders): { browser?: string; cookies: readonly string[] }
}
