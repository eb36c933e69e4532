import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context } from 'hono'
import * as v from 'valibot'
import { badInput, nothingHere } from '../http/refusal.js'
import { type Route, route } from '../http/route.js'
import { DAY_MS, type EventStore } from './event.js'

export interface FunnelRouteOptions {
  events: Pick<EventStore, 'funnel'>
  /** The operator's. Absent: the route answers 404. */
  token: string | undefined
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Answers everybody without the token as if there was no such path. The comparison takes a constant time. */
const createAdmit = (token: string | undefined): ((context: Context) => void) => {
  const wanted = token === undefined ? undefined : hashOf(token)
  return (context) => {
    const [, given] = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    if (!wanted || given === undefined || !timingSafeEqual(hashOf(given), wanted))
      throw nothingHere()
  }
}

const DAY = 'This must be a day in UTC, as 2026-11-28.'
const day = v.pipe(
  v.string(DAY),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, DAY),
  // A day that the calendar lacks is taken for a later one, or for none.
  v.check((text) => new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) ?? false, DAY),
)
const dayNumber = (text: string): number => Date.parse(text) / DAY_MS
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The route `GET /v1/analytics/funnel`, for the operator. */
export const funnelRoute = ({ events, token }: FunnelRouteOptions): Route =>
  route({
    method: 'get',
    path: '/v1/analytics/funnel',
    summary:
      'How often visitors took each step from one day through another. For the operator, by ' +
      '`Authorization: Bearer` and the token; 404 without it.',
    open: true,
    admit: createAdmit(token),
    query: v.object({ projectId: v.pipe(v.string(), v.minLength(1)), from: day, to: day }),
    answer: v.object({
      projectId: v.string(),
      from: v.string(),
      to: v.string(),
      counts: v.object({
        opened: count,
        chose: count,
        connected: count,
        signedIn: count,
        sent: count,
      }),
    }),
    failures: [404, 503],
    async handle({ query: { projectId, from, to } }) {
      if (from > to) throw badInput('to', 'This must not be before the day `from`.')
      const days = { fromDay: dayNumber(from), untilDay: dayNumber(to) + 1 }
      return { projectId, from, to, counts: await events.funnel({ project: projectId, ...days }) }
    },
  })
