// Swaps and purchases through the built service, on real pools of this machine. Parts: latency, exact,
// faults (kills, 429, reorganisations, rejections); typing and picker, which are measured in a browser.
import { accounts, reorg, startRpcFaultProxy } from '@latchkey-tools/localnet'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erc20Abi, getAddress, parseAbi, parseEventLogs, parseUnits } from 'viem'
import { judge, quantile } from './lib/figures.mjs'
import { createClient, createRandom, NATIVE, startSwapWorld } from './lib/swapWorld.mjs'
import { benchPicker, benchTyping } from './swapPage.mjs'

const ROUNDS = 500
const WARM_UP = 50
const PAIRS = 200
const OPERATIONS = 1000
/** Everybody may mint the tokens of the localnet. */
const MINT = parseAbi(['function mint(address to, uint256 amount)'])
/** More than the dearest purchases can take together, in LOCAL. */
const STOCK = '1000000'
/** Shares of the operations. */
const EVERY = { kill: 50, reorg: 40, reject: 10, limit: 25 }
const ENDS = ['done', 'refunded']
const BUYER = getAddress('0x00000000000000000000000000000000000b0e12')

const PARTS = {
  latency: benchLatency,
  exact: benchExact,
  typing: benchTyping,
  picker: benchPicker,
  faults: benchFaults,
}
export const SWAP_PARTS = Object.keys(PARTS)

/**
 * @param {{ browser: import('playwright').Browser, only?: string, operations?: number }} options
 * `only`: parts
 * @returns {Promise<boolean>} whether all bounds hold
 */
export async function benchSwap({ browser, only, operations = OPERATIONS }) {
  const wanted = only?.split(',') ?? SWAP_PARTS
  let good = true
  for (const name of SWAP_PARTS.filter((part) => wanted.includes(part))) {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-swap-'))
    const world = await startSwapWorld()
    try {
      const options = { world, file: join(folder, 'api.db'), browser, operations }
      good = (await PARTS[name](options)) && good
    } finally {
      await world.close()
      await rm(folder, { recursive: true })
    }
  }
  return good
}

/** One request after the other, as one visitor types. */
async function benchLatency({ world, file }) {
  const { pools, localnet, account } = world
  const times = async (env) => {
    const api = await world.startApi(localnet.url, { DATABASE_FILE: file, ...env })
    const { quotes } = createClient(() => api.url, account.address)
    const { local, dollar } = pools.tokens
    const spent = []
    let ways = 0
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const amount = parseUnits('1', 18) + BigInt(round)
      const begun = performance.now()
      ways = (await quotes({ from: local, to: dollar, amount })).length
      if (round >= WARM_UP) spent.push(performance.now() - begun)
    }
    await api.close()
    return { spent, ways }
  }
  const direct = await times({ LOCALNET_BASES: 'none' })
  const all = await times({})
  return judge(`swap: quotes of LOCAL → TUSD, ${ROUNDS} requests`, [
    {
      name: 'five venues (V2, V3 in four tiers), p50',
      value: quantile(direct.spent, 0.5),
      bound: 30,
      unit: ' ms',
      note: `${direct.ways} quotes`,
    },
    { name: 'five venues, p99', value: quantile(direct.spent, 0.99), bound: 120, unit: ' ms' },
    {
      name: 'and all ways over three base tokens, p50',
      value: quantile(all.spent, 0.5),
      unit: ' ms',
      note: `${all.ways} quotes`,
    },
    { name: 'all ways, p99', value: quantile(all.spent, 0.99), unit: ' ms' },
  ])
}

/** A random pair and amount of a wallet's tokens. */
const createPicks = (world, random) => {
  const { local, dollar, silent } = world.pools.tokens
  const all = [
    { token: getAddress(local), unit: 10n ** 18n },
    { token: getAddress(dollar), unit: 10n ** 6n },
    { token: getAddress(silent), unit: 10n ** 6n },
    { token: NATIVE, unit: 10n ** 15n },
  ]
  return () => {
    const from = all[Math.floor(random() * all.length)]
    const others = all.filter((one) => one !== from)
    const to = others[Math.floor(random() * others.length)]
    const amount = (from.unit * BigInt(1 + Math.floor(random() * 3000))) / 1000n
    return { from: from.token, to: to.token, amount }
  }
}

/** Each swap is quoted and built by the service, then signed: what arrives is compared with the quote. */
async function benchExact({ world, file }) {
  const api = await world.startApi(world.localnet.url, { DATABASE_FILE: file })
  const client = createClient(() => api.url, world.account.address)
  const pick = createPicks(world, createRandom(20_261_126))
  const venues = { 'uniswap-v2': 0, 'uniswap-v3': 0 }
  let unequal = 0
  for (let pair = 0; pair < PAIRS;) {
    const swap = pick()
    const { status, body } = await client.build(swap)
    if (status !== 200) continue
    const before = await world.balanceOf(swap.to)
    const hash = await world.send(body.tx)
    const receipt = await world.reader.waitForTransactionReceipt({ hash })
    const fee = swap.to === NATIVE ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
    const got = (await world.balanceOf(swap.to)) - before + fee
    if (receipt.status !== 'success' || got !== BigInt(body.quote.toAmount)) unequal += 1
    venues[body.quote.route[0].venue] += 1
    pair += 1
  }
  await api.close()
  return judge(`swap: ${PAIRS} random pairs and amounts, quoted against received`, [
    { name: 'swaps that gave another amount than quoted', value: unequal, bound: 0 },
    { name: 'by Uniswap V2', value: venues['uniswap-v2'] },
    { name: 'by Uniswap V3', value: venues['uniswap-v3'] },
  ])
}

/** Random swaps and purchases while things go wrong; at the end the sums of both sides are compared. */
async function benchFaults({ world, file, operations }) {
  const { localnet, account } = world
  const random = createRandom(20_261_127)
  const pick = createPicks(world, random)
  const proxy = await startRpcFaultProxy({ target: localnet.url })
  const start = () => world.startApi(proxy.url, { DATABASE_FILE: file })
  let api = await start()
  const client = createClient(() => api.url, account.address)
  await stockSeller(world)
  const began = await balancesOf(world)
  const swaps = []
  const orders = []
  const seen = { kill: 0, reorg: 0, reject: 0, limit: 0, refused: 0 }
  const happens = (what, turn) => turn > 0 && turn % EVERY[what] === 0 && (seen[what] += 1) > 0
  const { swap, buy } = createSteps({ world, client, pick, random, swaps, orders, seen, happens })
  for (let turn = 0; turn < operations; turn += 1) {
    if (happens('limit', turn)) proxy.fail({ status: 429, times: 3 })
    if (happens('reorg', turn)) {
      await mined(world, swaps.at(-1))
      await reorg(localnet.url, 1 + Math.floor(random() * 3))
    }
    const step = random() < 0.5 ? swap(turn) : buy()
    if (happens('kill', turn)) {
      await new Promise((done) => setTimeout(done, random() * 60))
      await Promise.all([api.close('SIGKILL'), step.catch(() => undefined)])
      api = await start()
    } else await step.catch(() => (seen.refused += 1))
  }
  proxy.heal()
  // An order that a death left unpaid is paid once more.
  for (const order of orders) await client.pay(order)
  const told = await settled(client, orders)
  const ledger = await ledgerOf(world, swaps, began)
  const ended = await balancesOf(world)
  const bought = told.reduce((sum, { purchase }) => sum + parseUnits(purchase.amount, 18), 0n)
  const arrived = await world.balanceOf(getAddress(world.pools.tokens.local), BUYER)
  await api.close()
  await proxy.close()
  const unequal = ended.filter((amount, at) => amount !== ledger.sums[at]).length
  return judge(`swap: ${operations} random swaps and purchases with faults`, [
    { name: 'tokens whose sum differs from the ledger', value: unequal, bound: 0 },
    {
      name: 'swaps that took more or gave less than was built',
      value: ledger.broken,
      bound: 0,
    },
    {
      name: 'purchases: units that differ',
      value: Number(arrived - bought),
      bound: 0,
      note: `${arrived} arrived`,
    },
    { name: 'purchases: less than was told', value: Number(bought - arrived), bound: 0 },
    { name: 'orders that were not delivered', value: orders.length - told.length, bound: 0 },
    { name: 'swaps in blocks', value: ledger.count, note: `of ${swaps.length} sent` },
    { name: 'purchases', value: told.length },
    ...Object.entries(seen).map(([name, value]) => ({ name, value })),
  ])
}

/**
 * Waits until a swap is in a block. A node that goes back in the middle of making a block ends with a
 * state that its own logs do not tell, which no chain has.
 */
const mined = ({ reader }, swap) =>
  swap &&
  reader.waitForTransactionReceipt({ hash: swap.hash, timeout: 2_000 }).catch(() => undefined)

/** Gives the sandbox coins enough for all purchases: one that it cannot deliver is given back. */
async function stockSeller({ wallet, reader, pools }) {
  const hash = await wallet.writeContract({
    ...{ address: getAddress(pools.tokens.local), abi: MINT, functionName: 'mint', chain: null },
    args: [accounts[9].address, parseUnits(STOCK, 18)],
  })
  await reader.waitForTransactionReceipt({ hash })
}

/** The two things that a visitor does, as the faults let them. */
const createSteps = ({ world, client, pick, random, swaps, orders, seen, happens }) => ({
  async swap(turn) {
    const wanted = pick()
    const { status, body } = await client.build(wanted)
    if (status !== 200) return void (seen.refused += 1)
    if (happens('reject', turn)) return
    swaps.push({ ...wanted, hash: await world.send(body.tx), minimum: BigInt(body.quote.minimum) })
  },
  async buy() {
    const cents = 1000 + Math.floor(random() * 9000)
    const { status, body } = await client.begin(BUYER, (cents / 100).toFixed(2))
    if (status !== 200) return void (seen.refused += 1)
    orders.push(body.orderId)
    await Promise.all([client.pay(body.orderId), client.pay(body.orderId)])
  },
})

const balancesOf = (world) => Promise.all(world.held.map((token) => world.balanceOf(token)))

/**
 * The balances as the receipts tell them: those of the beginning, and what each swap moved. After a
 * reorganisation a swap meets other prices than its quote's: it gives at least the minimum, or reverts.
 */
async function ledgerOf({ reader, held: tokens, account }, swaps, began) {
  const sums = new Map(tokens.map((token, at) => [token, began[at]]))
  let count = 0
  let broken = 0
  for (const { hash, from, to, amount, minimum } of swaps) {
    const receipt = await reader.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt?.status !== 'success') continue
    count += 1
    const moved = movementsOf(receipt, account.address)
    for (const [token, value] of moved) sums.set(token, (sums.get(token) ?? 0n) + value)
    // The native coin moves without a log.
    const isLess = to !== NATIVE && (moved.get(to) ?? 0n) < minimum
    const isMore = from !== NATIVE && moved.get(from) !== -amount
    if (isLess || isMore) broken += 1
  }
  return { count, broken, sums: tokens.map((token) => sums.get(token)) }
}

/** Changes of an account's tokens, by a receipt. */
function movementsOf({ logs }, owner) {
  const moved = new Map()
  for (const { address, args } of parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })) {
    const token = getAddress(address)
    const sign = BigInt(args.to === owner) - BigInt(args.from === owner)
    moved.set(token, (moved.get(token) ?? 0n) + sign * args.value)
  }
  return moved
}

/** Waits until every order ended. @returns those that were delivered */
async function settled(client, orders) {
  const done = []
  for (const order of orders) {
    let told
    for (let tries = 0; tries < 200; tries += 1) {
      told = await client.order(order)
      if (ENDS.includes(told.status)) break
      await new Promise((again) => setTimeout(again, 100))
    }
    if (told.status === 'done') done.push(told)
  }
  return done
}
