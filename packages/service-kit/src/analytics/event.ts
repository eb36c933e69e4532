/** An analytics event, as a store keeps it. */
export interface StoredEvent {
  /** `eventId` of the page, or one given here. A project has each once. */
  id: string
  project: string
  sdkType: string
  sdkVersion: string
  /** When it arrived, ms since 1970: clocks of pages are not believed. */
  at: number
  /** JSON text. */
  body: string
  /** `props.event` of the page; empty where that is not a name. */
  name: string
  /** The step of the funnel that it is; empty for all others. */
  step: FunnelStep | ''
}

/** The steps of visitors, in their order. */
export const FUNNEL_STEPS = ['opened', 'chose', 'connected', 'signedIn', 'sent'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/** How many events of each step. */
export type FunnelCounts = Readonly<Record<FunnelStep, number>>

export interface FunnelQuery {
  project: string
  /** Days since 1970 in UTC: the first one, and the one after the last. */
  fromDay: number
  untilDay: number
}

export const DAY_MS = 86_400_000

export interface EventStore {
  /**
   * Stores events by one statement.
   * @returns how many were new: an id that the project has already is passed over
   */
  add(events: readonly StoredEvent[]): Promise<number>
  /**
   * Turns events of before that time (ms since 1970) into counts by project, day and name, and drops them.
   * Of several instances that do so at once one does it.
   * @returns how many
   */
  fold(before: number): Promise<number>
  /** Counts events and what was folded alike. */
  funnel(query: FunnelQuery): Promise<FunnelCounts>
}

/** A connection of before that comes back by itself is not a step of a visitor: `unless` names what tells. */
const STEPS: Readonly<Record<string, { step: FunnelStep; unless?: string }>> = {
  MODAL_OPEN: { step: 'opened' },
  CONNECT_STARTED: { step: 'chose', unless: 'silent' },
  CONNECT_SUCCESS: { step: 'connected', unless: 'restored' },
  SIGN_IN_SUCCESS: { step: 'signedIn' },
  SEND_SUBMITTED: { step: 'sent' },
}
const NAME = /^[A-Z][A-Z\d_]{0,63}$/

/** Name and step of an event by its `props`. */
export function stepOf(
  props: Readonly<Record<string, unknown>> = {},
): Pick<StoredEvent, 'name' | 'step'> {
  const { event } = props
  if (typeof event !== 'string' || !NAME.test(event)) return { name: '', step: '' }
  const found = Object.hasOwn(STEPS, event) ? STEPS[event] : undefined
  const isStep = found && !(found.unless !== undefined && props[found.unless] === true)
  return { name: event, step: isStep ? found.step : '' }
}
