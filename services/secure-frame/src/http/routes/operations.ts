import { type Gauges, type Metrics, memoryGauges, metricsPage } from '@latchkey/service-kit'
import { type Route, route } from '@latchkey/service-kit/http'
import { sql } from 'kysely'
import * as v from 'valibot'
import { type FrameContext } from '../../context.js'

const isAnswering = (question: Promise<unknown>): Promise<boolean> =>
  question.then(
    () => true,
    () => false,
  )

/** For those who run the service. */
export function operationRoutes(context: FrameContext): Route[] {
  const { metrics, mailer } = context
  return [
    healthRoute(context),
    readyRoute(context),
    metricsRoute(metrics, () => ({
      waits: [context.waits.size, 'Requests that wait for a person.'],
      mails_waiting: [mailer.waiting, 'Mails that wait or are under way.'],
      ...context.analytics.gauges(),
    })),
  ]
}

export const healthRoute = (context: Pick<FrameContext, 'servers' | 'isClosing'>): Route =>
  route({
    method: 'get',
    path: '/health',
    summary: 'Whether the process runs.',
    open: true,
    answer: v.object({
      status: v.picklist(['ok', 'closing']),
      /** PostgreSQL, Redis and the keeper, where they are used. A time is in milliseconds since 1970. */
      servers: v.array(
        v.object({ name: v.string(), state: v.picklist(['ok', 'away']), since: v.number() }),
      ),
    }),
    failures: [503],
    handle({ context: request }) {
      const servers = [...context.servers()]
      if (!context.isClosing()) return { status: 'ok' as const, servers }
      request.status(503)
      return { status: 'closing' as const, servers }
    },
  })

export const metricsRoute = (metrics: Pick<Metrics, 'text'>, gauges: () => Gauges): Route =>
  route({
    method: 'get',
    path: '/metrics',
    summary: "Counts in Prometheus' text format.",
    open: true,
    media: ['text/plain'],
    handle() {
      const { status, type, body } = metricsPage(metrics.text({ ...memoryGauges(), ...gauges() }))
      return new Response(body, { status, headers: { 'Content-Type': type } })
    },
  })

const readyRoute = (context: FrameContext): Route => {
  const { store, recovery, page } = context
  return route({
    method: 'get',
    path: '/ready',
    summary: 'Whether it can serve: its databases answer, and the page was built.',
    open: true,
    answer: v.object({
      ready: v.boolean(),
      database: v.boolean(),
      recovery: v.boolean(),
      page: v.boolean(),
    }),
    failures: [503],
    async handle({ context: request }) {
      const [database, second] = await Promise.all([
        isAnswering(sql`select 1`.execute(store.db)),
        isAnswering(recovery.kinds({ wallet: '', set: '' })),
      ])
      const ready = database && second && page !== undefined && !context.isClosing()
      request.status(ready ? 200 : 503)
      return { ready, database, recovery: second, page: page !== undefined }
    },
  })
}
