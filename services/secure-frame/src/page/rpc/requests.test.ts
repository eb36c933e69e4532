// @vitest-environment happy-dom
import { getAddress } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { addressesOf, deriveKeys } from '../../keys/derive.js'
import { addressOf } from '../smart/address.js'
import { approve } from '../approval/approve.js'
import type { Prepared } from './prepared.js'
import { run, type Asked, type Options } from './requests.js'

vi.mock('../approval/approve.js', () => ({ approve: vi.fn() }))
afterEach(() => {
  vi.mocked(approve).mockReset()
  vi.unstubAllGlobals()
})

const recordOf = async (seed: number) => {
  const { evm, solana } = addressesOf(await deriveKeys(new Uint8Array(32).fill(seed)))
  return { id: `wallet ${seed}`, evm: getAddress(evm), solana, recovery: ['passkey'], split: 1 }
}
const ada = await recordOf(1)
const bob = await recordOf(2)

/** Runs a request of Ada's smart account. Each reading of the wallet says who is signed in by then. */
function ask(records: readonly (typeof ada)[], more: Partial<Asked> = {}) {
  // The account has no code.
  vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x' }))
  let reads = 0
  const signed = vi.fn()
  const options = {
    self: window,
    config: {
      rpc: { 'eip155:1': 'http://node.test' },
      smartAccounts: { 'eip155:1': { bundlers: ['http://bundler.test'] } },
      operationGas: 1_000_000,
      operationFee: 10_000,
      lang: 'en',
    },
    session: { person: () => new AbortController().signal, check: () => Promise.resolve() },
    wallet: {
      record: () => records[Math.min(reads++, records.length - 1)],
      needsChoice: () => false,
      unlock: () => Promise.resolve(true),
      use: signed,
    },
    signed: new Map(),
    records: () => Promise.resolve({ isFirst: () => false }),
    asker: () => ({ origin: 'https://shop.example', name: 'Shop' }),
    tell: () => undefined,
  } as unknown as Options
  const asked: Asked = {
    chainId: 'eip155:1',
    type: 'smartAccount',
    hasSmart: true,
    method: 'personal_sign',
    params: ['Hello', addressOf(ada.evm)],
    signal: new AbortController().signal,
    submitted: () => undefined,
    ...more,
  }
  return { signed, ran: run(options, asked) }
}

it('The account and its signer come from one reading of the wallet', async () => {
  let request: Prepared | undefined
  vi.mocked(approve).mockImplementation(async (given) => {
    request = given.request
    return { answer: '0x', finish: undefined }
  })
  await ask([ada]).ran
  expect(request?.account).toBe(addressOf(ada.evm))
})

it('A person who signs in meanwhile signs for no account of the person before', async () => {
  const { signed, ran } = ask([ada, bob])
  await expect(ran).rejects.toMatchObject({ details: { code: 4100, reason: 'signed_out' } })
  expect(approve).not.toHaveBeenCalled()
  expect(signed).not.toHaveBeenCalled()
})

it.each([
  ['eip155:1', { code: 4200 }],
  ['eip155:10', { code: 5710 }],
])(
  'Permissions of the key’s account on %s are refused without a card',
  async (chainId, details) => {
    for (const method of ['wallet_grantPermissions', 'wallet_revokeExecutionPermission']) {
      const { ran } = ask([ada], { chainId, type: 'eoa', method, params: [{}] })
      await expect(ran).rejects.toMatchObject({ details })
    }
    expect(approve).not.toHaveBeenCalled()
  },
)
