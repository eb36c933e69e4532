// An honest pair in a process of its own: node relayPair.mjs URL SECONDS. Both clients publish ten
// times a second. It prints the messages that arrived and the time of each.
import { connect, newTopic, onePerTick } from './lib/relayLoad.mjs'

const RATE = 10
/** A message that has not arrived by then counts as lost. */
const GRACE_MS = 10_000
const NEWCOMERS_MS = 5000

const [url, seconds] = process.argv.slice(2)
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const within = (work, ms) =>
  Promise.race([
    work,
    pause(ms).then(() => {
      throw new Error('too late')
    }),
  ])
const failures = []
const note = (what) => (error) =>
  failures.push(`${what}: ${error?.message ?? JSON.stringify(error)}`)

const [one, other] = [await connect(url), await connect(url)]
const topics = [newTopic(), newTopic()]
const waiting = newTopic()
await one.call('irn_publish', {
  topic: waiting,
  message: 'waits since before the attack',
  ttl: 300,
})
const latencies = []
for (const client of [one, other]) {
  client.onMessage = ({ message }) =>
    latencies.push(performance.now() - Number(message.split(' ')[0]))
  client.socket.on('close', (code) => failures.push(`closed ${code}`))
}
await other.call('irn_subscribe', { topic: topics[0] })
await one.call('irn_subscribe', { topic: topics[1] })
process.stdout.write('{"ready":true}\n')

const newcomers = { tried: 0, served: 0 }
const greet = async () => {
  newcomers.tried += 1
  const [host, guest, topic] = [await connect(url), await connect(url), newTopic()]
  const heard = new Promise((done) => (guest.onMessage = done))
  await guest.call('irn_subscribe', { topic })
  await host.call('irn_publish', { topic, message: 'welcome', ttl: 300 })
  await heard
  newcomers.served += 1
  for (const client of [host, guest]) client.close()
}
const greeting = setInterval(
  () => void within(greet(), GRACE_MS).catch(note('newcomer')),
  NEWCOMERS_MS,
)
let sent = 0
await onePerTick(RATE, Number(seconds), (due) => {
  for (const [at, client] of [one, other].entries()) {
    sent += 1
    client
      .call('irn_publish', {
        topic: topics[at],
        message: `${due} ${Math.random()} ${'A'.repeat(1000)}`,
        ttl: 300,
        tag: 1108,
      })
      .catch(note('publish'))
  }
})
clearInterval(greeting)
for (
  let waited = 0;
  waited < GRACE_MS && (latencies.length < sent || newcomers.served < newcomers.tried);
  waited += 50
)
  await pause(50)
const late = await connect(url)
  .then((client) => within(client.call('irn_fetchMessages', { topic: waiting }), GRACE_MS))
  .catch(note('fetch'))
process.stdout.write(
  `${JSON.stringify({
    sent,
    latencies,
    newcomers,
    kept: late?.messages?.length === 1,
    failures: failures.slice(0, 5),
  })}\n`,
  () => process.exit(0),
)
