import { type RawData, type WebSocket } from 'ws'
import { type Answer, createAnswer } from './answer.js'
import { type Connection, type ConnectionContext } from './context.js'
import { createDeliveries } from './deliveries.js'
import { readFrame } from './jsonRpc.js'
import { type Limits } from './limits.js'
import { createOutbox } from './outbox.js'
import { type RateLimit } from './rateLimit.js'
import { subscriptionId, toWire } from './wire.js'

/** What a frame that is no request costs. */
const JUNK_COST = 20
/** So many refusals in a row, and the client is sent away. */
const REFUSALS = 100

/** One client's connection, from the moment that it is let in. */
export function createConnection(socket: WebSocket, clientId: string, number: number, context: ConnectionContext): Connection {
  const { hub, limits, metrics, log } = context
  const deliveries = createDeliveries()
  const outbox = createOutbox(socket, limits.bufferedBytes, (bytes) => {
    metrics.count('slow_consumers_total')
    log('warn', 'connection.too_slow', { connection: number, bytes })
  })
  const connection: Connection = {
    socket,
    clientId,
    number,
    topics: new Set(),
    fetched: new Set(),
    isOpen: outbox.isOpen,
    drained: outbox.drained,
    push(message) {
      const data = { id: subscriptionId(message.topic, clientId), data: toWire(message) }
      outbox.send(JSON.stringify({ id: deliveries.note(message), jsonrpc: '2.0', method: 'irn_subscription', params: data }))
      metrics.count('delivered_total')
    },
    beat: createPulse(socket, limits),
    end(code, reason) {
      log('info', 'connection.ended_by_relay', { connection: number, code, reason })
      socket.close(code, reason)
    },
  }
  const take = createAllowance(connection, context.rate)
  const answer = createAnswer(connection, context, { take, send: outbox.send })
  hear(connection, context, { take, answer, acknowledged: deliveries.take })
  socket.on('close', () => hub.leave(connection))
  return connection
}

interface Ears {
  take(cost: number): boolean
  answer: Answer
  acknowledged(id: number): { topic: string; key: string } | undefined
}

const hear = (connection: Connection, { mailbox, metrics }: ConnectionContext, { take, answer, acknowledged }: Ears): void => {
  const receive = async (text: string): Promise<void> => {
    const frame = readFrame(text)
    if (frame.kind === 'request') return answer.request(frame)
    const message = frame.accepted ? acknowledged(frame.id) : undefined
    if (!message) return
    metrics.count('acknowledged_total')
    await mailbox.remove(message.topic, message.key).catch(() => undefined) // then it is pushed again, and dropped by the client
  }
  connection.socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) return connection.end(1003, 'Text only')
    receive(String(data)).catch((error: unknown) => {
      take(JUNK_COST)
      answer.failure(error)
    })
  })
  connection.socket.on('ping', () => void take(1))
}

/** Whether the client may do this; one that goes on asking is sent away. */
const createAllowance = (connection: Connection, rate: RateLimit) => {
  let refusals = 0
  return (cost: number): boolean => {
    const may = rate.take(connection.clientId, cost)
    refusals = may ? 0 : refusals + 1
    if (refusals === REFUSALS) connection.end(1008, 'Rate Limited')
    return may
  }
}

/** Whatever comes from the client is a sign of life. */
const createPulse = (socket: WebSocket, { pingInterval, silence }: Limits) => {
  let seen = Date.now()
  let asked = seen - Math.random() * pingInterval * 1000 // not all at once after a restart
  for (const event of ['message', 'ping', 'pong']) socket.on(event, () => { seen = Date.now() })
  return (now: number): void => {
    if (now - seen > silence * 1000) return socket.terminate()
    if (now - asked < pingInterval * 1000 || socket.readyState !== socket.OPEN) return
    asked = now
    socket.ping()
  }
}
