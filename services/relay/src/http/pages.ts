import { type RequestListener } from 'node:http'
import {
  type Gauges,
  type Page,
  createPages,
  healthPage,
  memoryGauges,
  metricsPage,
} from '@latchkey/service-kit'
import { type ConnectionContext } from '../socket/context.js'

export interface PagesContext extends Pick<
  ConnectionContext,
  'hub' | 'mailbox' | 'metrics' | 'clients' | 'pools'
> {
  /** Connections that have not sent a valid token yet. */
  handshakeCount(): number
  isClosing(): boolean
}

/** The pages over plain HTTP: `/health` for balancers, `/metrics` for Prometheus. */
export const createRelayPages = (context: PagesContext): RequestListener =>
  createPages({
    '/health': () => health(context),
    '/metrics': async () => metricsPage(context.metrics.text(await gauges(context))),
  })

const health = ({ mailbox, clients, isClosing }: PagesContext): Page =>
  healthPage(isClosing() ? 'closing' : mailbox.isReady() ? 'ok' : 'no mailbox', {
    connections: clients.all().size,
  })

const gauges = async ({
  hub,
  mailbox,
  clients,
  pools,
  handshakeCount,
}: PagesContext): Promise<Gauges> => {
  const { messages, bytes, evicted, expired } = await mailbox.size()
  return {
    connections: [clients.all().size, 'Connections open.'],
    handshakes: [handshakeCount(), 'Connections that have not said yet who they are.'],
    subscriptions: [hub.subscriptionCount(), 'Topics listened to, each connection counted.'],
    in_flight: [pools.inFlight.total(), 'Messages pushed and not acknowledged.'],
    unsent_bytes: [pools.unsent.total(), 'What clients have not read yet.'],
    received_bytes: [
      pools.received.total(),
      'What was read and not dealt with yet, parts of frames counted.',
    ],
    mailbox_messages: [messages, 'Messages that wait.'],
    mailbox_bytes: [bytes, 'What they take.'],
    mailbox_evicted: [evicted, 'Messages that gave way to a bound, since the start.'],
    mailbox_expired: [expired, 'Messages whose time was over, since the start.'],
    ...memoryGauges(),
  }
}
