// A Bitcoin node for one regtest network, with an HTTP face of the Esplora kind: a process of its
// own, started by bitcoin.mjs.
// It prints one line of JSON, {"url"}, when it is ready. Beside Esplora's routes: POST
// /regtest/mine?blocks=1, POST /regtest/fund?address=…&value=….
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import process from 'node:process'

// The native parts of bcoin are not built; it does the same in plain JavaScript.
process.env['NODE_BACKEND'] = 'js'
process.env['BCRYPTO_BACKEND'] = 'js'
// bcoin (MIT): the one Bitcoin node that npm installs.
const { Amount, FullNode, KeyRing, MTX, Network, Address, TX } = createRequire(import.meta.url)(
  'bcoin',
)

const MATURE = 100
/** SegWit is active from this height on. */
const BLOCKS = 440
/**
 * Estimated fees in satoshi per virtual byte, by the number of blocks within which a transaction is
 * mined.
 */
const FEES = Object.freeze({ 1: 3, 3: 2, 6: 1 })

// bcoin has address prefixes of its own for regtest; those of Bitcoin Core are used instead.
const regtest = Network.get('regtest')
Object.assign(regtest.addressPrefix, { bech32: 'bcrt', pubkeyhash: 0x6f, scripthash: 0xc4 })
regtest.keyPrefix.privkey = 0xef

const node = new FullNode({
  network: 'regtest',
  memory: true,
  indexTX: true,
  indexAddress: true,
  workers: false,
  listen: false,
  noAuth: true,
  logLevel: 'none',
  env: false,
  argv: false,
  httpPort: 0,
  httpHost: '127.0.0.1',
})
// Its own HTTP and RPC servers would take a port and are not needed.
node.http.open = node.http.close = async () => {}
await node.open()

const faucet = KeyRing.generate('regtest')
faucet.witness = true

/** @param {number} blocks */
async function mine(blocks) {
  for (let count = 0; count < blocks; count++) {
    const block = await node.miner.mineBlock(null, faucet.getAddress())
    if (!(await node.chain.add(block))) throw new Error('the block was not taken')
  }
}

/** @param {{ toRaw(): Buffer }} tx */
async function submit(tx) {
  const missing = await node.mempool.addTX(tx)
  if (missing) throw new Error('bad-txns-inputs-missingorspent')
}

/** @param {any[]} coins */
const sum = (coins) => coins.reduce((total, { value }) => total + value, 0)

/** @param {string} to @param {number} value */
async function fund(to, value) {
  const mtx = new MTX()
  mtx.addOutput(Address.fromString(to, 'regtest'), value)
  const coins = (await node.getCoinsByAddress([faucet.getAddress()])).filter(
    (/** @type {any} */ coin) => coin.height >= 0 && node.chain.height - coin.height >= MATURE,
  )
  await mtx.fund(coins, {
    rate: Amount.fromBTC('0.0001').toValue(),
    changeAddress: faucet.getAddress(),
  })
  mtx.sign(faucet)
  await submit(mtx.toTX())
  await mine(1)
  return mtx.txid()
}

/** @param {string} text */
async function coinsOf(text) {
  const address = Address.fromString(text, 'regtest')
  return {
    chain: await node.chain.getCoinsByAddress([address]),
    all: await node.getCoinsByAddress([address]),
  }
}

/**
 * The balance in the shape of Esplora's answer. Its sums differ as Esplora's do; unconfirmed amounts
 * are left out.
 * @param {string} address
 */
async function balance(address) {
  const { chain, all } = await coinsOf(address)
  const change = sum(all) - sum(chain)
  return {
    address,
    chain_stats: { funded_txo_sum: sum(chain), spent_txo_sum: 0 },
    mempool_stats: { funded_txo_sum: Math.max(change, 0), spent_txo_sum: Math.max(-change, 0) },
  }
}

/** @param {string} id in the order of the screen */
async function status(id) {
  const hash = Buffer.from(id, 'hex').reverse()
  const meta = await node.getMeta(bcoinHash(hash))
  if (!meta) return undefined
  return meta.height >= 0 ? { confirmed: true, block_height: meta.height } : { confirmed: false }
}
/** Hashes are hex or bytes by version. @param {Buffer} hash */
const bcoinHash = (hash) => (typeof node.chain.tip.hash === 'string' ? hash.toString('hex') : hash)

/**
 * @type {[string, RegExp, (match: RegExpExecArray, body: string, query: URLSearchParams) =>
 * unknown][]}
 */
const routes = [
  ['GET', /^\/blocks\/tip\/height$/, () => node.chain.height],
  ['GET', /^\/fee-estimates$/, () => FEES],
  ['GET', /^\/address\/(\w+)$/, ([, address]) => balance(String(address))],
  [
    'GET',
    /^\/address\/(\w+)\/utxo$/,
    async ([, address]) =>
      (await coinsOf(String(address))).all.map((/** @type {any} */ coin) => ({
        txid: coin.txid(),
        vout: coin.index,
        value: coin.value,
        status: { confirmed: coin.height >= 0 },
      })),
  ],
  ['GET', /^\/tx\/([0-9a-f]{64})\/status$/, ([, id]) => status(String(id))],
  [
    'POST',
    /^\/tx$/,
    async (_match, body) => {
      const tx = TX.fromRaw(body.trim(), 'hex')
      await submit(tx)
      return tx.txid()
    },
  ],
  [
    'POST',
    /^\/regtest\/mine$/,
    async (_match, _body, query) => {
      await mine(Number(query.get('blocks') ?? 1))
      return node.chain.height
    },
  ],
  [
    'POST',
    /^\/regtest\/fund$/,
    (_match, _body, query) => fund(String(query.get('address')), Number(query.get('value'))),
  ],
]

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const respond = (/** @type {number} */ code, /** @type {unknown} */ body) => {
    response.writeHead(code, {
      'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    if (request.method === 'OPTIONS') return respond(204, '')
    for (const [method, pattern, answer] of routes) {
      const match = method === request.method ? pattern.exec(pathname) : null
      if (!match) continue
      try {
        const body = await answer(match, Buffer.concat(chunks).toString(), searchParams)
        return body === undefined ? respond(404, 'not found') : respond(200, body)
      } catch (error) {
        const { reason, message } = /** @type {{ reason?: string, message?: string }} */ (error)
        return respond(400, `sendrawtransaction RPC error: ${reason ?? message}`)
      }
    }
    return respond(404, 'not found')
  })
})

await mine(BLOCKS)
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }))
})
