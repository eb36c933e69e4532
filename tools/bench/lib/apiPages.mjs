// A large store of history, and requests for its pages.
import { openStore } from '@latchkey/blockchain-api'
import { tokens } from '@latchkey-tools/localnet'
import { get } from 'node:http'

export const CHAIN = 'eip155:31337'
const PEOPLE = 10_000
const AT_ONCE = 10
const BATCH = 2_000

const hex = (value, bytes) => `0x${value.toString(16).padStart(bytes * 2, '0')}`
const person = (at) => hex(BigInt(at % PEOPLE) + (1n << 150n), 20)
/** The path of a page of somebody's history. */
export const page = (at = Math.floor(Math.random() * PEOPLE)) =>
  `/v1/account/${CHAIN}:${person(at)}/history`

/** Fills a store with transfers to 10,000 accounts, in blocks of 200. @returns entries a second */
export async function fillStore(place, transfers) {
  const store = await openStore({ ...place, durable: false, maxWatched: PEOPLE })
  const header = (number) => ({
    number,
    hash: hex(number + 1, 32),
    parent: hex(number, 32),
    at: 1_700_000_000_000 + number * 1000,
  })
  const epoch = await store.begin(CHAIN, header(0).hash, header(0))
  const began = performance.now()
  for (let block = 0; block < transfers / 200; block += BATCH / 200) {
    const blocks = Array.from({ length: BATCH / 200 }, (_, at) => header(block + at + 1))
    const entries = blocks.flatMap((of) =>
      Array.from({ length: 200 }, (_, index) => entryOf(of, index)),
    )
    await store.commit({ chain: CHAIN, epoch, expected: header(block).hash, blocks, entries })
  }
  const rate = transfers / ((performance.now() - began) / 1000)
  for (let at = 0; at < PEOPLE; at += 1)
    await store.watched.ask(`${CHAIN}:${person(at)}`, CHAIN, Date.now())
  const { address, name, symbol, decimals } = tokens.erc20
  const row = { chain: CHAIN, address, standard: 'erc20', name, symbol, decimals, spam: false }
  await store.tokens.put([row])
  await store.close()
  return rate
}

/** Somebody else sends each time, whom nobody follows. */
function entryOf({ number, at }, index) {
  const to = person(number * 7919 + index * 31)
  const from = hex(BigInt(number * 200 + index) + (2n << 150n), 20)
  const transfer = { direction: 'in', standard: 'erc20', token: tokens.erc20.address, amount: '1' }
  const body = {
    operationType: 'receive',
    status: 'confirmed',
    sentFrom: from,
    sentTo: tokens.erc20.address,
    nonce: index,
    transfers: [{ ...transfer, from, to }],
  }
  return { account: to, block: number, index, hash: hex(number * 200 + index, 32), at, body }
}

/** Asks for a page and drops it. @throws Error where the status is not 200 */
export const ask = (agent, url) =>
  new Promise((done, fail) =>
    get(url, { agent }, (response) => {
      response
        .resume()
        .on('end', () =>
          response.statusCode === 200 ? done() : fail(new Error(`HTTP ${response.statusCode}`)),
        )
    }).on('error', fail),
  )

/** Ten requests at a time, each followed by the next. @returns requests a second */
export async function closedLoop(ask, seconds) {
  const end = performance.now() + seconds * 1000
  let count = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) {
        await ask()
        count += 1
      }
    }),
  )
  return count / ((performance.now() - began) / 1000)
}

/** Sends each request when it is due and measures from that time. @returns {Promise<number[]>} */
export async function constant(ask, rate, seconds) {
  const latencies = []
  const began = performance.now()
  const all = []
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const due = began + (sent * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    all.push(ask().then(() => latencies.push(performance.now() - due)))
  }
  await Promise.all(all)
  return latencies.sort((a, b) => a - b)
}
