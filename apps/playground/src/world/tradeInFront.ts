import { createPublicClient, createWalletClient, erc20Abi, http, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { World } from './world.js'

/** The part of a pool that is sold, as its divisor: the price falls by about a tenth. */
const PART = 20n
const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'struct Single { address from; address to; uint24 fee; address owner; uint256 amount; uint256 least; uint160 max; }',
  'function exactInputSingle(Single params) payable returns (uint256)',
])
const FOREVER = 2n ** 40n

/**
 * Sells LOCAL for dollars in the pools of the first chain, as somebody does who has seen a swap of LOCAL
 * before it is mined: the next one gets less, or reverts.
 * @throws in a world without pools
 */
export async function tradeInFront({ chains, accounts, pools }: World): Promise<string> {
  const [chain] = chains
  const [, other] = accounts
  if (!chain || !other || !pools) throw new Error('This world has no pools.')
  const account = privateKeyToAccount(other.privateKey)
  const transport = http(chain.url)
  const wallet = createWalletClient({ account, transport })
  const reader = createPublicClient({ transport, pollingInterval: 50 })
  const { local, dollar } = pools.tokens
  const { localDollarV2, localDollarV3 } = pools.pools
  const mined = async (hash: Hex) => void (await reader.waitForTransactionReceipt({ hash }))
  /** Makes LOCAL for it, which anybody may here. */
  const prepare = async (pool: Hex, spender: Hex): Promise<bigint> => {
    const token = { address: local, abi: erc20Abi } as const
    const held = await reader.readContract({ ...token, functionName: 'balanceOf', args: [pool] })
    const args = [account.address, held / PART] as const
    await mined(
      await wallet.writeContract({
        ...{ address: local, abi: ABI, functionName: 'mint', args, chain: null },
      }),
    )
    const allowed = [spender, held / PART] as const
    await mined(
      await wallet.writeContract({ ...token, functionName: 'approve', args: allowed, chain: null }),
    )
    return held / PART
  }
  const first = await prepare(localDollarV2.address, pools.v2Router)
  await mined(
    await wallet.writeContract({
      ...{ address: pools.v2Router, abi: ABI, functionName: 'swapExactTokensForTokens' },
      ...{ args: [first, 0n, [local, dollar], account.address, FOREVER], chain: null },
    }),
  )
  const second = await prepare(localDollarV3.address, pools.v3Router02)
  const { fee } = localDollarV3
  const single = {
    ...{ from: local, to: dollar, fee, owner: account.address },
    ...{ amount: second, least: 0n, max: 0n },
  }
  await mined(
    await wallet.writeContract({
      ...{ address: pools.v3Router02, abi: ABI, functionName: 'exactInputSingle' },
      ...{ args: [single], chain: null },
    }),
  )
  return 'LOCAL is worth about a tenth less'
}
