import type * as AddressCodes from './addressCodes.js'
import type { AnalyticsEvent, EventData } from './api.js'
import { readData } from './eventData.js'
import { NEVER_SENT, trackedEvents, type TrackedEvent } from './events.js'
import type { AnalyticsContext, Settings } from './options.js'
import { createSender, type Letter } from './sender.js'

/** An answer of the visitor to the question for consent. Each one is an object of its own. */
export interface Consent {
  readonly isGiven: boolean
}

/** An event of the kernel's bus, or one that the site or another plugin tells. */
export interface Occurrence {
  name: string
  data: unknown
  /** Whether it is told by `track`, under the name that it is sent with. */
  isOwn: boolean
  /** ms since 1970. */
  timestamp: number
  /** The answer that counted when it happened. */
  consent: Consent
}

/** Turns events into steps, and hands them on. */
export interface Tracker {
  /** It is sent where the answer that counted when it happened still does. */
  take(occurrence: Occurrence): void
  /** Drops what waits where nothing may be sent any more. */
  check(): void
  isSending(): boolean
}

export interface TrackerOptions {
  settings: Settings
  /** Where codes stand for addresses. */
  codes: typeof AddressCodes | false
  listeners: ReadonlySet<(event: AnalyticsEvent) => void>
  /** The answer that counts now. */
  consent(): Consent
}

const MOST_ERRORS = 5
/** A page that tells more than this in a minute would use up what its server allows a visitor. */
const MOST_EVENTS = 60
const WINDOW_MS = 60_000
const NAME = /^[A-Z][A-Z\d_]{0,63}$/
/** Counts what happened in the last 60 s. @returns whether there is room for one more */
function createLimit(most: number): () => boolean {
  let times: number[] = []
  return () => {
    const now = Date.now()
    times = times.filter((time) => time > now - WINDOW_MS)
    return times.length < most && !!times.push(now)
  }
}

/** A step as it is sent from this page. */
const toLetter = ({ event, data, timestamp }: AnalyticsEvent): Letter => ({
  // A page without https has no randomUUID.
  eventId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
  url: location.origin + location.pathname,
  domain: location.hostname,
  timestamp,
  props: { ...data, event },
})

const known: readonly TrackedEvent[] = trackedEvents

const isRefusedByBrowser = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: unknown }).globalPrivacyControl === true

export function createTracker(
  ctx: AnalyticsContext,
  { settings, codes, listeners, consent }: TrackerOptions,
): Tracker {
  const { url = '', projectId, address: isWanted = true, addressKey = '', sample = 1 } = settings
  const hasRoom = createLimit(MOST_EVENTS)
  const hasRoomForError = createLimit(MOST_ERRORS)
  const isChosen = Math.random() < sample
  if (!url) ctx.log.info('analytics() has no url: nothing is sent.')
  const isSending = (): boolean =>
    !!url &&
    isChosen &&
    consent().isGiven &&
    ctx.features.get().analytics &&
    !isRefusedByBrowser() &&
    !ctx.signal.aborted
  const query = { projectId: projectId || 'default', st: 'latchkey', sv: '0.1.0' }
  const sender = createSender(ctx, ctx.http.client({ baseUrl: url, query }), isSending)
  const check = (): void => {
    if (!isSending()) sender.drop()
  }
  ctx.onDispose(ctx.features.subscribe(check))

  /** Adds the address in use, or the code that stands for it as soon as it is there. */
  const addAddress = async ({ props }: Letter): Promise<void> => {
    const { address } = ctx.accounts.active() ?? {}
    if (address && isWanted)
      props['address'] = codes ? await codes.codeOf(address, addressKey) : address
  }
  const send = (step: AnalyticsEvent): void => {
    if (step.event === NEVER_SENT) return
    if ((step.event.endsWith('ERROR') && !hasRoomForError()) || !hasRoom()) return
    const letter = toLetter(step)
    // An event whose code cannot be made goes without it.
    addAddress(letter).catch(ctx.log.debug)
    sender.add(letter)
  }
  const tell = (step: AnalyticsEvent, given: Consent): void => {
    for (const listener of listeners) {
      try {
        listener(step)
      } catch (error) {
        ctx.log.error('A subscriber of analytics failed.', error)
      }
    }
    if (isSending() && given === consent()) send(step)
  }
  return {
    take({ name, data, isOwn, timestamp, consent: given }) {
      if (isOwn) {
        if (NAME.test(name))
          tell({ event: name, data: (data ?? {}) as EventData, timestamp }, given)
        else ctx.log.error(`"${name}" is no name of an event: write it as CART_PAID.`)
        return
      }
      const [, event, ...paths] = known.find(([source]) => source === name) ?? []
      // A page reads all the time, without the visitor.
      if (!event || (data as { class?: unknown } | null)?.class === 'read') return
      tell({ event, data: readData(paths, data), timestamp }, given)
    },
    check,
    isSending,
  }
}
