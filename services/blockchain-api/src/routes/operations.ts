import { memoryGauges, type Metrics, metricsPage } from '@latchkey/service-kit'
import { type Route, route } from '@latchkey/service-kit/http'
import { type ApiContext } from '../context.js'
import { type FollowHealth, followMetrics } from '../follow/health.js'
import { healthAnswer } from '../schemas.js'

/** Pages for those who run the service. They ask for no project. */
export const operationRoutes = (
  { pool }: ApiContext,
  metrics: Metrics,
  isClosing: () => boolean,
  following: () => readonly FollowHealth[] = () => [],
): Route[] => [
  route({
    method: 'get',
    path: '/health',
    summary: 'For balancers: 200 while the service can answer, 503 while it closes.',
    open: true,
    answer: healthAnswer,
    failures: [503],
    async handle({ context }) {
      const copies = await pool.health()
      if (isClosing()) context.status(503)
      return {
        status: isClosing() ? 'closing' : 'ok',
        resting: [...pool.resting()],
        copies: [...copies],
        following: [...following()],
      }
    },
  }),
  route({
    method: 'get',
    path: '/metrics',
    summary: "In Prometheus' text format. Keep it inside by your balancer.",
    open: true,
    media: ['text/plain'],
    handle() {
      const { body, type, status } = metricsPage(
        metrics.text(memoryGauges()) + followMetrics('latchkey_blockchain_api', following()),
      )
      return new Response(body, { status, headers: { 'content-type': type } })
    },
  }),
]
