import { cosmoshub } from '../chain/networks.js'
import { toNetwork } from '../chain/chains.js'
import { afterEach, expect, it, vi } from 'vitest'
import { broadcast } from './bank.js'

const tx = Uint8Array.of(1, 2, 3)
/** SHA-256 of it, as the chain names it. */
const HASH = '039058C6F2C0CB492C533B0A4D14EF77CC0F78ABCCCED5287D84A1A2011CFB81'
const on = (...rpcUrls: string[]) => ({ ...toNetwork(cosmoshub), rpcUrls })
const TWO = on('https://one.example', 'https://two.example')
const ONE = on('https://one.example')

afterEach(() => vi.unstubAllGlobals())
const nodes = (...answers: (() => Response)[]) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answers.shift()!()),
  )
const answer =
  (body: object, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const silence = () => {
  throw new TypeError('fetch failed')
}
const took = (more: object = {}) =>
  answer({ result: { code: 0, hash: HASH, log: '', codespace: '', ...more } })
const refused = took({
  code: 32,
  codespace: 'sdk',
  log: 'account sequence mismatch, expected 5, got 4',
})
const outcome = (network = TWO) =>
  broadcast(network, tx).catch((error: { code: string }) => error.code)

it('A transaction that a node took is known by its hash on the chain', async () => {
  nodes(took())
  expect(await outcome()).toBe(HASH)
  nodes(took({ code: 19, codespace: 'sdk' }))
  expect(await outcome()).toBe(HASH)
})
it('A transaction that a node may have taken without an answer counts as sent', async () => {
  nodes(silence, silence)
  expect(await outcome()).toBe(HASH)
  nodes(silence)
  expect(await outcome(ONE)).toBe(HASH)
  nodes(answer({}, 504))
  expect(await outcome(ONE)).toBe(HASH)
  nodes(answer({ result: {} }))
  expect(await outcome(ONE)).toBe(HASH)
  nodes(answer({ result: 'yes' }))
  expect(await outcome(ONE)).toBe(HASH)
})
it('A refusal of the next node does not undo what an earlier node may have taken', async () => {
  nodes(silence, refused)
  expect(await outcome()).toBe(HASH)
  nodes(
    answer({}, 502),
    answer({
      error: { code: -32603, message: 'Internal error', data: 'tx already exists in cache' },
    }),
  )
  expect(await outcome()).toBe(HASH)
  nodes(silence, answer({}, 403))
  expect(await outcome()).toBe(HASH)
})
it('A transaction that the node already has counts as sent', async () => {
  nodes(
    answer({
      error: { code: -32603, message: 'Internal error', data: 'tx already exists in cache' },
    }),
  )
  expect(await outcome(ONE)).toBe(HASH)
})
it('A transaction that every node refuses fails', async () => {
  nodes(refused)
  expect(await outcome()).toBe('cosmos.transaction_refused')
  nodes(answer({ error: { code: -32602, message: 'Invalid params' } }))
  expect(await outcome()).toBe('rpc.failed')
  nodes(answer({}, 429), answer({}, 403))
  expect(await outcome()).toBe('http.status')
  nodes(answer({}, 429), refused)
  expect(await outcome()).toBe('cosmos.transaction_refused')
  nodes(answer({}, 429), took())
  expect(await outcome()).toBe(HASH)
  expect(await outcome(on())).toBe('http.unreachable')
})
it('A transaction that was cancelled is handed to no node', async () => {
  nodes()
  expect(
    await broadcast(TWO, tx, AbortSignal.abort()).catch((error: { code: string }) => error.code),
  ).toBe('kernel.aborted')
  expect(fetch).not.toHaveBeenCalled()
})
