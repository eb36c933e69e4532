import { type RawData, type WebSocket } from 'ws'
import { isRelayError, RelayError } from './errors.js'
import { type Hub, type Subscriber } from './hub.js'
import { type Request, errorFrame, readFrame, resultFrame } from './jsonRpc.js'
import { type Limits } from './limits.js'
import { type Log } from './log.js'
import { type Mailbox, type Message } from './mailbox.js'
import { type createMethods, subscriptionId, toWire } from './methods.js'
import { type Metrics } from './metrics.js'
import { type RateLimit } from './rateLimit.js'

export interface ConnectionContext {
  hub: Hub
  mailbox: Mailbox
  methods: ReturnType<typeof createMethods>
  rate: RateLimit
  limits: Limits
  metrics: Metrics
  log: Log
  onRequest?: ((request: { clientId: string; method: string; params: Readonly<Record<string, unknown>> }) => void) | undefined
}

export interface Connection extends Subscriber {
  readonly socket: WebSocket
  /** Asks whether the client is still there, or ends the connection; called often. */
  beat(now: number): void
  end(code: number, reason: string): void
}

/** Pushed and not yet acknowledged; beyond, the oldest are forgotten here and wait for the next subscription. */
const MAX_IN_FLIGHT = 2000
/** Backlogs wait while more than this is unsent. */
const HIGH_WATER = 256 << 10
/** What a frame that is no request costs. */
const JUNK_COST = 20
const REFUSALS = 100

/** One client's connection, from the moment that it is let in. */
export function createConnection(socket: WebSocket, clientId: string, number: number, context: ConnectionContext): Connection {
  const { hub, mailbox, methods, rate, limits, metrics, log } = context
  const inFlight = new Map<number, { topic: string; key: string }>()
  let lastSeen = Date.now()
  let lastPing = lastSeen - Math.random() * limits.pingInterval * 1000
  let lastId = lastSeen * 1000
  let refusals = 0

  const end = (code: number, reason: string): void => {
    log('info', 'connection.ended_by_relay', { connection: number, code, reason })
    socket.close(code, reason)
  }
  const send = (frame: string): void => {
    if (socket.readyState !== socket.OPEN) return
    socket.send(frame)
    if (socket.bufferedAmount <= limits.bufferedBytes) return
    metrics.count('slow_consumers_total')
    log('warn', 'connection.too_slow', { connection: number, bytes: socket.bufferedAmount })
    socket.terminate()
  }
  /** Whether the client may; one that goes on asking is sent away. */
  const take = (cost: number): boolean => {
    const may = rate.take(clientId, cost)
    refusals = may ? 0 : refusals + 1
    if (refusals === REFUSALS) end(1008, 'Rate Limited')
    return may
  }
  const answer = async ({ id, method, params }: Request): Promise<void> => {
    const run = methods.get(method)
    const name = run ? method : 'unknown'
    try {
      if (!take(Array.isArray(params.messages) ? Math.max(1, params.messages.length) : 1)) throw new RelayError('relay.rate_limited', 'Rate Limited')
      if (!run) throw new RelayError('relay.method_not_found', 'There is no such method.')
      context.onRequest?.({ clientId, method, params })
      const result = await run(connection, params)
      metrics.count('requests_total', { method: name, outcome: 'ok' })
      send(resultFrame(id, result))
    } catch (error) {
      fail(error, id, name)
    }
  }
  const fail = (error: unknown, id: string | undefined, method: string): void => {
    const known = isRelayError(error) ? error : new RelayError('relay.internal', 'The relay could not do this now.', { cause: error })
    metrics.count('requests_total', { method, outcome: known.code })
    log(known.code === 'relay.internal' ? 'error' : 'debug', 'request.failed', { connection: number, method, code: known.code })
    send(errorFrame(id, known.rpcCode, known.message))
  }
  const acknowledge = async (id: number): Promise<void> => {
    const message = inFlight.get(id)
    if (!message) return
    inFlight.delete(id)
    metrics.count('acknowledged_total')
    await mailbox.remove(message.topic, message.key).catch(() => undefined) // it is pushed again, and dropped by the client
  }
  const receive = async (text: string): Promise<void> => {
    const frame = readFrame(text)
    if (frame.kind === 'request') return answer(frame)
    if (frame.accepted) await acknowledge(frame.id)
  }

  const connection: Connection = {
    socket,
    clientId,
    topics: new Set(),
    isOpen: () => socket.readyState === socket.OPEN,
    end,
    push(message: Message) {
      const id = lastId += 1
      inFlight.set(id, { topic: message.topic, key: message.key })
      for (const oldest of inFlight.keys()) if (inFlight.size > MAX_IN_FLIGHT) inFlight.delete(oldest); else break
      metrics.count('delivered_total')
      send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscriptionId(message.topic, clientId), data: toWire(message) } }))
    },
    async drained() {
      while (connection.isOpen() && socket.bufferedAmount > HIGH_WATER) await new Promise((done) => setTimeout(done, 20))
      return connection.isOpen()
    },
    beat(now) {
      if (now - lastSeen > limits.silence * 1000) return socket.terminate()
      if (now - lastPing < limits.pingInterval * 1000 || !connection.isOpen()) return
      lastPing = now
      socket.ping()
    },
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    lastSeen = Date.now()
    if (isBinary) return end(1003, 'Text only')
    receive(String(data)).catch((error: unknown) => {
      fail(error, undefined, 'none')
      take(JUNK_COST)
    })
  })
  socket.on('ping', () => {
    lastSeen = Date.now()
    take(1)
  })
  socket.on('pong', () => { lastSeen = Date.now() })
  socket.on('close', () => hub.leave(connection))
  return connection
}
