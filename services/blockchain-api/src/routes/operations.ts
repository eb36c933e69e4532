import {
  type Gauges,
  memoryGauges,
  type Metrics,
  metricsPage,
  type PartHealth,
} from '@latchkey/service-kit'
import { type Route, route } from '@latchkey/service-kit/http'
import { type ApiContext } from '../context.js'
import { type FollowHealth, followMetrics } from '../follow/health.js'
import { healthAnswer } from '../schemas.js'
import { type SourcePool } from '../sources/pool.js'

const PREFIX = 'latchkey_blockchain_api'

interface Operated {
  isClosing(): boolean
  following?: (() => readonly FollowHealth[]) | undefined
  servers?: (() => readonly PartHealth[]) | undefined
  gauges(): Gauges
}

/** Pages for those who run the service. They ask for no project. */
export const operationRoutes = (
  { pool }: ApiContext,
  metrics: Pick<Metrics, 'text'>,
  { isClosing, following = () => [], servers = () => [], gauges }: Operated,
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
    async handle() {
      const copies = await pool.health()
      const { body, type, status } = metricsPage(
        metrics.text({ ...memoryGauges(), ...gauges() }) +
          followMetrics(PREFIX, following()) +
          upMetrics('copy', 'Whether a copy of a chain is current.', copies.map(toSeries)) +
          upMetrics(
            'server',
            'Whether PostgreSQL and Redis answer.',
            servers().map(toServerSeries),
          ),
      )
      return new Response(body, { status, headers: { 'content-type': type } })
    },
  }),
]

type SourceState = Awaited<ReturnType<SourcePool['health']>>[number]

interface UpSeries {
  labels: string
  isUp: boolean
}

const toSeries = ({ source, chain, state }: SourceState): UpSeries => ({
  labels: `source="${source}",chain="${chain}"`,
  isUp: state === 'ok',
})

const toServerSeries = ({ name, state }: PartHealth): UpSeries => ({
  labels: `server="${name}"`,
  isUp: state === 'ok',
})

const upMetrics = (name: string, help: string, series: readonly UpSeries[]): string =>
  series.length === 0
    ? ''
    : [
        `# HELP ${PREFIX}_${name}_up ${help}`,
        `# TYPE ${PREFIX}_${name}_up gauge`,
        ...series.map(({ labels, isUp }) => `${PREFIX}_${name}_up{${labels}} ${Number(isUp)}`),
        '',
      ].join('\n')
