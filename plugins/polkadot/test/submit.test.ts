import type { ApiPromise } from '@polkadot/api'
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { submit } from '../src/sdk/transfer.js'

const HASH = `0x${'12'.repeat(32)}`
const account = { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY' } as ConnectedAccount
/** The error that the library of the node throws for this answer. */
const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })

/** @param hand hands the transaction to the node: resolves with its hash, or rejects */
const outcome = async (
  hand: () => Promise<{ toHex(): string }>,
  sign: () => Promise<unknown> = async () => ({ hash: { toHex: () => HASH } }),
) => {
  const handed: unknown[] = []
  const api = {
    rpc: { author: { submitExtrinsic: (signed: unknown) => (handed.push(signed), hand()) } },
  } as unknown as ApiPromise
  const tx = { signAsync: sign } as unknown as Parameters<typeof submit>[1]
  const result = await submit(api, tx, account, {}).catch((error: { code: string }) => error.code)
  return [result, handed.length]
}
const failing = (error: unknown) => () => Promise.reject(error)

it('A transaction that the node took is known by its hash', async () => {
  expect(await outcome(async () => ({ toHex: () => HASH }))).toEqual([HASH, 1])
})
it.each([
  ['lost the line', new Error('disconnected from wss://node.example: 1006:: Abnormal Closure')],
  ['did not answer', new Error('No response received from RPC endpoint in 30s')],
  ['has it already', refusal(1013, '1013: Transaction is already in the pool')],
  ['gives an answer that nobody understands', new TypeError('Cannot read properties of null')],
])(
  'A transaction that a node may have although it %s counts as sent, and is not sent a second time',
  async (_, error) => {
    expect(await outcome(failing(error))).toEqual([HASH, 1])
  },
)
it.each([
  ['refuses it', refusal(1010, '1010: Invalid Transaction: Inability to pay some fees')],
  ['was never asked', new Error('WebSocket is not connected')],
])('A transaction that a node %s is not sent', async (_, error) => {
  expect(await outcome(failing(error))).toEqual(['rpc.failed', 1])
})
it('A transaction that is not signed is handed to no node', async () => {
  expect(
    await outcome(
      failing(new Error('unused')),
      failing(new Error('disconnected from wss://node.example: 1006:: Abnormal Closure')),
    ),
  ).toEqual(['rpc.failed', 0])
})
