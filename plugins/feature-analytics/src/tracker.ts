import type { Json } from '@latchkey/plugin-api'
import { createAddressCodes } from './addressCodes.js'
import type { AnalyticsEvent, EventData } from './api.js'
import { trackedEvents, type TrackedEvent } from './events.js'
import type { AnalyticsContext, Settings } from './options.js'
import { createSender, type Letter } from './sender.js'

/** An event of the kernel's bus. */
export interface Occurrence {
  source: string
  data: unknown
  /** ms since 1970. */
  timestamp: number
}

/** Turns events of the kernel into steps, and hands them on. */
export interface Tracker {
  take(occurrence: Occurrence): void
  /** A step of the site, or of another plugin. */
  tell(event: AnalyticsEvent): void
  setConsent(isGiven: boolean): void
  isSending(): boolean
}

const ERRORS = { most: 5, windowMs: 60_000 }
/** A word of the code or of a standard, as an id of a view, CAIP-2 or the name of an RPC method. */
const WORD = /^[\w.:-]{1,64}$/

/** The value at a path of untrusted data, where it can be sent: a word, a number or a boolean. */
function valueAt(data: unknown, path: string): Json | undefined {
  let value: unknown = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  if (typeof value === 'boolean' || Number.isFinite(value)) return value as boolean | number
  return typeof value === 'string' && WORD.test(value) ? value : undefined
}

const dataOf = ({ data: paths }: TrackedEvent, data: unknown): EventData =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([name, path]) => {
      const value = valueAt(data, path)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Counts what happened in the last 60 s. @returns whether there is room for one more */
function createErrorLimit(): () => boolean {
  let times: number[] = []
  return () => {
    const now = Date.now()
    times = times.filter((time) => time > now - ERRORS.windowMs)
    if (times.length >= ERRORS.most) return false
    times.push(now)
    return true
  }
}

/** A step as it is sent from this page. */
const toLetter = (
  { event, data, timestamp }: AnalyticsEvent,
  address: () => { address?: string },
): Letter => ({
  eventId: crypto.randomUUID(),
  url: location.origin + location.pathname,
  domain: location.hostname,
  timestamp,
  props: () => ({ ...data, event, ...address() }),
})

const isRefusedByBrowser = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: unknown }).globalPrivacyControl === true

export function createTracker(
  ctx: AnalyticsContext,
  settings: Settings,
  listeners: ReadonlySet<(event: AnalyticsEvent) => void>,
): Tracker {
  const known = new Map(trackedEvents.map((each) => [each.source, each]))
  const neverSent = new Set(
    trackedEvents.filter(({ isNeverSent }) => isNeverSent).map(({ event }) => event),
  )
  const errors = new Set(trackedEvents.filter(({ isError }) => isError).map(({ event }) => event))
  const hasRoomForError = createErrorLimit()
  const codes = createAddressCodes(settings)
  const isChosen = Math.random() < settings.sample
  let { consent } = settings
  const { url, projectId } = settings
  const sender = url === undefined ? undefined : createSender(ctx, { url, projectId })
  const isSending = (): boolean =>
    !!sender &&
    isChosen &&
    consent &&
    ctx.features.get().analytics &&
    !isRefusedByBrowser() &&
    !ctx.signal.aborted
  const dropIfOff = (): void => {
    if (!isSending()) sender?.drop()
  }
  ctx.onDispose(ctx.features.subscribe(dropIfOff))

  const send = (step: AnalyticsEvent): void => {
    const address = ctx.accounts.active()?.address
    // A code that is made now is there when the event is sent.
    codes.of(address)
    sender?.add(toLetter(step, () => codes.of(address)))
  }
  const tell = (step: AnalyticsEvent): void => {
    for (const listener of listeners) {
      try {
        listener(step)
      } catch (error) {
        ctx.log.error('A subscriber of analytics failed.', error)
      }
    }
    if (!isSending()) return sender?.drop()
    if (neverSent.has(step.event)) return
    if (errors.has(step.event) && !hasRoomForError()) return
    send(step)
  }
  return {
    take({ source, data, timestamp }) {
      const found = known.get(source)
      if (found) tell({ event: found.event, data: dataOf(found, data), timestamp })
    },
    tell,
    setConsent(isGiven) {
      consent = isGiven
      dropIfOff()
    },
    isSending,
  }
}
