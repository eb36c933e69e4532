import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { failedSchema, type Route } from '@latchkey/service-kit/http'
import { getAddress } from 'viem'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { type ApiApp, createApiApp, type AppParts } from '../src/app.js'
import { type BlockchainApiOptions } from '../src/options.js'
import { openStore } from '../src/store/openStore.js'
import { type HistoryBody, type StoredTransfer } from '../src/store/store.js'
import { type Header } from '../src/store/follower.js'

export const DOMAIN = 'api.shop.example'
/** Where the service listens. */
export const AUTHORITY = '127.0.0.1:8787'
export const CHAIN = 'eip155:31337'
export const ALICE = getAddress(`0x${'a1'.repeat(20)}`)
export const BOB = getAddress(`0x${'b0'.repeat(20)}`)
export const TOKEN = getAddress('0x1000000000000000000000000000000000000e20')
export const NFT = getAddress('0x1000000000000000000000000000000000000721')

type Store = Awaited<ReturnType<typeof openStore>>

/** The route that answers a path, by its own pattern. */
const routeOf = (routes: readonly Route[], method: string, path: string): Route | undefined =>
  routes.find(
    (route) =>
      route.method === method.toLowerCase() &&
      new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )

/**
 * Checks an answer against the schema of its route: nothing is missing and nothing is there that the
 * document does not have.
 */
export async function checkAnswer(app: ApiApp, method: string, url: string, response: Response) {
  const route = routeOf(app.routes, method, new URL(url, 'http://x').pathname)
  const type = response.headers.get('content-type') ?? ''
  expect(response.headers.get('vary')).toContain('Origin')
  if (!type.startsWith('application/json')) {
    expect(route?.media?.some((media) => type.startsWith(media))).toBe(true)
    return
  }
  const body: unknown = await response.clone().json()
  const isFailure = !response.ok && !(route?.path === '/health' && response.status === 503)
  const failure = route?.failureAnswers?.[response.status] ?? failedSchema
  const schema = isFailure ? failure : route?.answer
  if (!schema) throw new Error(`${method} ${url} answered JSON without a schema`)
  expect(v.parse(schema, body)).toEqual(body)
  if (isFailure)
    expect(JSON.stringify(body)).not.toMatch(
      /\bat .*:\d+|node_modules|SQLITE|secret|0x[\da-f]{64}/i,
    )
}

/** `domain` null: the host did not set one. */
type TestOptions = Omit<BlockchainApiOptions, 'domain'> & { domain?: string | null }

export async function startTestApi(
  { domain = DOMAIN, ...options }: TestOptions = {},
  parts: Partial<AppParts> = {},
) {
  const store = await openStore()
  const limits = { addressRequests: 1_000_000, ...options.limits }
  const app = createApiApp(
    { ...options, ...(domain && { domain }), limits },
    { store, isClosing: () => false, authority: () => AUTHORITY, ...parts },
  )
  const ask = async (url: string, init: RequestInit = {}) => {
    const response = await app.request(url, init)
    await checkAnswer(app, init.method ?? 'GET', url, response)
    return response
  }
  return {
    app,
    store,
    ask,
    get: async (url: string) => {
      const response = await ask(url)
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    post: async (url: string, value: unknown) => {
      const response = await ask(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
  }
}

export const chain = (rpcUrl = 'http://127.0.0.1:1', extra = {}) => ({
  id: CHAIN,
  rpcUrls: [rpcUrl],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...extra,
})

const hash = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const header = (number: number): Header => ({
  number,
  hash: hash(number),
  parent: hash(Math.max(0, number - 1)),
  at: number * 1000,
})

export const transfer = (extra: Partial<StoredTransfer> = {}): StoredTransfer => ({
  direction: 'in',
  standard: 'erc20',
  token: TOKEN,
  amount: '2500000',
  from: BOB,
  to: ALICE,
  ...extra,
})

/** Blocks 1 to `count`, each with one entry of an account, which was asked for before. */
export async function fill(
  store: Store,
  count: number,
  transferOf: (block: number) => StoredTransfer = () => transfer(),
  account = ALICE,
) {
  const begun = (await store.state(CHAIN)) !== undefined
  if (!begun) await store.begin(CHAIN, hash(0), header(0))
  await store.watched.ask(`${CHAIN}:${account}`, CHAIN, 1)
  const top = (await store.state(CHAIN))?.top ?? { number: 0, hash: hash(0) }
  const blocks = Array.from({ length: count }, (_, at) => header(top.number + at + 1))
  const entries = blocks.map(({ number, at }) => {
    const body: HistoryBody = {
      operationType: 'receive',
      status: 'confirmed',
      sentFrom: BOB,
      sentTo: TOKEN,
      transfers: [transferOf(number)],
    }
    return { account, block: number, index: 0, hash: hash(1_000_000 + number), at, body }
  })
  await store.commit({ chain: CHAIN, epoch: 1, expected: top.hash, blocks, entries })
}

const STEP_MS = 100
/** Of the real time for each step, in which the kernel may deliver what was sent. */
const PAUSE_MS = 5
/** Of the event loop for each step. A request of a socket of this process needs about twenty. */
const TURNS = 50

/**
 * Waits for an answer under faked timers, and moves their time on meanwhile: timeouts come in their
 * order, however slow the machine is. Before each step the sockets of this process are served for so
 * many turns, because on a busy machine a pause alone may be over after one.
 */
export async function advanceUntil<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let isDone = false
  const end = (): void => void (isDone = true)
  void answer.then(end, end)
  while (!isDone) {
    for (let turn = 0; turn < TURNS && !isDone; turn += 1) await nextTurn()
    await pause(PAUSE_MS)
    if (!isDone) await vi.advanceTimersByTimeAsync(STEP_MS)
  }
  return answer
}
