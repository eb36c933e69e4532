import { expect, it } from 'vitest'
import { readEntry } from '../src/store/entryText.js'
import { ALICE, CHAIN, TOKEN, chain, fill, startTestApi, transfer } from './harness.js'

const tokens = [{ address: TOKEN, name: 'Token', symbol: 'TOK', decimals: 6 }]
const path = `/v1/account/${CHAIN}:${ALICE}/history`

it('The last page says from when on payments of the coin are kept', async () => {
  const { store, get } = await startTestApi({ chains: [chain(undefined, { tokens })] })
  await fill(store, 60)
  const { body } = await get(path)
  expect([body.data.length, body.coinsSince]).toEqual([50, undefined])
  const last = (await get(`${path}?cursor=${body.next}`)).body
  expect([last.data.length, last.next]).toEqual([10, null])
  // The account was asked for at the first millisecond.
  expect(last.coinsSince).toBe('1970-01-01T00:00:00.001Z')
})

it('An entry that has more transfers than it tells says how many', async () => {
  const { store, get } = await startTestApi({ chains: [chain(undefined, { tokens })] })
  await fill(store, 1)
  const [first] = await store.history.page({
    account: `${CHAIN}:${ALICE}`,
    chain: CHAIN,
    limit: 1,
  })
  const { block, ...row } = readEntry(first!)
  const top = (await store.state(CHAIN))!.top
  await store.commit({
    chain: CHAIN,
    epoch: 1,
    expected: top.hash,
    blocks: [{ number: block + 1, hash: `0x${'f'.repeat(64)}`, parent: top.hash, at: 2000 }],
    entries: [
      {
        ...row,
        account: ALICE,
        block: block + 1,
        body: { ...row.body, transfers: [transfer()], more: 950 },
      },
    ],
  })
  const { body } = await get(path)
  expect(body.data.map(({ more }: { more?: number }) => more)).toEqual([950, undefined])
})
