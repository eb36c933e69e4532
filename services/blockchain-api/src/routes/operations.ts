import { memoryGauges, type Metrics, metricsPage, type PartHealth } from '@latchkey/service-kit'
import { type Route, route } from '@latchkey/service-kit/http'
import { type ApiContext } from '../context.js'
import { type FollowHealth, followMetrics } from '../follow/health.js'
import { healthAnswer } from '../schemas.js'

const PREFIX = 'latchkey_blockchain_api'

interface Operated {
  isClosing(): boolean
  following?: (() => readonly FollowHealth[]) | undefined
  servers?: (() => readonly PartHealth[]) | undefined
}

/** Pages for those who run the service. They ask for no project. */
export const operationRoutes = (
  { pool }: ApiContext,
  metrics: Pick<Metrics, 'text'>,
  { isClosing, following = () => [], servers = () => [] }: Operated,
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
        servers: [...servers()],
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
        metrics.text(memoryGauges()) +
          followMetrics(PREFIX, following()) +
          serverMetrics(PREFIX, servers()),
      )
      return new Response(body, { status, headers: { 'content-type': type } })
    },
  }),
]

const serverMetrics = (prefix: string, servers: readonly PartHealth[]): string =>
  servers.length === 0
    ? ''
    : `# HELP ${prefix}_server_up Whether PostgreSQL and Redis answer.\n` +
      `# TYPE ${prefix}_server_up gauge\n` +
      servers
        .map(
          ({ name, state }) => `${prefix}_server_up{server="${name}"} ${Number(state === 'ok')}\n`,
        )
        .join('')
