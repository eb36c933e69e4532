import { isLatchkeyError, type Json } from '@latchkey/plugin-api'
import type { AnalyticsContext } from './options.js'

/** An event as it is sent. */
export interface Letter {
  eventId: string
  /** The page, without query and fragment. */
  url: string
  domain: string
  /** ms since 1970. */
  timestamp: number
  /** Made when it is sent. */
  props(): Readonly<Record<string, Json>>
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

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_MS })
  else setTimeout(run, PAUSE_MS)
}

export function createSender(
  ctx: AnalyticsContext,
  { url, projectId }: { url: string; projectId: string },
): Sender {
  const client = ctx.http.client({
    baseUrl: url,
    query: { projectId, st: 'latchkey', sv: '0.1.0' },
  })
  let waiting: Letter[] = []
  let isScheduled = false
  let ends = new AbortController()

  /** A failure costs the page nothing: the event is lost. */
  const post = async (letter: Letter, keepalive = false): Promise<void> => {
    const body = { ...letter, props: letter.props() }
    const options = { body, keepalive, timeout: TIMEOUT_MS, signal: ends.signal }
    await client.post('e', options).catch((error: unknown) => {
      ctx.log.debug('An event was not sent.', error)
      // The alert is for whoever sets the site up. It is raised once.
      if (isLatchkeyError(error, 'http.status') && error.context.status === 403)
        ctx.alerts.report(error)
    })
  }
  const run = async (): Promise<void> => {
    for (let letter = waiting[0]; letter; letter = waiting[0]) {
      await post(letter)
      if (waiting[0] === letter) waiting.shift()
    }
    isScheduled = false
  }
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    whenIdle(() => void run())
  }
  const onPageHide = (): void => {
    // The first may be under way; its request would end with the page.
    for (const letter of waiting.splice(0)) void post(letter, true)
  }
  globalThis.addEventListener('pagehide', onPageHide)
  ctx.onDispose(() => globalThis.removeEventListener('pagehide', onPageHide))
  const drop = (): void => {
    waiting = []
    ends.abort()
    ends = new AbortController()
  }
  ctx.onDispose(drop)
  return {
    add(letter) {
      if (waiting.length >= MOST_WAITING) return
      waiting.push(letter)
      schedule()
    },
    drop,
  }
}
