// What hostile clients do to a relay, each as hard as it can. Every function runs until `signal` ends.
import { connect as connectTcp } from 'node:net'
import { newKey, newTopic, openSocket } from './relayLoad.mjs'

const CONNECTIONS = 400
const MOST_UNSENT = 2 << 20
const REST_MS = 50
const MB = 'A'.repeat(1_000_000)
const TINY = 'A'.repeat(100)

const pause = (ms) => new Promise((done) => setTimeout(done, ms))
let lastId = 0
const frame = (method, params) =>
  JSON.stringify({ id: (lastId += 1), jsonrpc: '2.0', method, params })

/** Keeps a connection of this client, opens it again when it is ended, and sends as fast as the line takes it. */
async function insist({ url, key, signal, counts }, prepare, next) {
  while (!signal.aborted) {
    const socket = await openSocket(url, key).catch(() => undefined)
    if (!socket) {
      await pause(REST_MS)
      continue
    }
    counts.opened += 1
    socket.on('error', () => {})
    prepare?.(socket)
    while (!signal.aborted && socket.readyState === socket.OPEN) {
      const text = next?.()
      if (text === undefined || socket.bufferedAmount > MOST_UNSENT) await pause(REST_MS)
      else {
        socket.send(text)
        counts.sent += 1
        if (counts.sent % 8 === 0) await new Promise(setImmediate)
      }
    }
    socket.terminate()
  }
}

/** The connections of one client id, or one of each of many. */
const each = (world, keys, run) =>
  Promise.all(
    Array.from({ length: Math.max(keys.length, CONNECTIONS / 4) }, (_, at) =>
      run({ ...world, key: keys[at % keys.length] }, at),
    ),
  )

/** @typedef {{ url: string, signal: AbortSignal, counts: { sent: number, opened: number } }} World */
/** By name: what the client ids do. @type {Record<string, (world: World, keys: ReturnType<typeof newKey>[]) => Promise<unknown>>} */
export const ATTACKS = {
  /** For comparison: what the machine makes of an honest pair alone. */
  nobody: () => new Promise(() => {}),

  /** Topics by the hundred, as many as it will take. */
  'subscription-bomb': (world, keys) =>
    each(world, keys, (one) =>
      insist(one, undefined, () =>
        frame('irn_batchSubscribe', { topics: Array.from({ length: 500 }, newTopic) }),
      ),
    ),

  /** Always the same topics with full mailboxes, and nothing acknowledged; every other time left in between. */
  async 'repeated-subscribe'(world, keys) {
    const groups = Array.from({ length: Math.ceil(keys.length / 100) }, () => [
      newTopic(),
      newTopic(),
    ])
    for (const topics of groups) void fill(world, topics)
    await pause(1000)
    await each(world, keys, (one, at) => {
      const topics = groups[at % groups.length]
      let turn = 0
      return insist(one, undefined, () =>
        (turn += 1) % 3 === 0
          ? frame('irn_batchUnsubscribe', {
              subscriptions: topics.map((topic) => ({ topic, id: 'x' })),
            })
          : frame('irn_batchSubscribe', { topics }),
      )
    })
  },

  /** Messages for nobody: megabytes, and many small ones. */
  'mailbox-flush': (world, keys) =>
    each(world, keys, (one, at) =>
      insist(one, undefined, () =>
        at % 2
          ? frame('irn_publish', { topic: newTopic(), message: `${Math.random()}${MB}` })
          : frame('irn_batchPublish', {
              messages: Array.from({ length: 100 }, () => ({
                topic: newTopic(),
                message: `${Math.random()}${TINY}`,
              })),
            }),
      ),
    ),

  /** Listeners that read nothing, and others who publish to them. */
  async 'slow-readers'(world, keys) {
    const topics = Array.from({ length: Math.ceil(keys.length / 90) }, newTopic)
    const readers = each(world, keys, (one, at) =>
      insist(one, (socket) => {
        socket.send(frame('irn_subscribe', { topic: topics[at % topics.length] }))
        socket.pause()
      }),
    )
    const writers = topics.map((topic) =>
      insist({ ...world, key: newKey() }, undefined, () =>
        frame('irn_publish', { topic, message: `${Math.random()}${MB.slice(0, 50_000)}` }),
      ),
    )
    await Promise.all([readers, ...writers])
  },

  /** Requests without an end, and frames without one. */
  async 'half-sent'(world, keys) {
    const requests = Array.from({ length: 3 * CONNECTIONS }, () => keepHalfSent(world))
    const frames = each(world, keys, (one) =>
      insist(one, ({ _socket }) => {
        const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40, 1, 2, 3, 4]) // a text of 1,000,000 bytes, of which the last do not come
        _socket.write(Buffer.concat([head, Buffer.alloc(990_000, 0x41)]))
      }),
    )
    await Promise.all([...requests, frames])
  },
}

/** 500 small messages on each topic, by an id of its own. */
const fill = (world, topics) => {
  const batches = topics.flatMap((topic) =>
    Array.from({ length: 5 }, () =>
      frame('irn_batchPublish', {
        messages: Array.from({ length: 100 }, () => ({
          topic,
          message: `${Math.random()}${TINY}`,
        })),
      }),
    ),
  )
  return insist({ ...world, key: newKey() }, undefined, () => batches.shift())
}

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
    await pause(REST_MS)
  }
}
