import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { isNestedDeeper } from './depth.js'
import { badInput } from './refusal.js'
import { type Route, route } from './route.js'

/** An analytics event, as a store keeps it. */
export interface StoredEvent {
  /** `eventId` of the page, or one given here. */
  id: string
  project: string
  sdkType: string
  sdkVersion: string
  /** Milliseconds since 1970. */
  at: number
  /** JSON text. */
  body: string
}

export interface EventStore {
  add(event: StoredEvent): Promise<void>
  /** @returns how many events were dropped */
  dropBefore(time: number): Promise<number>
}

export interface EventOptions {
  events: EventStore
  /** Keeps addresses as they came. Absent: a code stands for each, which this process alone can make. */
  keepAddresses?: boolean
  now?: () => number
}

const MAX_EVENT_BYTES = 8 << 10
const MAX_DEPTH = 32
const DAY_MS = 86_400_000
const KEPT_DAYS = 30
const HOUR_MS = 3_600_000

const text = (length: number) =>
  v.pipe(
    v.string('This must be text.'),
    v.minLength(1, 'This must not be empty.'),
    v.maxLength(length, `This must have at most ${length} characters.`),
  )

/** The route `POST /e`. Its three query parameters are due with and without configured projects. */
export function eventRoute({ events, keepAddresses, now = Date.now }: EventOptions): Route {
  const hide = keepAddresses ? (value: unknown) => value : createAddressMask(randomBytes(32))
  return route({
    method: 'post',
    path: '/e',
    summary: 'Stores an analytics event of a page for 30 days.',
    beacon: true,
    query: v.object({ projectId: text(128), st: text(64), sv: text(64) }),
    body: v.object({
      eventId: v.optional(text(128)),
      url: v.optional(v.pipe(v.string('This must be text.'), v.maxLength(2048))),
      domain: v.optional(v.pipe(v.string('This must be text.'), v.maxLength(253))),
      timestamp: v.optional(v.number('This must be a number.')),
      props: v.optional(v.record(v.string(), v.unknown(), 'This must be an object.')),
    }),
    status: 202,
    answer: v.object({ status: v.literal('SUCCESS') }),
    async handle({ query, body }) {
      if (isNestedDeeper(body, MAX_DEPTH))
        throw badInput('body', `An event must not be nested deeper than ${MAX_DEPTH} levels.`)
      const hidden = hide(body) as typeof body
      const kept = JSON.stringify(hidden)
      if (Buffer.byteLength(kept) > MAX_EVENT_BYTES)
        throw badInput('body', `An event must have at most ${MAX_EVENT_BYTES} bytes.`)
      await events.add({
        id: hidden.eventId ?? randomUUID(),
        project: query.projectId,
        sdkType: query.st,
        sdkVersion: query.sv,
        at: now(),
        body: kept,
      })
      return { status: 'SUCCESS' as const }
    },
  })
}

/** Drops events after 30 days, once an hour. @returns a function that ends it */
export const keepEventsTidy = (
  { events, now = Date.now }: EventOptions,
  onError: () => void,
): (() => void) => keepTidy(() => events.dropBefore(now() - KEPT_DAYS * DAY_MS), onError)

/** Does something now and once an hour. @returns a function that ends it */
export function keepTidy(tidy: () => Promise<unknown>, onError: () => void): () => void {
  const run = (): void => void tidy().catch(onError)
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  run()
  return () => clearInterval(timer)
}

/**
 * Addresses and what is as long: hexadecimal ones, also in words of 32 bytes, bech32 and base58 ones.
 * They need not begin a word, for `%3A0x…` and `address_0x…` hold one too; the rest of the word goes.
 */
const ADDRESS =
  /(?:(?:0x)?[\da-f]{40}|[a-z]{2,83}1[02-9ac-hj-np-z]{38}|[1-9A-HJ-NP-Za-km-z]{32})[a-z\d]*/gi

/**
 * Puts a code in the place of every address in a JSON value. The same address has the same code as
 * long as the key is the same.
 */
export function createAddressMask(key: Uint8Array): (value: unknown) => unknown {
  const code = (address: string): string =>
    `#${createHmac('sha256', key).update(address.toLowerCase()).digest('hex').slice(0, 16)}`
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(ADDRESS, code)
    if (Array.isArray(value)) return value.map(mask)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name.replace(ADDRESS, code), mask(part)]),
    )
  }
  return mask
}
