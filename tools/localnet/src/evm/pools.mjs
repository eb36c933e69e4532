// Real Uniswap V2 and V3 with pools of the localnet's tokens. The contracts' code comes from
// Uniswap's own packages, which are under the GPL: nothing of it is copied into this repository.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { accounts, request } from '@latchkey/testing/nodes'
import { tokens, tokensEach } from './contracts.mjs'
import { createHand } from './hand.mjs'

/** @typedef {import('../index.d.mts').Hex} Hex */
/** @typedef {import('../index.d.mts').Pool} Pool */

const packages = createRequire(import.meta.url)
/** @typedef {import('./hand.mjs').Contract} Contract */
/** @typedef {import('./hand.mjs').Hand} Hand */

/** A contract of a package. @param {string} path @returns {Contract} */
const published = (path) => {
  const { abi, bytecode } = packages(path)
  return { abi, bytecode: bytecode.startsWith('0x') ? bytecode : `0x${bytecode}` }
}
/** A contract of ours. @param {string} name @returns {Contract} */
const own = (name) =>
  JSON.parse(readFileSync(new URL('./artifacts.json', import.meta.url), 'utf8'))[name]

/** @param {string} name @param {string} [folder] */
const v3 = (name, folder = '') =>
  published(`@uniswap/v3-periphery/artifacts/contracts/${folder}${name}.sol/${name}.json`)

// An account of its own, so that the ten accounts spend no nonce, and all addresses stay the same.
const deployer = privateKeyToAccount(
  '0x00000000000000000000000000000000000000000000000000000000000f0015',
)
const NOBODY = '0x0000000000000000000000000000000000000000'
const FOREVER = 2n ** 64n
const ANY = 2n ** 255n
/** Uniswap's price range of a whole pool at a tick spacing of 60. */
const WHOLE_RANGE = { tickLower: -887_220, tickUpper: 887_220 }
/** In hundredths of a basis point. All pools of V2 have it, and ours of V3. */
const FEE = 3000

/** @param {bigint} value */
function squareRoot(value) {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}
/**
 * The price of a V3 pool in its own form: the root of amount1 / amount0, times 2^96.
 * @param {bigint} amount0
 * @param {bigint} amount1
 */
const priceOf = (amount0, amount1) => squareRoot((amount1 << 192n) / amount0)

const code = {
  weth: published('@uniswap/v2-periphery/build/WETH9.json'),
  v2Factory: published('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Router: published('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
  v3Factory: published(
    '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  ),
  positions: v3('NonfungiblePositionManager'),
  quoter: v3('QuoterV2', 'lens/'),
  swapRouter: v3('SwapRouter'),
  swapRouter02: published(
    '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
  ),
  dollar: own('PermitToken'),
  toll: own('FeeToken'),
  unsellable: own('UnsellableToken'),
  reentrant: own('ReentrantToken'),
}
const local = /** @type {Hex} */ (tokens.erc20.address)
const silent = /** @type {Hex} */ (tokens.silent.address)

/** @typedef {Awaited<ReturnType<typeof deployUniswap>>} Uniswap */
/** @typedef {Awaited<ReturnType<typeof deployTokens>>} SwapTokens */

/** @param {Hand} hand */
async function deployUniswap(hand) {
  const weth = await hand.deploy(code.weth)
  const v2Factory = await hand.deploy(code.v2Factory, deployer.address)
  const v2Router = await hand.deploy(code.v2Router, v2Factory, weth)
  const v3Factory = await hand.deploy(code.v3Factory)
  const positions = await hand.deploy(code.positions, v3Factory, weth, NOBODY)
  const v3Quoter = await hand.deploy(code.quoter, v3Factory, weth)
  const v3Router = await hand.deploy(code.swapRouter, v3Factory, weth)
  const v3Router02 = await hand.deploy(code.swapRouter02, v2Factory, v3Factory, positions, weth)
  return { weth, v2Factory, v2Router, v3Factory, v3Quoter, v3Router, v3Router02, positions }
}

/**
 * Deploys the tokens, mints them, and allows Uniswap to take the deployer's.
 * @param {Hand} hand
 * @param {Uniswap} uniswap
 */
async function deployTokens(hand, { weth, v2Router, positions }) {
  const dollar = await hand.deploy(code.dollar)
  const toll = await hand.deploy(code.toll)
  const unsellable = await hand.deploy(code.unsellable)
  const reentrant = await hand.deploy(code.reentrant)
  const added = [dollar, toll, unsellable, reentrant]
  // All tokens of the localnet have the same `mint` and `approve`.
  /** @param {Hex} token @param {Hex} to @param {bigint} whole */
  const mint = (token, to, whole) =>
    hand.call(code.dollar, token, 'mint', [to, whole * unitOf(token, dollar)])
  await hand.call(code.weth, weth, 'deposit', [], 10_000n * unitOf(weth, dollar))
  for (const token of [local, silent, ...added]) await mint(token, deployer.address, 100_000_000n)
  for (const token of added)
    for (const { address } of accounts) await mint(token, address, tokensEach)
  for (const token of [weth, local, silent, ...added])
    for (const spender of [v2Router, positions])
      await hand.call(code.dollar, token, 'approve', [spender, ANY])
  return { local, silent, dollar, toll, unsellable, reentrant }
}

/** One whole token in its smallest units. @param {Hex} token @param {Hex} dollar */
const unitOf = (token, dollar) => 10n ** (token === dollar || token === silent ? 6n : 18n)

/** One side of a pool. @typedef {readonly [token: Hex, whole: bigint]} Side */

/** @param {Hand} hand @param {Uniswap} uniswap @param {SwapTokens} tokens */
const createPoolMaker = (hand, uniswap, { dollar }) => ({
  /** @param {Side} a @param {Side} b @returns {Promise<Pool>} */
  async v2([a, wholeA], [b, wholeB]) {
    const amounts = [wholeA * unitOf(a, dollar), wholeB * unitOf(b, dollar)]
    const args = [a, b, ...amounts, 0n, 0n, deployer.address, FOREVER]
    await hand.call(code.v2Router, uniswap.v2Router, 'addLiquidity', args)
    const address = await hand.read(code.v2Factory, uniswap.v2Factory, 'getPair', [a, b])
    return { venue: 'uniswap-v2', address, tokens: [a, b], fee: FEE }
  },
  /** @param {Side} a @param {Side} b @returns {Promise<Pool>} */
  async v3(a, b) {
    const [[token0, whole0], [token1, whole1]] = BigInt(a[0]) < BigInt(b[0]) ? [a, b] : [b, a]
    const amount0Desired = whole0 * unitOf(token0, dollar)
    const amount1Desired = whole1 * unitOf(token1, dollar)
    const create = [token0, token1, FEE, priceOf(amount0Desired, amount1Desired)]
    const { positions, v3Factory } = uniswap
    await hand.call(code.positions, positions, 'createAndInitializePoolIfNecessary', create)
    const position = {
      ...{ token0, token1, fee: FEE, ...WHOLE_RANGE, amount0Desired, amount1Desired },
      ...{ amount0Min: 0n, amount1Min: 0n, recipient: deployer.address, deadline: FOREVER },
    }
    await hand.call(code.positions, positions, 'mint', [position])
    const address = await hand.read(code.v3Factory, v3Factory, 'getPool', [token0, token1, FEE])
    return { venue: 'uniswap-v3', address, tokens: [a[0], b[0]], fee: FEE }
  },
})

/** @type {typeof import('../index.d.mts').deployPools} */
export async function deployPools(url) {
  const wealth = `0x${parseEther('100000').toString(16)}`
  await request(url, 'anvil_setBalance', [deployer.address, wealth])
  const hand = createHand(url, deployer)
  const uniswap = await deployUniswap(hand)
  const held = await deployTokens(hand, uniswap)
  const make = createPoolMaker(hand, uniswap, held)
  const { weth } = uniswap
  const { dollar, toll, unsellable, reentrant } = held
  const pools = {
    localDollarV2: await make.v2([local, 1_000_000n], [dollar, 2_000_000n]),
    localDollarV3: await make.v3([local, 1_000_000n], [dollar, 2_000_000n]),
    localWeth: await make.v3([local, 1_000_000n], [weth, 1_000n]),
    dollarWeth: await make.v2([dollar, 2_000_000n], [weth, 1_000n]),
    shallow: await make.v2([local, 100n], [silent, 200n]),
    toll: await make.v2([toll, 100_000n], [weth, 100n]),
    unsellable: await make.v2([unsellable, 100_000n], [weth, 100n]),
    reentrant: await make.v2([reentrant, 100_000n], [weth, 100n]),
  }
  await hand.call(code.unsellable, unsellable, 'close', [pools.unsellable.address])
  return { ...uniswap, tokens: held, pools }
}
