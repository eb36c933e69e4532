import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { isNestedDeeper } from '../http/depth.js'
import { badInput, refusal } from '../http/refusal.js'
import { type Route, route } from '../http/route.js'
import { createAddressMask } from './addressMask.js'
import { type StoredEvent, stepOf } from './event.js'

export interface EventRouteOptions {
  /** @returns false where too much waits: the event is dropped */
  add(event: StoredEvent): boolean
  /** Makes the codes that stand for addresses. Absent: addresses are kept as they came. */
  addressKey: Uint8Array | undefined
  now(): number
}

const MAX_EVENT_BYTES = 8 << 10
const MAX_DEPTH = 32

const textUpTo = (length: number) =>
  v.pipe(
    v.string('This must be text.'),
    v.maxLength(length, `This must have at most ${length} characters.`),
  )
const text = (length: number) => v.pipe(textUpTo(length), v.minLength(1, 'This must not be empty.'))

/** PostgreSQL takes no NUL and no half of a character in a text. */
const toStorable = (value: string): string => Buffer.from(value.replaceAll('\0', '')).toString()

/** The page itself: a query and a fragment may hold anything, and so may a name and password before the host. */
const withoutQuery = (url: string): string => {
  const page = url.replace(/[?#].*$/s, '')
  if (!URL.canParse(page)) return page
  const { protocol, host, pathname } = new URL(page)
  return `${protocol}//${host}${pathname}`
}

/** @throws a refusal 400 */
function requireSmall(text: string): void {
  if (Buffer.byteLength(text) > MAX_EVENT_BYTES)
    throw badInput('body', `An event must have at most ${MAX_EVENT_BYTES} bytes.`)
}

/** The route `POST /e`. Its three query parameters are due with and without configured projects. */
export function eventRoute({ add, addressKey, now }: EventRouteOptions): Route {
  const hide = addressKey ? createAddressMask(addressKey) : (value: unknown) => value
  return route({
    method: 'post',
    path: '/e',
    summary: 'Takes an analytics event of a page. It is kept for 30 days, and counted after that.',
    beacon: true,
    query: v.object({ projectId: text(128), st: text(64), sv: text(64) }),
    body: v.object({
      eventId: v.optional(text(128)),
      url: v.optional(v.pipe(textUpTo(2048), v.transform(withoutQuery))),
      domain: v.optional(textUpTo(253)),
      timestamp: v.optional(v.number('This must be a number.')),
      props: v.optional(v.record(v.string(), v.unknown(), 'This must be an object.')),
    }),
    status: 202,
    answer: v.object({ status: v.literal('SUCCESS') }),
    failures: [503],
    handle({ query, body }) {
      if (isNestedDeeper(body, MAX_DEPTH))
        throw badInput('body', `An event must not be nested deeper than ${MAX_DEPTH} levels.`)
      // Codes take time to make: a body that is too large is refused before.
      requireSmall(JSON.stringify(body))
      const hidden = hide(body) as typeof body
      const kept = JSON.stringify(hidden)
      requireSmall(kept)
      const isTaken = add({
        id: toStorable(hidden.eventId ?? randomUUID()),
        project: toStorable(query.projectId),
        sdkType: toStorable(query.st),
        sdkVersion: toStorable(query.sv),
        at: now(),
        body: kept,
        ...stepOf(hidden.props),
      })
      if (!isTaken)
        throw refusal(503, 'events', 'Too many events wait to be stored. This one was dropped.', {
          'Retry-After': '1',
        })
      return { status: 'SUCCESS' as const }
    },
  })
}
