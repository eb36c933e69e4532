// Smart accounts in the frame: their address, the first operation with the deployment, later ones, and grants.
import { judge, median, quantile } from './lib/figures.mjs'
import { approveAndTime, ask, codeFor, insert, openHost } from './lib/framePage.mjs'
import { addressScript } from './lib/smartAddress.mjs'
import { enterSmart, startSmartWorld } from './lib/smartWorld.mjs'

const ADDRESS_MS = 20
const FIRST_MS = 1_500
const LATER_MS = 1_800
const GRANT_MS = 150
const BLOCK_S = 1
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KEY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TRANSFER = { method: 'eth_sendTransaction', params: [{ to: TO, value: '0x1' }] }

const p95 = (name, values, bound) => ({
  name: `${name}, p95`,
  value: quantile(values, 0.95),
  bound,
  unit: ' ms',
  note: `median ${median(values).toFixed(1)} ms`,
})

const middle = (name, values, bound) => ({
  name: `${name}, median`,
  value: median(values),
  bound,
  unit: ' ms',
  note: `p95 ${quantile(values, 0.95).toFixed(1)} ms`,
})

/**
 * Milliseconds from asking the frame for the address of the smart account to its answer, right after a sign-in on
 * a network that has none: nobody has asked for it before.
 */
async function timeAsked(browser, world, round) {
  const page = await openHost(browser, world, 1)
  const solana = 'chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  await insert(page, world.src.replace('chainId=1', solana))
  const otp = await codeFor(page, world.mail, `address${round}@shop.example`)
  await ask(page, 'connect otp', { otp })
  const ms = await page.evaluate(async () => {
    const before = performance.now()
    const { payload } = await globalThis.ask('init smart account')
    const after = performance.now()
    if (!/^0x[\da-f]{40}$/i.test(payload.address)) throw new Error(JSON.stringify(payload))
    return after - before
  })
  await page.context().close()
  return ms
}

/** A page asks its frame, as a visitor who has signed in just now waits for it. */
async function benchAsked({ browser, rounds }) {
  const world = await startSmartWorld()
  try {
    const times = []
    for (let round = 0; round < rounds; round += 1)
      times.push(await timeAsked(browser, world, round))
    return judge(`smart: a page asks its frame for the address, ${rounds} persons`, [
      p95('asked to answered', times, ADDRESS_MS),
    ])
  } finally {
    await world.close()
  }
}

/** Asks frames for addresses, and computes them in new pages: the first one of a page compiles and runs everything. */
export async function benchAddress(options) {
  const isAsked = await benchAsked(options)
  return (await benchComputed(options)) && isAsked
}

async function benchComputed({ browser, rounds }) {
  const script = await addressScript()
  const [first, later] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addScriptTag({ content: script })
    const times = await page.evaluate(() => globalThis.timeAddresses(20))
    first.push(times[0])
    later.push(...times.slice(1))
    await context.close()
  }
  return judge(`smart: the address is computed, ${rounds} pages`, [
    middle('the first of a page', first, ADDRESS_MS),
    middle('a later one', later, ADDRESS_MS),
  ])
}

/** Milliseconds from the click to the answer, whose transaction is in a block by then. */
async function timeTransfer(world, { page, frame }) {
  const { ms, result } = await approveAndTime(page, frame, TRANSFER)
  const receipt = await world.node('eth_getTransactionReceipt', [result])
  if (receipt?.status !== '0x1') throw new Error(`It is not included: ${JSON.stringify(receipt)}`)
  return ms
}

/** Each round has a new person, whose account is deployed by the operation. */
export async function benchFirstOperation({ browser, rounds }) {
  const world = await startSmartWorld()
  try {
    const times = []
    for (let round = 0; round < rounds; round += 1) {
      const person = await enterSmart(browser, world, `first${round}@shop.example`)
      if ((await world.node('eth_getCode', [person.address, 'latest'])) !== '0x')
        throw new Error('The account is deployed before its first operation.')
      times.push(await timeTransfer(world, person))
      await person.page.context().close()
    }
    return judge(`smart: click to deployed and included, ${rounds} persons, a block at once`, [
      p95('the first operation', times, FIRST_MS),
    ])
  } finally {
    await world.close()
  }
}

/** One person, whose account is deployed. */
export async function benchOperation({ browser, rounds }) {
  const world = await startSmartWorld()
  try {
    const person = await enterSmart(browser, world, 'later@shop.example')
    await timeTransfer(world, person)
    await world.mineEach(BLOCK_S)
    const times = []
    for (let round = 0; round < rounds; round += 1) {
      // A click comes at any time between two blocks, and not at the same one each time.
      await person.page.waitForTimeout(Math.random() * BLOCK_S * 1_000)
      times.push(await timeTransfer(world, person))
    }
    return judge(`smart: click to included, ${rounds} operations, a block each ${BLOCK_S} s`, [
      p95('an operation of a deployed account', times, LATER_MS),
    ])
  } finally {
    await world.close()
  }
}

/** A request for a grant, by the name that the frame knows; `undefined` where it knows none. */
async function grantRequest(page, address) {
  const payload = { method: 'wallet_getSupportedExecutionPermissions', params: [] }
  const { type } = await ask(page, 'rpc request', payload)
  if (type !== 'rpc request success') return undefined
  const expiry = Math.floor(Date.now() / 1000) + 3_600
  const asked = {
    ...{ chainId: '0xaa36a7', from: address, to: KEY },
    permission: {
      type: 'native-token-allowance',
      isAdjustmentAllowed: false,
      data: { allowanceAmount: '0x1' },
    },
    rules: [
      { type: 'expiry', data: { timestamp: expiry } },
      { type: 'call-limit', data: { count: 10 } },
    ],
  }
  return { method: 'wallet_requestExecutionPermissions', params: [asked] }
}

/** Measured where the frame grants permissions; told as missing where it does not. */
export async function benchGrant({ browser, rounds }) {
  const world = await startSmartWorld()
  try {
    const { page, frame, address } = await enterSmart(browser, world, 'grant@shop.example')
    const request = await grantRequest(page, address)
    if (!request) {
      console.log('\nsmart: the frame grants no permissions: NOT MEASURED')
      return false
    }
    const times = []
    for (let round = 0; round < rounds; round += 1)
      times.push((await approveAndTime(page, frame, request)).ms)
    return judge(`smart: a grant, click to signature, ${rounds} times`, [
      p95('a grant', times, GRANT_MS),
    ])
  } finally {
    await world.close()
  }
}
