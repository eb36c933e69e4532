import { createPublicClient, encodeFunctionData, http, type Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accounts,
  collections,
  hostileTokens,
  reorg,
  request,
  receiptOf,
  startLocalnet,
  type Contract,
  type Hex,
  type Localnet,
} from '../src/index.mjs'

const [one, two] = [accounts[0]!.address, accounts[1]!.address]

describe('the chain of a localnet', () => {
  let localnet: Localnet
  beforeAll(async () => {
    localnet = await startLocalnet()
  })
  afterAll(() => localnet?.close())

  const ask = (method: string, ...params: unknown[]) => request(localnet.url, method, params)
  const client = () => createPublicClient({ transport: http(localnet.url), pollingInterval: 20 })
  const send = async (to: Contract, functionName: string, ...args: unknown[]) => {
    const data = encodeFunctionData({ abi: to.abi as Abi, functionName, args })
    const hash = (await ask('eth_sendTransaction', { from: one, to: to.address, data })) as Hex
    expect((await receiptOf(client(), hash)).status).toBe('success')
    return hash
  }
  const logsOf = async ({ address }: Contract) =>
    (await ask('eth_getLogs', { address, fromBlock: '0x0' })) as { blockHash: string }[]
  const block = async (tag: string) =>
    (await ask('eth_getBlockByNumber', tag, false)) as { number: string; hash: string }

  it.each([1, 31])(
    'A reorg of depth %i leaves neither block, log, receipt nor state of what it took away',
    async (depth) => {
      const kept = await block('latest')
      const owner = () =>
        client().readContract({
          address: collections.erc721.address,
          abi: collections.erc721.abi as Abi,
          functionName: 'balanceOf',
          args: [two],
        })
      const [ownedBefore, logsBefore] = [await owner(), (await logsOf(collections.erc721)).length]
      const hash = await send(collections.erc721, 'mint', two, depth)
      await ask('anvil_mine', `0x${(depth - 1).toString(16)}`)
      const gone = await block('latest')
      expect(await owner()).toBe((ownedBefore as bigint) + 1n)
      await reorg(localnet.url, depth)
      expect(Number((await block('latest')).number)).toBe(Number(gone.number) + 1)
      expect((await block(gone.number)).hash).not.toBe(gone.hash)
      expect((await block(kept.number)).hash).toBe(kept.hash)
      expect(await ask('eth_getBlockByHash', gone.hash, false)).toBeNull()
      expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
      expect(await logsOf(collections.erc721)).toHaveLength(logsBefore)
      expect(await owner()).toBe(ownedBefore)
    },
  )

  it('The localnet has an NFT with metadata, items by amount, and tokens that nobody should trust', async () => {
    const read = ({ address, abi }: Contract, functionName: string, ...args: unknown[]) =>
      client().readContract({ address, abi: abi as Abi, functionName, args })
    await send(collections.erc721, 'mint', two, 42)
    expect(await read(collections.erc721, 'tokenURI', 42n)).toContain('Key 42')
    await send(collections.erc1155, 'mint', one, 7, 100)
    await send(collections.erc1155, 'safeBatchTransferFrom', one, two, [7, 7], [1, 2], '0x')
    expect(await read(collections.erc1155, 'balanceOf', two, 7n)).toBe(3n)
    await send(hostileTokens.spam, 'drop', [one, two], 5)
    expect(await read(hostileTokens.spam, 'balanceOf', two)).toBe(5n)
    await send(hostileTokens.poison, 'report', two, one, 5)
    expect(await logsOf(hostileTokens.poison)).toHaveLength(1)
    expect(await read(hostileTokens.poison, 'symbol')).not.toBe(localnet.erc20.symbol)
    expect(await read(hostileTokens.lying, 'decimals')).toBe(2n ** 256n - 1n)
    await expect(read(hostileTokens.lying, 'symbol')).rejects.toThrow('no symbol')
  })
})
