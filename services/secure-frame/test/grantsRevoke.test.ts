// Permissions that a page wants ended: the account pays a fee for one that it has granted alone.
import {
  decodeContext,
  delegationTypedData,
  encodeContext,
  hashDelegation,
  type Call,
  type Delegation,
} from '@latchkey/smart-account'
import { decodeFunctionData, parseAbi, type Hex } from 'viem'
import { expect, it, vi } from 'vitest'
import { deriveKeys } from '../src/keys/derive.js'
import { signTypedData } from '../src/keys/evm.js'
import type { Prepared } from '../src/page/rpc/prepared.js'
import { prepareRevoke } from '../src/page/smart/grants/prepareRevoke.js'
import {
  CHAIN_ID,
  createGranter,
  KEY,
  readRows,
  requestOf,
  SHOP,
  type Granter,
} from './grantsSide.js'
import { memoryDatabase } from './memoryDatabase.js'

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
/** Asks for the end of permissions. @returns the card, and the delegations of the calls */
async function revokeAll({ context, reading }: Granter, delegations: readonly Delegation[]) {
  const send = vi.fn(
    async (_: readonly Call[]) => ({ run: async () => '0x' }) as unknown as Prepared,
  )
  const params = delegations.map((one) => ({ permissionContext: encodeContext([one]) }))
  const prepared = await prepareRevoke(context, reading, params, send)
  const sent = send.mock.calls[0]![0].map(
    ({ data }) => decodeFunctionData({ abi: MANAGER, data: data! }).args![0] as Delegation,
  )
  return { prepared, sent }
}
async function revoke(ada: Granter, delegation: Delegation) {
  const { prepared, sent } = await revokeAll(ada, [delegation])
  return { prepared, sent: sent[0]! }
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

it('Several are ended by one operation, whose card numbers them and says who asked for each', async () => {
  const database = memoryDatabase()
  const ada = await createGranter({ database })
  const atMarket = await createGranter({ database, origin: 'https://market.example' })
  const both = [await grant(ada), await grant(atMarket)]
  const { prepared, sent } = await revokeAll(ada, both)
  expect(sent).toEqual(both)
  const rows = readRows(prepared).filter(([label]) => label !== 'Until')
  expect(rows).toEqual([
    ['Permission', '1 / 2'],
    ['Asked for by', SHOP],
    ['Who may act', KEY],
    ['Permission', '2 / 2'],
    ['Asked for by', 'https://market.example'],
    ['Who may act', KEY],
  ])
  await prepared.finish!()
  const kept = await ada.records.grants.list(ada.account.address)
  expect(kept.map(({ endedAt }) => typeof endedAt)).toEqual(['number', 'number'])
})

it('No permission, more than 20, and one of somebody else among them end nothing', async () => {
  const ada = await createGranter()
  const own = await grant(ada)
  const foreign = await signed({ ...own, salt: 5n }, CHAIN_ID, 8)
  const COUNT = 'This takes the context of one permission, or of up to 20'
  await expect(revokeAll(ada, [])).rejects.toThrow(COUNT)
  await expect(
    revokeAll(
      ada,
      Array.from({ length: 21 }, () => own),
    ),
  ).rejects.toThrow(COUNT)
  await expect(revokeAll(ada, [own, foreign])).rejects.toThrow(UNKNOWN)
})
