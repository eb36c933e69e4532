// The shop buys three times for its visitor on a local chain, and stops at the limit.
import process from 'node:process'
import { deploySmartAccounts, request, startLocalnet } from '../../tools/localnet/src/index.mjs'
import { freePort } from '../../tools/run/lib/ports.mjs'

const nodePort = await freePort()
const WAIT_MS = 60_000
const SHOP = '0x5109000000000000000000000000000000000001'
// The server starts after this file is read, and the chain after the server.
Object.assign(process.env, {
  SHOP_NODE_URL: `http://127.0.0.1:${nodePort}`,
  SHOP_PAUSE_S: '0.3',
  // The third key of every local chain.
  SHOP_VISITOR_KEY: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
})

const post = async (url, body = {}) => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, answer: await response.json() }
}

async function until(page, url, words) {
  const end = Date.now() + WAIT_MS
  for (;;) {
    await page.goto(url)
    const text = await page.locator('body').innerText()
    if (words.every((each) => text.includes(each))) return
    if (Date.now() > end) throw new Error(`the page does not show ${words.join(', ')}: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

export async function smoke({ page, url }) {
  const localnet = await startLocalnet({ ports: [nodePort, 0] })
  try {
    const node = localnet.chains[0].url
    const { status: refused } = await post(`${url}session`, { context: '0x1234' })
    if (refused !== 400) throw new Error(`a context of nobody answers ${refused}`)
    await deploySmartAccounts(node)
    // The smart account of that key.
    const account = '0x1295F435Cc191E431f7b6C59737cfdA968792091'
    await request(node, 'anvil_setBalance', [account, '0x8ac7230489e80000'])
    const before = BigInt(await request(node, 'eth_getBalance', [SHOP, 'latest']))
    const { status, answer } = await post(`${url}try`)
    if (status !== 200) throw new Error(`the session is not taken: ${JSON.stringify(answer)}`)
    await until(page, url, ['Bought 3', 'Ended: amount'])
    const after = BigInt(await request(node, 'eth_getBalance', [SHOP, 'latest']))
    if (after - before !== 3n * 10n ** 15n) throw new Error(`the shop got ${after - before} wei`)
  } finally {
    await localnet.close()
  }
}
