import type { SiwxServerSession } from '../session/sessions.js'

/** A session that a request carries the proof of. Only the store knows whether it has ended. */
export interface CarriedSession {
  id: string
  /** The part of the cookie's value that belongs to this session; the id is its hash. */
  secret?: string
}

/** A source of sessions: a `Request`, or only its headers, as server components have them. */
export interface WithHeaders {
  headers: Pick<Headers, 'get'>
}

/** How sessions travel between browser and server. */
export interface Carrier {
  /** Whether a browser adds them by itself, so that a foreign page could make it send them. */
  isAmbient: boolean
  /** The sessions that the request carries, the latest first, without forged and malformed ones. */
  read(request: WithHeaders): Promise<readonly CarriedSession[]>
  /** The id, and the secret where there is one, of a session that is about to be opened. */
  create(): Promise<CarriedSession>
  /**
   * The answer that leaves the browser with exactly these sessions: headers to append, and the token
   * of the session that came last. `until`: the latest end, ms since 1970.
   */
  write(
    carried: readonly CarriedSession[],
    until: number,
    latest?: SiwxServerSession,
  ): Promise<{ cookies: readonly string[]; token?: string }>
  /** The marks of the browser that asks, where the carrier can tell: a nonce is for one browser. */
  browserMarks(request: WithHeaders): readonly string[]
  /** The mark that a new nonce is for, with the cookie for it; made where the browser has none. */
  markBrowser(request: WithHeaders): { browser?: string; cookies: readonly string[] }
}
