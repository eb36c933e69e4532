// Hostile clients of a relay: each attack takes as much from the relay as it can. Every function runs
// until `signal` is aborted.
import { connect as connectTcp } from 'node:net'
import { newKey, newTopic, openSocket } from './relayLoad.mjs'

const CONNECTIONS = 400
/** Bytes that may wait in a socket before the attacker waits for the line. */
const MAX_UNSENT_BYTES = 2 << 20
const RETRY_MS = 50
const LARGE_MESSAGE = 'A'.repeat(1_000_000)
const SMALL_MESSAGE = 'A'.repeat(100)

const pause = (ms) => new Promise((done) => setTimeout(done, ms))
let lastId = 0
/** A JSON-RPC request as text. */
const frame = (method, params) =>
  JSON.stringify({ id: (lastId += 1), jsonrpc: '2.0', method, params })

/**
 * Keeps a connection to the relay, opens it again when the relay ends it, and sends as fast as the
 * line allows.
 * @param prepare called with each socket that was opened
 * @param next the next text to send; `undefined` where there is none
 */
async function flood({ url, key, signal, counts }, prepare, next) {
  while (!signal.aborted) {
    const socket = await openSocket(url, key).catch(() => undefined)
    if (!socket) {
      await pause(RETRY_MS)
      continue
    }
    counts.opened += 1
    socket.on('error', () => {})
    prepare?.(socket)
    while (!signal.aborted && socket.readyState === socket.OPEN) {
      const text = next?.()
      if (text === undefined || socket.bufferedAmount > MAX_UNSENT_BYTES) await pause(RETRY_MS)
      else {
        socket.send(text)
        counts.sent += 1
        if (counts.sent % 8 === 0) await new Promise(setImmediate)
      }
    }
    socket.terminate()
  }
}

/**
 * Runs an attack on many connections at once: at least a hundred, one for each client id, or several
 * where there are fewer ids.
 */
const onConnections = (world, keys, run) =>
  Promise.all(
    Array.from({ length: Math.max(keys.length, CONNECTIONS / 4) }, (_, at) =>
      run({ ...world, key: keys[at % keys.length] }, at),
    ),
  )

/**
 * @typedef {{ url: string, signal: AbortSignal, counts: { sent: number, opened: number } }} World
 * `url` of the relay; `counts` of what the attackers sent and how many connections they opened
 */
/**
 * The attacks by name. Each key is a client id that attacks.
 * @type {Record<string, (world: World, keys: ReturnType<typeof newKey>[]) => Promise<unknown>>}
 */
export const ATTACKS = {
  /** Nobody attacks: how an honest pair fares on this machine, for comparison. */
  nobody: () => new Promise(() => {}),

  /** Subscribes to 500 new topics at once, again and again. */
  'subscription-bomb': (world, keys) =>
    onConnections(world, keys, (one) =>
      flood(one, undefined, () =>
        frame('irn_batchSubscribe', { topics: Array.from({ length: 500 }, newTopic) }),
      ),
    ),

  /**
   * Subscribes again and again to the same topics with full mailboxes, and acknowledges nothing: the
   * relay sends everything each time. Every third request unsubscribes.
   */
  async 'repeated-subscribe'(world, keys) {
    const groups = Array.from({ length: Math.ceil(keys.length / 100) }, () => [
      newTopic(),
      newTopic(),
    ])
    for (const topics of groups) void fillMailboxes(world, topics)
    await pause(1000)
    await onConnections(world, keys, (one, at) => {
      const topics = groups[at % groups.length]
      let turn = 0
      return flood(one, undefined, () =>
        (turn += 1) % 3 === 0
          ? frame('irn_batchUnsubscribe', {
              subscriptions: topics.map((topic) => ({ topic, id: 'x' })),
            })
          : frame('irn_batchSubscribe', { topics }),
      )
    })
  },

  /** Publishes to topics that nobody reads, to push others out of the mailbox: large and small messages. */
  'mailbox-flush': (world, keys) =>
    onConnections(world, keys, (one, at) =>
      flood(one, undefined, () =>
        at % 2
          ? frame('irn_publish', { topic: newTopic(), message: `${Math.random()}${LARGE_MESSAGE}` })
          : frame('irn_batchPublish', {
              messages: Array.from({ length: 100 }, () => ({
                topic: newTopic(),
                message: `${Math.random()}${SMALL_MESSAGE}`,
              })),
            }),
      ),
    ),

  /** Subscribers that never read their sockets, and publishers that fill them. */
  async 'slow-readers'(world, keys) {
    const topics = Array.from({ length: Math.ceil(keys.length / 90) }, newTopic)
    const readers = onConnections(world, keys, (one, at) =>
      flood(one, (socket) => {
        socket.send(frame('irn_subscribe', { topic: topics[at % topics.length] }))
        socket.pause()
      }),
    )
    const writers = topics.map((topic) =>
      flood({ ...world, key: newKey() }, undefined, () =>
        frame('irn_publish', {
          topic,
          message: `${Math.random()}${LARGE_MESSAGE.slice(0, 50_000)}`,
        }),
      ),
    )
    await Promise.all([readers, ...writers])
  },

  /** HTTP requests and frames that begin and never end. */
  async 'half-sent'(world, keys) {
    const requests = Array.from({ length: 3 * CONNECTIONS }, () => keepHalfSent(world))
    const frames = onConnections(world, keys, (one) =>
      flood(one, ({ _socket }) => {
        // The head of a text frame of 1,000,000 bytes whose last bytes never come.
        const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40, 1, 2, 3, 4])
        _socket.write(Buffer.concat([head, Buffer.alloc(990_000, 0x41)]))
      }),
    )
    await Promise.all([...requests, frames])
  },
}

/** Publishes 500 small messages on each topic, under a client id of its own. */
const fillMailboxes = (world, topics) => {
  const batches = topics.flatMap((topic) =>
    Array.from({ length: 5 }, () =>
      frame('irn_batchPublish', {
        messages: Array.from({ length: 100 }, () => ({
          topic,
          message: `${Math.random()}${SMALL_MESSAGE}`,
        })),
      }),
    ),
  )
  return flood({ ...world, key: newKey() }, undefined, () => batches.shift())
}

/** Opens a connection whose HTTP request never ends, and again when the relay ends it. */
async function keepHalfSent({ url, signal, counts }) {
  const { hostname, port } = new URL(url)
  while (!signal.aborted) {
    const socket = connectTcp(Number(port), hostname, () =>
      socket.write(`GET /?auth=x HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nX-Half: `),
    )
    counts.opened += 1
    const ended = new Promise((done) => socket.once('close', done))
    socket.on('error', () => {})
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    await ended
    await pause(RETRY_MS)
  }
}
