import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBitcoin, type Bitcoin } from '../src/index.mjs'

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
let node: Bitcoin
beforeAll(async () => {
  node = await startBitcoin()
}, 60_000)
afterAll(() => node.close())
const get = async (path: string): Promise<unknown> => (await fetch(`${node.url}/${path}`)).json()

it('The Bitcoin node pays, mines, and reports both as Esplora does', async () => {
  const txid = await node.fund(ADDRESS, 100_000)
  expect(await get(`address/${ADDRESS}/utxo`)).toEqual([
    { txid, vout: expect.any(Number) as number, value: 100_000, status: { confirmed: true } },
  ])
  expect(await get(`address/${ADDRESS}`)).toMatchObject({
    chain_stats: { funded_txo_sum: 100_000, spent_txo_sum: 0 },
  })
  expect(await get(`tx/${txid}/status`)).toMatchObject({ confirmed: true })
  expect(await get('blocks/tip/height')).toBe((await node.mine()) - 1)
})

it('The Bitcoin node refuses bytes that are not a transaction, and answers 404 for an unknown one', async () => {
  expect((await fetch(`${node.url}/tx`, { method: 'POST', body: '00' })).status).toBe(400)
  expect((await fetch(`${node.url}/tx/${'00'.repeat(32)}/status`)).status).toBe(404)
})

it('The Bitcoin node no longer answers after close()', async () => {
  const { url, close } = await startBitcoin()
  await close()
  await close()
  await expect(fetch(`${url}/fee-estimates`)).rejects.toThrow()
}, 60_000)
