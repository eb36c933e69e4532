import { type Metrics, createMetrics } from '@latchkey/service-kit'

const HELP = {
  connections_opened_total: 'Connections let in.',
  connections_closed_total: 'Connections ended, by reason.',
  connections_refused_total: 'Connections refused, by reason.',
  requests_total: 'Requests, by method and outcome.',
  published_total: 'Messages published.',
  delivered_total: 'Messages pushed to a client.',
  acknowledged_total: 'Pushed messages that the client acknowledged.',
  slow_consumers_total: 'Clients cut off because they did not read.',
  bounds_met_total:
    'Requests and pushes refused, and clients ended, by the bound: of what, and of a connection, a client or all.',
} as const

export type RelayMetrics = Metrics<keyof typeof HELP>

export const createRelayMetrics = (): RelayMetrics => createMetrics('latchkey_relay', HELP)
