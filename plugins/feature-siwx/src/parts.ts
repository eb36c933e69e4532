import type { SiwxSession } from '@latchkey/siwx'
import type { Expiry } from './expiry.js'
import type { Traces, createDeclined, createLeft } from './memory.js'
import type { OneClick } from './oneClick.js'
import type { Requests } from './requests.js'
import type { Screen } from './screen.js'
import type { Subject } from './subject.js'
import type { Tabs } from './tabs.js'
import type { Context, SessionStore, SiwxOptions, SiwxState } from './types.js'
import type { Ask } from './wallet.js'

/** What signing in is made of. */
export interface Parts {
  ctx: Context
  options: SiwxOptions
  set(change: Partial<SiwxState>): void
  get(): SiwxState
  store: SessionStore
  requests: Requests
  oneClick: OneClick
  screen: Screen
  ask: Ask
  expiry: Expiry
  tabs: Tabs
  declined: ReturnType<typeof createDeclined>
  left: ReturnType<typeof createLeft>
  traces: Traces
}
export interface How {
  /** A connection that came back by itself. */
  restored?: boolean
  /** The host wants the view now. */
  wanted?: boolean
}
/** Signing in as one account on one network; over as soon as another begins. */
export interface Turn {
  readonly subject: Subject
  readonly ends: AbortController
  done: Promise<void>
  /** The request was used up, or refused by the store: the next one needs a new nonce. */
  isSpent?: boolean
  signing?: Promise<SiwxSession>
  /** Somebody wants the view now, whatever was declined before. */
  isWanted?: boolean
  /** The visitor was shown the view. */
  isShown?: boolean
}
