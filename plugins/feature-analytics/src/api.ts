import type { Dispose, Json } from '@latchkey/plugin-api'

/** Data of an event: plain JSON, without an address. */
export type EventData = Readonly<Record<string, Json>>

/** A step that a visitor took. */
export interface AnalyticsEvent {
  /** Of {@link trackedEvents}, or a name that the site or another plugin gave. */
  readonly event: string
  readonly data: EventData
  /** ms since 1970. */
  readonly timestamp: number
}

/** The API that a host gets as `kernel.plugins.analytics`. */
export interface AnalyticsApi {
  /**
   * Tells a step of the site, or of another plugin. It is sent as it is: leave out what names a person.
   * @param event in capitals, digits and `_`, as `CART_PAID`. Another name is told in the log, and dropped: a
   * mistake here must not stop a page
   */
  track(event: string, data?: EventData): void
  /** Hears every event, whether it is sent or not. */
  subscribe(listener: (event: AnalyticsEvent) => void): Dispose
  /**
   * The visitor's answer to the site's question for consent. `false` stops the sending at once, and
   * drops what waits.
   */
  setConsent(isGiven: boolean): void
  /** Whether events are sent now. */
  isSending(): boolean
}
