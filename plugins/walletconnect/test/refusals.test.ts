// Sends every refusal in the test kit's table over a real relay, as JSON carries it.
import { refusals, type Refusal } from '@latchkey/plugin-testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Site, type Stage, type Wallet } from './support.js'

let stage: Stage
let site: Site
let wallet: Wallet
beforeAll(async () => {
  stage = await openStage()
  ;[site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  // The client of the wallet pauses between two requests, and refuses to send reasons that are not
  // in the standard. The test switches off both.
  Object.assign(wallet.client.engine, {
    requestQueueDelay: 0,
    isValidReject: async () => undefined,
    isValidRespond: async () => undefined,
  })
})
afterAll(async () => {
  // The client still unsubscribes from the pairings that were declined.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await stage.close()
})

/** An error as plain data: JSON carries no members of errors. */
const toWire = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        [...new Set([...Object.getOwnPropertyNames(value), 'name', 'message'])]
          .filter((name) => name in value && name !== 'stack')
          .map((name) => [name, toWire((value as Record<string, unknown>)[name])]),
      )
    : value
/**
 * The rows that the published client sends as they are: it replaces an error with a code that
 * JSON-RPC reserves, such as -32603, by the standard one, and drops what is wrapped in it.
 */
const sendable = (rows: readonly Refusal[]): readonly Refusal[] =>
  rows.filter(({ thrown }) => (thrown() as { code?: unknown }).code !== -32603)
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'no error',
    (error: unknown) => (error as { code?: unknown }).code,
  )

it.each<[string, readonly Refusal[]]>([
  ['of a refusal by the visitor', sendable(refusals.declined)],
  ['of the other errors that have a code', sendable(refusals.coded)],
])(
  'A refused request keeps its meaning in every spelling %s',
  async (_, rows) => {
    wallet.how = 'approve'
    await site.connect(wallet)
    const misread: string[] = []
    for (const { what, code, thrown } of rows) {
      wallet.answer = () => Promise.reject(toWire(thrown()))
      const got = await codeOf(
        site.kernel.ports.connections.request({
          network: 'eip155:1',
          method: 'personal_sign',
          params: ['0x00', '0x'],
        }),
      )
      if (got !== code) misread.push(`${what}: ${String(got)}; expected ${code}`)
    }
    expect(misread).toEqual([])
    await site.kernel.disconnect()
  },
  60_000,
)

it('A pairing that the wallet declines is wallet.user_rejected in every spelling and at every depth', async () => {
  let reason: unknown
  wallet.how = 'silence'
  wallet.client.on('session_proposal', ({ id }) => {
    void wallet.client.reject({ id, reason: reason as { code: number; message: string } })
  })
  const misread: string[] = []
  for (const { what, code, thrown } of sendable(refusals.declined)) {
    reason = toWire(thrown())
    const got = await codeOf(site.connect(wallet))
    if (got !== code) misread.push(`${what}: ${String(got)}; expected ${code}`)
  }
  expect(misread).toEqual([])
}, 60_000)
