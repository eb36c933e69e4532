import { isLatchkeyError, type Dispose, type Json } from '@latchkey/plugin-api'
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

export interface SenderOptions {
  url: string
  projectId: string
  /** Whether events may be sent now. It is asked again before each request. */
  isAllowed(): boolean
}

const MOST_WAITING = 10
const TIMEOUT_MS = 10_000
const IDLE_MS = 2_000
/** Safari has no `requestIdleCallback`. */
const PAUSE_MS = 200

/** Runs once the page has nothing else to do. @returns a function that calls it off */
function whenIdle(run: () => void): Dispose {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, PAUSE_MS)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(id)
}

export function createSender(
  ctx: AnalyticsContext,
  { url, projectId, isAllowed }: SenderOptions,
): Sender {
  const client = ctx.http.client({
    baseUrl: url,
    query: { projectId, st: 'latchkey', sv: '0.1.0' },
  })
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
  const post = async (letter: Letter, keepalive = false): Promise<void> => {
    if (!isAllowed()) return drop()
    const options = { body: { ...letter }, keepalive, timeout: TIMEOUT_MS, signal: ends.signal }
    await client.post('e', options).catch((error: unknown) => {
      ctx.log.debug('An event was not sent.', error)
      // The alert is for whoever sets the site up. It is raised once.
      if (isLatchkeyError(error, 'http.status') && error.context.status === 403)
        ctx.alerts.report(error)
    })
  }
  const sendFirst = async (): Promise<void> => {
    const [letter] = waiting
    if (!letter) return
    await post(letter)
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
    if (document.visibilityState !== 'hidden') return
    // One that is under way may end with the page: the server drops the second of two with one id.
    for (const letter of waiting.splice(0)) void post(letter, true)
  }
  document.addEventListener('visibilitychange', onHidden)
  ctx.onDispose(() => document.removeEventListener('visibilitychange', onHidden))
  ctx.onDispose(drop)
  return {
    add(letter) {
      if (waiting.length < MOST_WAITING && waiting.push(letter) === 1) sendWhenIdle()
    },
    drop,
  }
}
