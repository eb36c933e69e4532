import { type Duplex } from 'node:stream'
import { type RawData, type WebSocket } from 'ws'
import { createAnswer } from './answer.js'
import { type Connection, type ConnectionContext } from './context.js'
import { JUNK_COST, costOfBytes, costOfFrame } from './costs.js'
import { type Deliveries, createDeliveries } from './deliveries.js'
import { createInbox } from './inbox.js'
import { readFrame } from './jsonRpc.js'
import { type Limits } from './limits.js'
import { type Outbox, createOutbox } from './outbox.js'
import { type RateLimit } from './rateLimit.js'
import { pushFrame, subscriptionId } from './wire.js'

/** So many more refusals than things granted, and the client is sent away. */
const REFUSALS = 100
/** An answer to a push is not longer, and was paid for with the push. */
const ANSWER_BYTES = 512
/** How long a client may take to say goodbye, in ms. */
const GOODBYE_MS = 2000

/** One client's connection, from the moment that it is let in. */
export function createConnection(
  socket: WebSocket,
  stream: Duplex,
  clientId: string,
  number: number,
  context: ConnectionContext,
): Connection {
  const { hub, pools, overdue, limits, metrics, log } = context
  const deliveries = createDeliveries(clientId, pools.inFlight, overdue.of(clientId, number))
  const outbox = createOutbox(socket, stream, clientId, pools.unsent, (bytes) => {
    metrics.count('slow_consumers_total')
    log('warn', 'connection.too_slow', { connection: number, bytes })
    connection.end(1008, 'Too slow')
  })
  let isReleased = false
  const release = (): void => {
    if (isReleased) return
    isReleased = true
    hub.leave(connection)
    for (const one of [deliveries, outbox, inbox]) one.release()
  }
  const connection: Connection = {
    socket,
    clientId,
    number,
    topics: new Set(),
    due: new Set(),
    fetching: undefined,
    isOpen: outbox.isOpen,
    drained: outbox.drained,
    hasRoom: () => deliveries.size() < limits.inFlight,
    push: (message, data) =>
      push(message, data, {
        clientId,
        deliveries,
        outbox,
        delivered: () => metrics.count('delivered_total'),
      }),
    beat(now) {
      pulse(now, inbox.isPaused())
      deliveries.forget(now - limits.redelivery * 1000)
      if (isLow(deliveries, limits)) hub.deliver(connection)
    },
    end(code, reason) {
      log('info', 'connection.ended_by_relay', { connection: number, code, reason })
      const isSlow = outbox.waiting() > 0
      release()
      if (isSlow && code === 1008) return socket.terminate() // it would not read why
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
    },
  }
  const pulse = createPulse(socket, limits)
  const inbox = createInbox(socket, stream, clientId, {
    ...context,
    received: pools.received,
    handle: createReader(connection, context, { deliveries, outbox }),
    onTooMuch: () => connection.end(1008, 'Too much at once'),
  })
  socket.on('close', release)
  return connection
}

/** Enough is acknowledged to look for more: not after every one, as what is open is read again. */
const isLow = (deliveries: Deliveries, { inFlight }: Limits): boolean =>
  deliveries.size() <= inFlight / 4

interface PushWay {
  clientId: string
  deliveries: Deliveries
  outbox: Outbox
  delivered(): void
}

const push = (
  message: Parameters<Connection['push']>[0],
  data: string,
  { clientId, deliveries, outbox, delivered }: PushWay,
): boolean => {
  if (!outbox.isOpen() || deliveries.has(message)) return true
  const id = deliveries.open(message)
  if (id === undefined) return false
  outbox.send(pushFrame(id, subscriptionId(message.topic, clientId), data))
  delivered()
  return true
}

interface Ends {
  deliveries: Deliveries
  outbox: Outbox
}

/** What is done with a frame. Its bytes are charged before it is parsed; an answer to a push was paid for with the push. */
const createReader = (
  connection: Connection,
  context: ConnectionContext,
  { deliveries, outbox }: Ends,
) => {
  const { hub, mailbox, metrics, rate, limits } = context
  const take = createAllowance(connection, rate)
  const answer = createAnswer(connection, context, { take, send: outbox.send })
  const acknowledge = async (id: number, accepted: boolean): Promise<void> => {
    const message = accepted ? deliveries.take(id) : undefined
    if (!message) return void take(1)
    metrics.count('acknowledged_total')
    await mailbox.remove(message.topic, message.key).catch(() => undefined) // then it is pushed again, and dropped by the client
    if (isLow(deliveries, limits)) hub.deliver(connection)
  }
  const read = async (text: string, isPaid: boolean): Promise<void> => {
    const frame = readFrame(text)
    if (frame.kind === 'response') return acknowledge(frame.id, frame.accepted)
    if (isPaid && !take(1)) return answer.unread(text)
    return answer.request(frame)
  }
  connection.socket.on('ping', () => void take(1))
  return async (data: RawData, isBinary: boolean, bytes: number): Promise<void> => {
    if (!outbox.isOpen()) return
    if (isBinary) return connection.end(1003, 'Text only')
    const isPaid = bytes <= ANSWER_BYTES && deliveries.size() > 0
    if (!isPaid && !take(costOfFrame(bytes))) {
      rate.spend(connection.clientId, costOfBytes(bytes)) // it was received all the same
      return answer.unread(String((data as Buffer).subarray(0, ANSWER_BYTES)))
    }
    await read(String(data), isPaid).catch((error: unknown) => {
      take(JUNK_COST)
      answer.failure(error)
    })
  }
}

/** Whether the client may do this; one that goes on asking is sent away. */
const createAllowance = (connection: Connection, rate: RateLimit) => {
  let refusals = 0
  return (cost: number): boolean => {
    const may = rate.take(connection.clientId, cost)
    refusals = may ? Math.max(0, refusals - 1) : refusals + 1
    if (refusals === REFUSALS) connection.end(1008, 'Rate Limited')
    return may
  }
}

/** Whatever comes from the client is a sign of life; while the relay does not read, it can give none. */
const createPulse = (socket: WebSocket, { pingInterval, silence }: Limits) => {
  let seen = Date.now()
  let asked = seen - Math.random() * pingInterval * 1000 // not all at once after a restart
  for (const event of ['message', 'ping', 'pong'])
    socket.on(event, () => {
      seen = Date.now()
    })
  return (now: number, isPaused: boolean): void => {
    if (isPaused) seen = now
    if (now - seen > silence * 1000) return socket.terminate()
    if (now - asked < pingInterval * 1000 || socket.readyState !== socket.OPEN) return
    asked = now
    socket.ping()
  }
}
