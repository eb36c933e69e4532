// Loads one relay in its own process from this process: many sockets, a steady stream of messages,
// and mailboxes at their bounds.
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { judge } from './lib/figures.mjs'
import { connectMany, newTopic, onePerTick } from './lib/relayLoad.mjs'
import { startRelayProcess } from './lib/relayProcess.mjs'
import { benchRelayAttacks, peakMb } from './relayAttacks.mjs'

const MB = 1 << 20
const SECONDS = 30
const RATE = 1000
const MESSAGE = 'A'.repeat(1000)

const PARTS = {
  sockets: ({ sockets = 10_000 }) => benchSockets(sockets),
  mailbox: () => benchMailbox(),
}

/**
 * @param {{ sockets?: number, only?: string, seconds?: number, runs?: number }} [options] `only`: a
 * part, or one attack
 */
export async function benchRelay(options = {}) {
  const { only } = options
  let good = true
  for (const [name, run] of Object.entries(PARTS))
    if (!only || only === name) good = (await run(options)) && good
  return only in PARTS ? good : (await benchRelayAttacks(options)) && good
}

async function benchSockets(count) {
  const relay = await startRelayProcess()
  try {
    const began = Date.now()
    const clients = await connectMany(relay.url, count)
    // Two clients each share the topic of a pairing and that of a session.
    const topics = Array.from({ length: count / 2 }, () => [newTopic(), newTopic()])
    for (const [at, client] of clients.entries())
      await client.call('irn_batchSubscribe', { topics: topics[at >> 1] })
    const opened = (Date.now() - began) / 1000
    const idle = await relay.metrics()
    const own = monitorEventLoopDelay({ resolution: 1 })
    own.enable()
    const latencies = await stream(clients, topics)
    own.disable()
    const after = await relay.metrics()
    const peak = peakMb(relay.pid)
    for (const client of clients) client.close()
    const sent = SECONDS * RATE
    return judge(
      `relay: ${count} sockets with 2 topics each, then ${RATE} messages a second for ${SECONDS} s`,
      [
        { name: 'sockets that are not open', value: count - after.connections, bound: 0 },
        {
          name: 'memory with all open, in use',
          value: idle.resident_memory_bytes / MB,
          bound: 600,
          unit: ' MB',
        },
        {
          name: 'memory, highest until the end of the stream',
          value: peak,
          bound: 600,
          unit: ' MB',
          note: `(opened in ${opened.toFixed(1)} s)`,
        },
        { name: 'publish to delivery, median', value: percentile(latencies, 0.5), unit: ' ms' },
        {
          name: 'publish to delivery, p99',
          value: percentile(latencies, 0.99),
          bound: 50,
          unit: ' ms',
        },
        { name: 'publish to delivery, longest', value: latencies.at(-1) ?? 0, unit: ' ms' },
        {
          name: "delay of the generator's own loop, p99",
          value: own.percentile(99) / 1e6,
          unit: ' ms',
          note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
        },
        { name: 'messages not delivered', value: sent - latencies.length, bound: 0 },
        { name: 'messages left in mailboxes', value: after.mailbox_messages, bound: 0 },
      ],
    )
  } finally {
    await relay.close()
  }
}

/**
 * Sends each message when it is due, whether earlier ones have arrived or not, and measures from
 * that time.
 * @returns {Promise<number[]>} ms, sorted
 */
async function stream(clients, topics) {
  const latencies = []
  for (const client of clients)
    client.onMessage = ({ message }) =>
      latencies.push(performance.now() - Number(message.slice(0, message.indexOf(' '))))
  await onePerTick(RATE, SECONDS, (due) => {
    const at = Math.floor(Math.random() * clients.length)
    clients[at].notify('irn_publish', {
      topic: topics[at >> 1][1],
      message: `${due} ${Math.random()} ${MESSAGE}`,
      ttl: 300,
      tag: 1108,
    })
  })
  for (let waited = 0; waited < 5000 && latencies.length < SECONDS * RATE; waited += 50)
    await new Promise((done) => setTimeout(done, 50))
  return latencies.sort((a, b) => a - b)
}

/** Publishes to nobody: it fills the mailbox once, then sends five times as much again. */
async function benchMailbox() {
  const relay = await startRelayProcess({
    LIMIT_RATE: '1000000',
    LIMIT_BURST: '1000000',
    LIMIT_AUTHOR_BYTES: String(128 * MB),
  })
  try {
    const [client] = await connectMany(relay.url, 1)
    const fill = async () => {
      for (let sent = 0; sent < 100_000; sent += 100) {
        await client.call('irn_batchPublish', {
          messages: Array.from({ length: 100 }, () => ({
            topic: newTopic(),
            message: `${Math.random()}${MESSAGE}`,
          })),
        })
      }
      return relay.metrics()
    }
    const first = await fill()
    const later = []
    for (let round = 0; round < 5; round += 1) later.push(await fill())
    const last = later.at(-1)
    client.close()
    return judge('relay: mailbox at its bounds, then 500,000 messages more', [
      { name: 'messages that wait', value: last.mailbox_messages, bound: 100_000 },
      {
        name: 'what they take by its count',
        value: last.mailbox_bytes / MB,
        bound: 128,
        unit: ' MB',
      },
      {
        name: 'memory after the first 100,000',
        value: first.resident_memory_bytes / MB,
        unit: ' MB',
      },
      {
        name: 'memory, most after each further 100,000',
        value: Math.max(...later.map((one) => one.resident_memory_bytes)) / MB,
        unit: ' MB',
        note: `(${later.map((one) => Math.round(one.resident_memory_bytes / MB)).join(', ')})`,
      },
      {
        name: 'growth from the second 100,000 to the sixth',
        value: (last.resident_memory_bytes / later[0].resident_memory_bytes - 1) * 100,
        bound: 10,
        unit: ' %',
      },
    ])
  } finally {
    await relay.close()
  }
}

const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
