import { type Duplex } from 'node:stream'
import { type RawData, type WebSocket } from 'ws'
import { createResponder } from '../rpc/responder.js'
import { type Connection, type ConnectionContext } from './context.js'
import { JUNK_COST, costOfBytes, costOfFrame } from '../bounds/costs.js'
import { type Deliveries, createDeliveries } from '../delivery/deliveries.js'
import { createInbox } from './inbox.js'
import { readFrame } from '../rpc/jsonRpc.js'
import { type Limits } from '../bounds/limits.js'
import { type Outbox, createOutbox } from './outbox.js'
import { type RateLimit } from '../bounds/rateLimit.js'
import { pushFrame, subscriptionId } from '../rpc/wire.js'

/** A client with this many more refusals than accepted requests is disconnected. */
const MAX_REFUSALS = 100
/** The largest frame that may be an acknowledgement. It was paid for with its push. */
const MAX_ACKNOWLEDGEMENT_BYTES = 512
/** How long a client may take to close its connection, in ms. */
const CLOSE_TIMEOUT_MS = 2000

/** One client's connection, from the moment that it is let in. */
// eslint-disable-next-line max-lines-per-function -- the parts of one connection, which refer to each other
export function createConnection(
  socket: WebSocket,
  stream: Duplex,
  clientId: string,
  number: number,
  context: ConnectionContext,
): Connection {
  const { hub, pools, overdue, limits, metrics, log } = context
  const deliveries = createDeliveries(
    clientId,
    pools.inFlight,
    overdue.forConnection(clientId, number),
  )
  const outbox = createOutbox(socket, stream, clientId, pools.unsent, (bytes) => {
    metrics.count('slow_consumers_total')
    log('warn', 'connection.too_slow', { connection: number, bytes })
    connection.endConnection(1008, 'Too slow')
  })
  let isReleased = false
  const release = (): void => {
    if (isReleased) return
    isReleased = true
    hub.removeSubscriber(connection)
    for (const one of [deliveries, outbox, inbox]) one.release()
  }
  const connection: Connection = {
    socket,
    clientId,
    number,
    topics: new Set(),
    dueTopics: new Set(),
    nextFetch: undefined,
    isOpen: outbox.isOpen,
    whenDrained: outbox.whenDrained,
    canPushMore: () => deliveries.count() < limits.inFlight,
    pushMessage: (message, data) =>
      pushOnce(message, data, {
        clientId,
        deliveries,
        outbox,
        countDelivered: () => metrics.count('delivered_total'),
      }),
    checkLiveness(now) {
      checkPulse(now, inbox.isPaused())
      deliveries.expirePushes(now - limits.redelivery * 1000)
      if (hasFewUnacknowledged(deliveries, limits)) hub.deliverDue(connection)
    },
    endConnection(code, reason) {
      log('info', 'connection.ended_by_relay', { connection: number, code, reason })
      const isSlow = outbox.waitingBytes() > 0
      release()
      if (isSlow && code === 1008) return socket.terminate() // It does not read, so it would not see the reason.
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
    },
  }
  const checkPulse = createLivenessCheck(socket, limits)
  const inbox = createInbox(socket, stream, clientId, {
    ...context,
    received: pools.received,
    handleFrame: createFrameHandler(connection, context, { deliveries, outbox }),
    onTooMuch: () => connection.endConnection(1008, 'Too much at once'),
  })
  socket.on('close', release)
  return connection
}

/**
 * Whether few enough pushes are open to look for more. Not after every acknowledgement: messages
 * that are pushed already would be read again each time.
 */
const hasFewUnacknowledged = (deliveries: Deliveries, { inFlight }: Limits): boolean =>
  deliveries.count() <= inFlight / 4

interface PushOptions {
  clientId: string
  deliveries: Deliveries
  outbox: Outbox
  countDelivered(): void
}

const pushOnce = (
  message: Parameters<Connection['pushMessage']>[0],
  data: string,
  { clientId, deliveries, outbox, countDelivered: delivered }: PushOptions,
): boolean => {
  if (!outbox.isOpen() || deliveries.isPushed(message)) return true
  const id = deliveries.addPush(message)
  if (id === undefined) return false
  outbox.sendFrame(pushFrame(id, subscriptionId(message.topic, clientId), data))
  delivered()
  return true
}

interface ReaderOptions {
  deliveries: Deliveries
  outbox: Outbox
}

/**
 * Handles a frame. Its bytes are charged before it is parsed, except for an acknowledgement, which
 * was paid for with its push.
 */
const createFrameHandler = (
  connection: Connection,
  context: ConnectionContext,
  { deliveries, outbox }: ReaderOptions,
) => {
  const { hub, mailbox, metrics, rate, limits } = context
  const takeUnits = createWorkMeter(connection, rate)
  const answer = createResponder(connection, context, {
    takeUnits,
    sendFrame: outbox.sendFrame,
  })
  const acknowledge = async (id: number, accepted: boolean): Promise<void> => {
    const message = accepted ? deliveries.takePush(id) : undefined
    if (!message) return void takeUnits(1)
    metrics.count('acknowledged_total')
    // A message that could not be removed is pushed again, and the client drops it.
    await mailbox.remove(message.topic, message.key).catch(() => undefined)
    if (hasFewUnacknowledged(deliveries, limits)) hub.deliverDue(connection)
  }
  const read = async (text: string, isPaid: boolean): Promise<void> => {
    const frame = readFrame(text)
    if (frame.kind === 'response') return acknowledge(frame.id, frame.accepted)
    if (isPaid && !takeUnits(1)) return answer.refuseUnread(text)
    return answer.answerRequest(frame)
  }
  connection.socket.on('ping', () => void takeUnits(1))
  return async (data: RawData, isBinary: boolean, bytes: number): Promise<void> => {
    if (!outbox.isOpen()) return
    if (isBinary) return connection.endConnection(1003, 'Text only')
    const isPaid = bytes <= MAX_ACKNOWLEDGEMENT_BYTES && deliveries.count() > 0
    if (!isPaid && !takeUnits(costOfFrame(bytes))) {
      rate.chargeUnits(connection.clientId, costOfBytes(bytes)) // The bytes were received all the same.
      return answer.refuseUnread(String((data as Buffer).subarray(0, MAX_ACKNOWLEDGEMENT_BYTES)))
    }
    await read(String(data), isPaid).catch((error: unknown) => {
      takeUnits(JUNK_COST)
      answer.answerFailure(error)
    })
  }
}

/** Charges a client for its requests, and disconnects one that goes on after many refusals. */
const createWorkMeter = (connection: Connection, rate: RateLimit) => {
  let refusals = 0
  return (cost: number): boolean => {
    const may = rate.takeUnits(connection.clientId, cost)
    refusals = may ? Math.max(0, refusals - 1) : refusals + 1
    if (refusals === MAX_REFUSALS) connection.endConnection(1008, 'Rate Limited')
    return may
  }
}

/** How often each connection is checked, in ms. */
export const LIVENESS_INTERVAL_MS = 1000

/**
 * Pings a silent client, and ends a connection that stays silent. Anything from the client is a
 * sign of life. While the relay does not read, no sign can arrive: time in which it holds the
 * client back does not count, and a check that comes late counts as one interval.
 */
const createLivenessCheck = (socket: WebSocket, { pingInterval, silence }: Limits) => {
  let checked = Date.now()
  let silentMs = 0
  let asked = checked - Math.random() * pingInterval * 1000 // Connections are not all pinged at once after a restart.
  for (const event of ['message', 'ping', 'pong'])
    socket.on(event, () => {
      silentMs = 0
    })
  return (now: number, isPaused: boolean): void => {
    silentMs = isPaused ? 0 : silentMs + Math.min(now - checked, LIVENESS_INTERVAL_MS)
    checked = now
    if (silentMs > silence * 1000) return socket.terminate()
    if (now - asked < pingInterval * 1000 || socket.readyState !== socket.OPEN) return
    asked = now
    socket.ping()
  }
}
