import {
  accounts,
  deployPools,
  receiptOf,
  startLocalnet,
  type Localnet,
  type Pools,
} from '@latchkey-tools/localnet'
import { createPublicClient, createWalletClient, http, parseAbi, parseUnits, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function approve(address, uint256)',
])
const v2 = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
])
const quoter = parseAbi([
  'struct Asked { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Asked) returns (uint256 amountOut, uint160, uint32, uint256)',
])
const v3 = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; ' +
    'uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single) payable returns (uint256)',
])
const v302 = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; ' +
    'uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single) payable returns (uint256)',
])
const FOREVER = 2n ** 40n

let localnet: Localnet
let uniswap: Pools
beforeAll(async () => {
  localnet = await startLocalnet()
  uniswap = await deployPools(localnet.url)
})
afterAll(() => localnet?.close())

const account = privateKeyToAccount(accounts[0]!.privateKey)
const reader = () => createPublicClient({ transport: http(localnet.url), pollingInterval: 20 })
const balance = (token: Hex) =>
  reader().readContract({
    address: token,
    abi: erc20,
    functionName: 'balanceOf',
    args: [account.address],
  })
/** Sends a call of the first account, and gives how much of `token` it has more afterwards. */
async function gain(token: Hex, call: object): Promise<bigint> {
  const wallet = createWalletClient({ account, transport: http(localnet.url) })
  const before = await balance(token)
  const hash = await wallet.writeContract({ ...call, chain: null } as never)
  const { status } = await receiptOf(reader(), hash)
  expect(status).toBe('success')
  return (await balance(token)) - before
}
const allow = (token: Hex, spender: Hex) =>
  gain(token, { address: token, abi: erc20, functionName: 'approve', args: [spender, 2n ** 255n] })

it('A swap in a pool of Uniswap V2 gives what its router quoted, and the price is two dollars', async () => {
  const { tokens, v2Router: address } = uniswap
  await allow(tokens.local, address)
  const path = [tokens.local, tokens.dollar]
  const sold = parseUnits('1', 18)
  const [, quoted] = await reader().readContract({
    ...{ address, abi: v2, functionName: 'getAmountsOut' },
    args: [sold, path],
  })
  const args = [sold, quoted, path, account.address, FOREVER]
  const got = await gain(tokens.dollar, {
    ...{ address, abi: v2, functionName: 'swapExactTokensForTokens', args },
  })
  expect(got).toBe(quoted)
  expect(Number(got) / 1e6).toBeCloseTo(2 * 0.997, 4)
})

it('Swaps by both routers of Uniswap V3 give what QuoterV2 said', async () => {
  const { tokens, pools } = uniswap
  const trade = {
    ...{ tokenIn: tokens.local, tokenOut: tokens.dollar, fee: pools.localDollarV3.fee },
    ...{ amountIn: parseUnits('3', 18), sqrtPriceLimitX96: 0n },
  }
  for (const [address, abi, more] of [
    [uniswap.v3Router, v3, { deadline: FOREVER }],
    [uniswap.v3Router02, v302, {}],
  ] as const) {
    await allow(tokens.local, address)
    const { result } = await reader().simulateContract({
      ...{ address: uniswap.v3Quoter, abi: quoter, functionName: 'quoteExactInputSingle' },
      args: [trade],
    })
    const asked = { ...trade, ...more, recipient: account.address, amountOutMinimum: result[0] }
    const got = await gain(tokens.dollar, {
      ...{ address, abi, functionName: 'exactInputSingle', args: [asked] },
    })
    expect(got).toBe(result[0])
    expect(Number(got) / 1e6).toBeCloseTo(6 * 0.997, 3)
  }
})

it('The token that cannot be sold can be bought, and each sale of it reverts', async () => {
  const { tokens, v2Router: address, weth } = uniswap
  await allow(weth, address)
  await allow(tokens.unsellable, address)
  const swap = (path: Hex[], sold: bigint) => ({
    ...{ address, abi: v2, functionName: 'swapExactTokensForTokens' },
    args: [sold, 0n, path, account.address, FOREVER],
  })
  await gain(weth, {
    address: weth,
    abi: parseAbi(['function deposit() payable']),
    functionName: 'deposit',
    value: parseUnits('1', 18),
  })
  expect(
    await gain(tokens.unsellable, swap([weth, tokens.unsellable], parseUnits('1', 15))),
  ).toBeGreaterThan(0n)
  await expect(gain(weth, swap([tokens.unsellable, weth], parseUnits('0.1', 18)))).rejects.toThrow(
    /TRANSFER_FROM_FAILED|not for sale/,
  )
})

it('Of the token that takes a toll less arrives than left', async () => {
  const { tokens, v2Router: address, weth } = uniswap
  await allow(tokens.toll, address)
  const path = [tokens.toll, weth]
  const args = [parseUnits('1', 18), 0n, path, account.address, FOREVER]
  await expect(
    gain(weth, { ...{ address, abi: v2, functionName: 'swapExactTokensForTokens', args } }),
  ).rejects.toThrow()
  const functionName = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  expect(await gain(weth, { ...{ address, abi: v2, functionName, args } })).toBeGreaterThan(0n)
})
