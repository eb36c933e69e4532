// Permissions that a page wants ended: the account pays a fee for one that it has granted alone.
import {
  decodeContext,
  delegationTypedData,
  encodeContext,
  hashDelegation,
  type Delegation,
} from '@latchkey/smart-account'
import { decodeFunctionData, parseAbi, type Hex } from 'viem'
import { expect, it, vi } from 'vitest'
import { deriveKeys } from '../src/keys/derive.js'
import { signTypedData } from '../src/keys/evm.js'
import type { Prepared } from '../src/page/rpc/prepared.js'
import { prepareRevoke } from '../src/page/smart/grants/prepareRevoke.js'
import { CHAIN_ID, createGranter, readRows, requestOf, SHOP, type Granter } from './grantsSide.js'

const MANAGER = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  [
    'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats;',
    'uint256 salt; bytes signature; }',
  ].join(' '),
  'function disableDelegation(Delegation delegation)',
])
type Entry = { context: Hex }

async function grant(ada: Granter): Promise<Delegation> {
  const [entry] = (await ada.run(await ada.prepare([requestOf()]))) as unknown as Entry[]
  return decodeContext(entry!.context)[0]!
}
/** Asks for the end of a permission. @returns the card, and the delegation of the call */
async function revoke({ context, reading }: Granter, delegation: Delegation) {
  const send = vi.fn(async (_: object) => ({ run: async () => '0x' }) as unknown as Prepared)
  const params = [{ permissionContext: encodeContext([delegation]) }]
  const prepared = await prepareRevoke(context, reading, params, send)
  const { data } = send.mock.calls[0]![0] as { data: Hex }
  return { prepared, sent: decodeFunctionData({ abi: MANAGER, data }).args![0] as Delegation }
}
/** Signs for a chain. */
async function signed(delegation: Delegation, chainId = CHAIN_ID, seed = 7): Promise<Delegation> {
  const keys = await deriveKeys(new Uint8Array(32).fill(seed))
  return { ...delegation, signature: signTypedData(delegationTypedData(delegation, chainId), keys) }
}
const UNKNOWN = 'The context is not of a permission of this account.'

it('A delegation that the owner has not signed for this chain is not ended for a fee', async () => {
  const ada = await createGranter()
  const unknown = { ...(await grant(ada)), salt: 1n }
  const forged = [
    { ...unknown, signature: '0x' as const },
    { ...unknown, signature: `0x${'12'.repeat(65)}` as const },
    await signed(unknown, 1),
    await signed(unknown, CHAIN_ID, 8),
    unknown,
  ]
  for (const each of forged) await expect(revoke(ada, each)).rejects.toThrow(UNKNOWN)
})

it('One that the owner has signed is ended, also where this browser does not know it', async () => {
  const ada = await createGranter()
  const elsewhere = await signed({ ...(await grant(ada)), salt: 2n })
  const { prepared } = await revoke(ada, elsewhere)
  expect(readRows(prepared).map(([label]) => label)).toEqual(['Who may act', 'Until'])
})

it('The call has nothing of the page that the end of the permission does not need', async () => {
  const ada = await createGranter()
  const own = await grant(ada)
  const more = {
    ...own,
    caveats: own.caveats.map((one) => ({ ...one, args: `0x${'ff'.repeat(2_000)}` as Hex })),
  }
  const { prepared, sent } = await revoke(ada, { ...more, signature: '0x1234' })
  expect(readRows(prepared)[0]).toEqual(['Asked for by', SHOP])
  expect(sent).toEqual(own)
  const unknown = await signed({ ...more, salt: 3n })
  const other = await revoke(ada, unknown)
  expect(hashDelegation(other.sent)).toBe(hashDelegation(unknown))
  expect(other.sent.caveats.map(({ args }) => args)).toEqual(own.caveats.map(() => '0x'))
})

it('An end beyond what a calendar has is left out of the card', async () => {
  const ada = await createGranter()
  const own = await grant(ada)
  const caveats = own.caveats.map((one) =>
    // The terms of the end: not before, and not after, 16 bytes each.
    one.terms.length === 66 && one.terms.startsWith(`0x${'0'.repeat(32)}`)
      ? { ...one, terms: `0x${'0'.repeat(32)}${'00'.repeat(8)}0000ffffffffffff` as Hex }
      : one,
  )
  const { prepared } = await revoke(ada, await signed({ ...own, caveats, salt: 4n }))
  expect(readRows(prepared).map(([label]) => label)).not.toContain('Until')
})
