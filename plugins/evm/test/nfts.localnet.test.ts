// NFTs move on a real chain, and those that cannot are refused before the wallet is asked.
import {
  collections,
  request,
  receiptOf,
  startLocalnet,
  type Localnet,
} from '@latchkey-tools/localnet'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  zeroAddress,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConnectedAccount, Network, Transfer } from '@latchkey/plugin-api'
import { createAdapter } from '../src/adapter.js'
import type { EvmContext } from '../src/chain/pendingTransactions.js'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet()
})
afterAll(() => localnet?.close())

const BOB = '0x1111111111111111111111111111111111111111'

async function open() {
  const [{ id, url }] = localnet.chains as [Localnet['chains'][number]]
  const [alice] = localnet.accounts as [Localnet['accounts'][number]]
  const chain = defineChain({
    id,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const node = createPublicClient({ chain, transport: http() })
  const asked: string[] = []
  const ctx = {
    connections: {
      request: async ({ method, params }: { method: string; params: unknown[] }) => {
        if (method === 'eth_call' || method === 'eth_getCode')
          return adapter.read!({ network, method, params })
        asked.push(method)
        return request(url, method, params)
      },
      subscribe: () => () => undefined,
    },
    activeNetwork: { subscribe: () => () => undefined },
    accounts: { subscribe: () => () => undefined, all: () => [] },
    lazy: (_: string, load: unknown) => load,
    messages: { add: () => undefined },
    events: { on: () => () => undefined },
  } as unknown as EvmContext
  const adapter = createAdapter(ctx)
  const network = {
    id: `eip155:${id}`,
    namespace: 'eip155',
    reference: String(id),
    name: 'Local',
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: [url],
  } satisfies Network
  const account = { address: alice.address, connectionId: 'one' } as ConnectedAccount
  const write = (contract: 'erc721' | 'erc1155', functionName: string, args: unknown[]) =>
    createWalletClient({
      chain,
      transport: http(),
      account: privateKeyToAccount(alice.privateKey),
    })
      .writeContract({ ...collections[contract], functionName, args } as never)
      .then((hash) => receiptOf(node, hash))
  const read = (contract: 'erc721' | 'erc1155', functionName: string, args: unknown[]) =>
    node.readContract({ ...collections[contract], functionName, args } as never)
  const transfer = (
    standard: 'erc721' | 'erc1155',
    tokenId: bigint,
    more: Partial<Transfer> = {},
  ): Transfer => ({
    account,
    network,
    to: BOB,
    value: 1n,
    token: collections[standard].address,
    nft: { id: String(tokenId), standard },
    ...more,
  })
  const settle = async (sent: Promise<{ id: string }>) => receiptOf(node, (await sent).id as Hex)
  const disconnect = () => void network.rpcUrls.splice(0, 1, 'http://127.0.0.1:1')
  return {
    account,
    network,
    disconnect,
    adapter,
    alice,
    asked,
    node,
    write,
    read,
    transfer,
    settle,
  }
}

it('An ERC-721 and pieces of an ERC-1155 move to their receiver', async () => {
  const { adapter, alice, write, read, transfer, settle } = await open()
  await write('erc721', 'mint', [alice.address, 900n])
  await write('erc1155', 'mint', [alice.address, 901n, 5n])
  expect(adapter.send!.carries).toContain('nft')
  const fee = await adapter.estimate!(transfer('erc721', 900n))
  expect(fee.fee).toBeGreaterThan(0n)
  expect(fee.isToContract).toBe(false)
  expect((await settle(adapter.send!.submit(transfer('erc721', 900n)))).status).toBe('success')
  expect(await read('erc721', 'ownerOf', [900n])).toBe(BOB)
  await settle(adapter.send!.submit(transfer('erc1155', 901n, { value: 3n })))
  expect(await read('erc1155', 'balanceOf', [BOB, 901n])).toBe(3n)
  expect(await read('erc1155', 'balanceOf', [alice.address, 901n])).toBe(2n)
})

it('One that has left the account, or was never there, is refused in words, and the wallet is not asked', async () => {
  const { adapter, alice, asked, write, transfer } = await open()
  await write('erc721', 'mint', [alice.address, 910n])
  await write('erc721', 'transferFrom', [alice.address, BOB, 910n])
  await write('erc1155', 'mint', [alice.address, 911n, 2n])
  for (const gone of [
    transfer('erc721', 910n),
    transfer('erc721', 919n),
    transfer('erc1155', 911n, { value: 3n }),
    transfer('erc721', 910n, { token: BOB }),
  ])
    await expect(adapter.send!.submit(gone)).rejects.toMatchObject({ code: 'evm.nft_gone' })
  expect(asked).toEqual([])
})

it('A contract that does not take the NFT is refused, and one that takes it is said to be a contract', async () => {
  const { adapter, alice, asked, write, transfer, node } = await open()
  await write('erc721', 'mint', [alice.address, 920n])
  await write('erc1155', 'mint', [alice.address, 921n, 1n])
  const to = localnet.tokens.silent.address
  for (const standard of ['erc721', 'erc1155'] as const)
    await expect(
      adapter.send!.submit(transfer(standard, standard === 'erc721' ? 920n : 921n, { to })),
    ).rejects.toMatchObject({ code: 'evm.receiver_refused', context: { receiver: to } })
  expect(asked).toEqual([])
  // A contract that takes ERC-721: it answers every call with the selector of onERC721Received.
  const taker = '0x2222222222222222222222222222222222222222'
  await request(node.chain.rpcUrls.default.http[0]!, 'anvil_setCode', [
    taker,
    '0x63150b7a0260e01b60005260206000f3',
  ])
  expect((await adapter.estimate!(transfer('erc721', 920n, { to: taker }))).isToContract).toBe(true)
  await adapter.send!.submit(transfer('erc721', 920n, { to: taker }))
  expect(asked).toEqual(['eth_sendTransaction'])
})

it('A node that cannot be reached is not taken for an NFT that is gone', async () => {
  const { adapter, asked, transfer, disconnect } = await open()
  disconnect()
  await expect(adapter.send!.submit(transfer('erc721', 930n))).rejects.toMatchObject({
    code: 'http.unreachable',
  })
  expect(asked).toEqual([])
})

it('A preview says that a right ends, where the chain shows that it does, and nowhere else', async () => {
  const { account, network, adapter, alice, node } = await open()
  const url = node.chain.rpcUrls.default.http[0]!
  const { erc20, silent } = localnet.tokens
  const approve = (to: string, spender: string, value: bigint) => ({
    from: alice.address,
    to,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender as Hex, value],
    }),
  })
  const told = async (transaction: object) => {
    const params = [transaction]
    const description = await adapter.describe!({
      network,
      method: 'eth_sendTransaction',
      params,
      account,
    })
    const warned = description!.rows.some(({ warning }) => warning === 'evm.canSpend')
    return [description!.title, warned]
  }
  const hash = await request(url, 'eth_sendTransaction', [approve(erc20.address, BOB, 5n)])
  await receiptOf(node, hash as Hex)
  const [gives, ends] = [
    ['evm.approveToken', true],
    ['evm.endPermission', false],
  ]
  expect(await told(approve(erc20.address, BOB, 0n))).toEqual(ends)
  expect(await told(approve(erc20.address, BOB, 1n))).toEqual(gives)
  // There is no allowance, so the call may mean another thing.
  expect(await told(approve(silent.address, BOB, 0n))).toEqual(gives)
  // The item 0 of a collection, and nobody as the one who may take an item.
  expect(await told(approve(collections.erc721.address, BOB, 0n))).toEqual(gives)
  expect(await told(approve(collections.erc721.address, zeroAddress, 7n))).toEqual(ends)
  const longer = approve(erc20.address, BOB, 0n)
  expect((await told({ ...longer, data: `${longer.data}00` }))[0]).toBe('evm.approveToken')
  network.rpcUrls.splice(0, 1, 'http://127.0.0.1:1')
  expect(await told(approve(erc20.address, BOB, 0n))).toEqual(gives)
})
