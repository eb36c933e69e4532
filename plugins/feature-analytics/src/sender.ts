import type { Dispose, HttpClient, Json } from '@latchkey/plugin-api'
import type { AnalyticsContext } from './options.js'

/** An event as it is sent. */
export interface Letter {
  eventId: string
  /** The page, without query and fragment. */
  url: string
  domain: string
  /** ms since 1970. */
  timestamp: number
  props: Record<string, Json>
}

/** Sends events, each by one request, when the page has nothing else to do. */
export interface Sender {
  /** Takes an event, where not too many wait. */
  add(letter: Letter): void
  /** Drops what waits, and the request that is under way. */
  drop(): void
}

const MOST_WAITING = 10
const TIMEOUT_MS = 10_000
const IDLE_MS = 2_000
/** Safari has no `requestIdleCallback`. */
const PAUSE_MS = 200

/** Runs once the page has nothing else to do. @returns a function that calls it off */
function whenIdle(run: () => void): Dispose {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(run, { timeout: IDLE_MS })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, PAUSE_MS)
  return () => clearTimeout(timer)
}

/** @param isAllowed whether events may be sent now. It is asked again before each request */
export function createSender(
  ctx: AnalyticsContext,
  client: HttpClient,
  isAllowed: () => boolean,
): Sender {
  let waiting: Letter[] = []
  let callOff: Dispose = () => undefined
  let ends = new AbortController()

  const drop = (): void => {
    waiting = []
    callOff()
    ends.abort()
    ends = new AbortController()
  }
  /** A failure costs the page nothing: the event is lost. */
  const post = async (body: Letter, keepalive: boolean): Promise<void> => {
    if (!isAllowed()) return drop()
    const { signal } = ends
    const options = { body, keepalive, signal, timeout: TIMEOUT_MS, ignoreAnswer: true }
    await client.post('e', options).catch((error: { context?: { status?: unknown } }) => {
      ctx.log.debug(error)
      // The alert is for whoever sets the site up. It is raised once.
      if (error.context?.status === 403) ctx.alerts.report(error)
    })
  }
  const sendFirst = async (): Promise<void> => {
    const [letter] = waiting
    if (!letter) return
    await post(letter, false)
    // Where they were dropped meanwhile, the next event begins anew.
    if (waiting[0] !== letter) return
    waiting.shift()
    if (waiting.length) sendWhenIdle()
  }
  const sendWhenIdle = (): void => {
    callOff = whenIdle(() => void sendFirst())
  }
  /** A page that is hidden may never be seen again, and no later event is sure to come (Page Visibility). */
  const onHidden = (): void => {
    if (!document.hidden) return
    callOff()
    // One that is under way may end with the page: the server drops the second of two with one id.
    for (const letter of waiting.splice(0)) void post(letter, true)
  }
  document.addEventListener('visibilitychange', onHidden, { signal: ctx.signal })
  ctx.onDispose(drop)
  return {
    add(letter) {
      if (waiting.length < MOST_WAITING && waiting.push(letter) === 1) sendWhenIdle()
    },
    drop,
  }
}
