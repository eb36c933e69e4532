import { afterEach, expect, it, vi } from 'vitest'
import { addressesOf, deriveKeys } from '../../keys/derive.js'
import type { FrameConfig } from '../link/config.js'
import { addressOf } from './address.js'
import { describeUser } from './user.js'

const NETWORK = 'eip155:11155111'
const config = {
  smartAccounts: { [NETWORK]: { bundlers: [] } },
  rpc: { [NETWORK]: 'http://node.test' },
} as unknown as FrameConfig
afterEach(() => void vi.unstubAllGlobals())

/** A node that answers this to `eth_getCode`. `undefined`: it is away. */
function answer(code: string | undefined) {
  const asked = vi.fn(async (_url: unknown, _init: { body: string }) => {
    if (code === undefined) throw new TypeError('offline')
    return Response.json({ jsonrpc: '2.0', id: 1, result: code })
  })
  vi.stubGlobal('fetch', asked)
  return asked
}
const ownerOf = async (seed: number): Promise<string> =>
  addressesOf(await deriveKeys(new Uint8Array(32).fill(seed))).evm
const isTold = async (owner: string): Promise<boolean> =>
  (await describeUser(config, NETWORK, owner, 'eoa')).smartAccountDeployed

it('The node says whether the account has code', async () => {
  const owner = await ownerOf(1)
  const asked = answer('0x')
  expect(await isTold(owner)).toBe(false)
  expect(JSON.parse(asked.mock.calls[0]![1].body)).toMatchObject({
    method: 'eth_getCode',
    params: [addressOf(owner), 'latest'],
  })
  answer('0x6001')
  expect(await isTold(owner)).toBe(true)
})

it('While the node is away, or answers nonsense, it stays as it was known last', async () => {
  const [owner, other] = [await ownerOf(2), await ownerOf(3)]
  answer('0x6001')
  expect(await isTold(owner)).toBe(true)
  for (const code of [undefined, 'code']) {
    answer(code)
    expect(await isTold(owner)).toBe(true)
    expect(await isTold(other)).toBe(false)
  }
})
