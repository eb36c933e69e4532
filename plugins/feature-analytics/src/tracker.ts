import type { Json } from '@latchkey/plugin-api'
import { codeOf, toHex } from './addressCodes.js'
import type { AnalyticsEvent, EventData } from './api.js'
import { trackedEvents, type TrackedEvent } from './events.js'
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
  listeners: ReadonlySet<(event: AnalyticsEvent) => void>
  /** The answer that counts now. */
  consent(): Consent
}

const MOST_ERRORS = 5
/** A page that tells more than this in a minute would use up what its server allows a visitor. */
const MOST_EVENTS = 60
const WINDOW_MS = 60_000
const NAME = /^[A-Z][A-Z\d_]{0,63}$/
/** A word of the code or of a standard, as an id of a view, CAIP-2 or the name of an RPC method. */
const WORD = /^[\w.:-]{1,64}$/

/** The value at a path of untrusted data, where it can be sent: a word, a number or a boolean. */
function valueAt(data: unknown, path: string): Json | undefined {
  const value = path
    .split('.')
    .reduce((part, name) => (part as Readonly<Record<string, unknown>> | null)?.[name], data)
  if (typeof value === 'boolean' || Number.isFinite(value)) return value as boolean | number
  return typeof value === 'string' && WORD.test(value) ? value : undefined
}

const dataOf = (paths: readonly string[], data: unknown): EventData =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const value = valueAt(data, path)
      return value === undefined ? [] : [[path.split('.').pop(), value]]
    }),
  )

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
  eventId: toHex(crypto.getRandomValues(new Uint8Array(16))),
  url: location.origin + location.pathname,
  domain: location.hostname,
  timestamp,
  props: { ...data, event },
})

/** Adds the address in use, or the code that stands for it as soon as it is there. */
async function addAddress(
  { props }: Letter,
  address: string,
  { address: wanted = true, addressKey = '' }: Settings,
): Promise<void> {
  if (wanted === true) props['address'] = address
  if (wanted !== 'hashed') return
  props['address'] = await codeOf(address, addressKey)
}

const isRefusedByBrowser = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: unknown }).globalPrivacyControl === true

export function createTracker(
  ctx: AnalyticsContext,
  { settings, listeners, consent }: TrackerOptions,
): Tracker {
  const events: readonly TrackedEvent[] = trackedEvents
  const hasRoom = createLimit(MOST_EVENTS)
  const hasRoomForError = createLimit(MOST_ERRORS)
  const { url, projectId, sample = 1 } = settings
  const isChosen = Math.random() < sample
  if (!url) ctx.log.info('analytics() has no url: nothing is sent.')
  const isSending = (): boolean =>
    !!url &&
    isChosen &&
    consent().isGiven &&
    ctx.features.get().analytics &&
    !isRefusedByBrowser() &&
    !ctx.signal.aborted
  const sender =
    url && createSender(ctx, { url, projectId: projectId || 'default', isAllowed: isSending })
  const check = (): void => {
    if (sender && !isSending()) sender.drop()
  }
  ctx.onDispose(ctx.features.subscribe(check))

  const send = (step: AnalyticsEvent): void => {
    const known = events.find(({ event }) => event === step.event)
    if (!sender || known?.isNeverSent) return
    if ((step.event.endsWith('ERROR') && !hasRoomForError()) || !hasRoom()) return
    const letter = toLetter(step)
    const address = ctx.accounts.active()?.address
    // An event whose code cannot be made goes without it.
    if (address) void addAddress(letter, address, settings).catch(ctx.log.debug)
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
    if (!isSending()) check()
    else if (given === consent()) send(step)
  }
  return {
    take({ name, data, isOwn, timestamp, consent: given }) {
      if (isOwn) {
        if (NAME.test(name))
          tell({ event: name, data: (data ?? {}) as EventData, timestamp }, given)
        else ctx.log.error(`"${name}" is no name of an event: write it as CART_PAID.`)
        return
      }
      const known = events.find(({ source }) => source === name)
      const { unless } = known ?? {}
      if (!known || (unless && valueAt(data, unless[0]) === unless[1])) return
      tell({ event: known.event, data: dataOf(known.data, data), timestamp }, given)
    },
    check,
    isSending,
  }
}
