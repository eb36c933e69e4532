// A shop that buys for a visitor once a minute, without asking again, until the session's limit.
//
// SHOP_NODE_URL is a node of the network, SHOP_KEY the session key, which pays the network fees. SHOP_PAUSE_S
// is the time between two purchases, 60 seconds if left out. With SHOP_VISITOR_KEY the shop has a visitor of
// its own, to try it on a local chain.
import { createServer } from 'node:http'
import process from 'node:process'
import { openSession } from '@latchkey/feature-smart-sessions/use'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { grantFromVisitor } from './visitor.mjs'

const port = Number(process.env.PORT ?? 3000)
const transport = http(process.env.SHOP_NODE_URL ?? 'http://127.0.0.1:8545')
const pauseMs = Number(process.env.SHOP_PAUSE_S ?? 60) * 1000
// The second key of every local chain. Use one of your own anywhere else.
const LOCAL_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const key = privateKeyToAccount(process.env.SHOP_KEY ?? LOCAL_KEY)
const PRICE = 10n ** 15n
const SHOP = '0x5109000000000000000000000000000000000001'
const MOST_BYTES = 64_000

const chain = createPublicClient({ transport })
const wallet = createWalletClient({ account: key, chain: null, transport })
const send = (transaction) => wallet.sendTransaction(transaction)

/** The purchases of one session. A shop with several visitors has one for each, in its database. */
const purchases = { count: 0, ended: undefined, timer: undefined }

async function buy(session) {
  try {
    const hash = await session.redeem([{ to: SHOP, value: PRICE }], send)
    const { status } = await chain.waitForTransactionReceipt({ hash })
    if (status === 'success') purchases.count += 1
  } catch (error) {
    if (!isLatchkeyError(error, 'sessions.redeem_refused')) return console.error(error)
    // The limit is reached, the session is over, or the visitor has taken it back.
    purchases.ended = error.context.reason
    clearInterval(purchases.timer)
  }
}

/** @param granted the `context` and the `dependencies` that the visitor's wallet answered to the page */
async function begin({ context, dependencies }) {
  const session = openSession({ context, dependencies, node: (asked) => chain.request(asked) })
  if (session.to !== key.address) throw new Error('The session is for another key.')
  clearInterval(purchases.timer)
  Object.assign(purchases, { count: 0, ended: undefined })
  let isBuying = false
  const next = async () => {
    if (isBuying) return
    isBuying = true
    await buy(session)
    isBuying = false
  }
  purchases.timer = setInterval(next, pauseMs)
  await next()
  return { pci: session.pci, state: await session.state() }
}

async function bodyOf(request) {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > MOST_BYTES) throw new Error('The request is too large.')
  }
  return JSON.parse(text)
}

const write = (response, status, value) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)))

const page = () => `<!doctype html><html lang="en"><title>Session shop</title>
<h1>Bought ${purchases.count}</h1>
<p>${purchases.ended ? `Ended: ${purchases.ended}` : 'Waiting for the next purchase'}</p></html>`

createServer(async (request, response) => {
  try {
    if (request.method === 'GET' && request.url === '/session-key')
      return write(response, 200, { to: key.address })
    if (request.method === 'POST' && request.url === '/session')
      return write(response, 200, await begin(await bodyOf(request)))
    if (request.method === 'POST' && request.url === '/try' && process.env.SHOP_VISITOR_KEY)
      return write(response, 200, await begin(await grantFromVisitor({ chain, key, PRICE })))
    response.writeHead(200, { 'content-type': 'text/html' }).end(page())
  } catch (error) {
    console.error(error)
    write(response, 400, { error: 'This session cannot be used.' })
  }
}).listen(port, '127.0.0.1')
