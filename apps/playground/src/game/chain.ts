import type { SessionTransaction } from '@latchkey/feature-smart-sessions/use'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  parseAbi,
  toFunctionSelector,
  type Hex,
  type LocalAccount,
} from 'viem'

const ABI = parseAbi([
  'function press(uint256 game, uint8 lantern)',
  'function litOf(address player, uint256 game) view returns (uint16)',
])
/** The one function that the session may call. */
export const PRESS: Hex = toFunctionSelector(ABI[0])
/** 1 ETH, in wei: the session key pays the network fees of its moves. */
const KEY_MONEY = '0xde0b6b3a7640000'
const POLLING_MS = 100

export const pressData = (game: bigint, lantern: number): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'press', args: [game, lantern] })

/** The contract of the game on one chain, and the session key that sends its transactions. */
export interface GameChain {
  node(request: { method: string; params?: unknown }): Promise<unknown>
  send(transaction: SessionTransaction): Promise<Hex>
  /** @throws when the transaction was taken back */
  mined(hash: Hex): Promise<void>
  litOf(player: Hex, game: bigint): Promise<number>
  /** Has the local node give the key its fees. */
  fundKey(): Promise<void>
}

export function openChain(url: string, contract: Hex, key: LocalAccount): GameChain {
  const transport = http(url)
  const client = createPublicClient({ transport, pollingInterval: POLLING_MS })
  const wallet = createWalletClient({ account: key, transport })
  const node: GameChain['node'] = (request) => client.request(request as never)
  return {
    node,
    send: (transaction) => wallet.sendTransaction({ ...transaction, chain: null }),
    async mined(hash) {
      const { status } = await client.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error('The chain took the move back.')
    },
    litOf: (player, game) =>
      client.readContract({
        address: contract,
        abi: ABI,
        functionName: 'litOf',
        args: [player, game],
      }),
    fundKey: async () =>
      void (await node({ method: 'anvil_setBalance', params: [key.address, KEY_MONEY] })),
  }
}
