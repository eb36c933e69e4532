import type { Slice } from '@latchkey/plugin-api'
import type { SiwxSession } from '@latchkey/siwx'
import type { Tabs } from '../stores/tabs.js'
import type { DeclinedList, PendingRevocations, SessionTraces } from '../stores/visitorMemory.js'
import type { Context, SessionStore, SiwxOptions, SiwxState } from '../types.js'
import type { AskWallet } from './askWallet.js'
import type { Expiry } from './expiry.js'
import type { OneClick } from './oneClick.js'
import type { Requests } from './requests.js'
import type { Screen } from './screen.js'
import type { Subject } from './subject.js'

/** The parts that signing in is put together from. */
export interface SignInParts {
  ctx: Context
  options: SiwxOptions
  set(change: Partial<SiwxState>): void
  get(): SiwxState
  store: SessionStore
  requests: Requests
  oneClick: OneClick
  screen: Screen
  askWallet: AskWallet
  expiry: Expiry
  tabs: Tabs
  declined: DeclinedList
  revocations: PendingRevocations
  traces: SessionTraces
}
/** The parts that an opening needs, before anybody is connected. */
export interface OpeningParts extends Pick<
  SignInParts,
  'ctx' | 'options' | 'store' | 'requests' | 'oneClick'
> {
  slice: Slice<SiwxState>
}
export interface CheckOptions {
  /** The connection came back by itself after a reload. */
  restored?: boolean
  /** The host wants the view now. */
  wanted?: boolean
}
/** Signing in as one account on one network. It ends as soon as another attempt begins. */
export interface SignInAttempt {
  readonly subject: Subject
  /** Aborted when the attempt ends. */
  readonly ends: AbortController
  /** Settles when the session has been looked up and the view is shown, if it is needed. */
  done: Promise<void>
  /** The nonce of the request was used up, or refused by the store: a new request is needed. */
  isSpent?: boolean
  signing?: Promise<SiwxSession>
  /** The view is wanted now, even where the visitor declined before. */
  isWanted?: boolean
  /** The visitor was shown the view. */
  isShown?: boolean
}
