// Somebody trades before and after a swap: it gives its minimum, or it reverts.
import {
  accounts,
  deployPools,
  request,
  receiptOf,
  startLocalnet,
  type Localnet,
  type Pools,
} from '@latchkey-tools/localnet'
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  http,
  maxUint256,
  parseAbi,
  parseUnits,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uniswap } from '../src/index.js'
import { CHAIN, chain, startTestApi } from './harness.js'

const RUNS = process.env.LATCHKEY_SOAK ? 100 : 10
const [victim, attacker] = [accounts[0]!, accounts[1]!].map(({ privateKey }) =>
  privateKeyToAccount(privateKey),
) as [ReturnType<typeof privateKeyToAccount>, ReturnType<typeof privateKeyToAccount>]
const router = parseAbi([
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
])

let localnet: Localnet
let pools: Pools
beforeAll(async () => {
  localnet = await startLocalnet()
  pools = await deployPools(localnet.url)
  for (const account of [victim, attacker])
    for (const token of [pools.tokens.local, pools.tokens.silent])
      for (const spender of [pools.v2Router, pools.v3Router])
        await createWalletClient({ account, transport: http(localnet.url) }).writeContract({
          ...{ address: token, abi: erc20Abi, functionName: 'approve', chain: null },
          args: [spender, maxUint256],
        })
})
afterAll(() => localnet?.close())

it('Whatever is traded around a swap, it gives its minimum or reverts', async ({ task }) => {
  const { local, silent } = pools.tokens
  const api = await startTestApi({
    chains: [chain(localnet.url)],
    quotes: [
      uniswap({
        chains: {
          [CHAIN]: {
            ...{ weth: pools.weth, bases: [] },
            v2: { factory: pools.v2Factory, router: pools.v2Router },
          },
        },
      }),
    ],
  })
  const reader = createPublicClient({ transport: http(localnet.url), pollingInterval: 20 })
  const balance = () =>
    reader.readContract({
      ...{ address: silent, abi: erc20Abi, functionName: 'balanceOf' },
      args: [victim.address],
    })
  const seen = { minimum: 0, reverted: 0, less: 0 }
  for (let run = 0; run < RUNS; run += 1) {
    const snapshot = await request(localnet.url, 'evm_snapshot')
    const { body } = await api.post('/v1/convert/build-transaction', {
      ...{ from: `${CHAIN}:${getAddress(local)}`, to: `${CHAIN}:${getAddress(silent)}` },
      ...{ amount: String(parseUnits('1', 18)), userAddress: victim.address },
      eip155: { slippage: 1 },
    })
    // From a thousandth of the pool up to the whole of it.
    const amount = (parseUnits('100', 18) * BigInt(1 + run * Math.ceil(1000 / RUNS))) / 1000n
    const trade = async (path: Hex[], sold: bigint) => {
      const wallet = createWalletClient({ account: attacker, transport: http(localnet.url) })
      const hash = await wallet.writeContract({
        ...{ address: pools.v2Router, abi: router, functionName: 'swapExactTokensForTokens' },
        ...{ args: [sold, 0n, path, attacker.address, 2n ** 40n], chain: null },
      })
      await receiptOf(reader, hash)
    }
    await trade([local, silent], amount)
    const before = await balance()
    const hash = await createWalletClient({
      ...{ account: victim, transport: http(localnet.url) },
    }).sendTransaction({
      ...{ to: body.tx.to, data: body.tx.data, gas: BigInt(body.tx.eip155.gas), chain: null },
    })
    const { status } = await receiptOf(reader, hash)
    const got = (await balance()) - before
    if (status === 'reverted' && got === 0n) seen.reverted += 1
    else if (got >= BigInt(body.quote.minimum)) seen.minimum += 1
    else seen.less += 1
    await request(localnet.url, 'evm_revert', [snapshot])
  }
  task.meta.attack = {
    attack: 'a swap between two trades of somebody else',
    tries: RUNS,
    wanted: 'the minimum, or nothing is sold',
    seen: `${seen.minimum} minimum, ${seen.reverted} reverted, ${seen.less} less`,
  }
  expect(seen.less).toBe(0)
  // The attack is real: large trades move the price beyond the minimum.
  expect(seen.reverted).toBeGreaterThan(0)
})
