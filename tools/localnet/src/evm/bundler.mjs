// A bundler for one chain of the localnet. Faults make it lie, be silent, or fail.
import { createServer } from 'node:http'
import { pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { request } from '@latchkey/testing/nodes'
import { bundlerMethods, Refusal } from './bundlerMethods.mjs'

/** @typedef {import('../index.d.mts').BundlerFault} BundlerFault */

const WEALTH = 10n ** 22n

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
}

/**
 * @param {import('node:http').IncomingMessage} message
 * @param {import('node:http').ServerResponse} response
 * @param {{ methods: ReturnType<typeof bundlerMethods>, requests: { method: string, params: unknown }[] }} bundler
 */
async function answer(message, response, { methods, requests }) {
  let text = ''
  for await (const chunk of message) text += chunk
  const { id, method, params = [] } = JSON.parse(text)
  requests.push({ method, params })
  /** @type {object} */
  let body
  try {
    const own = methods[method]
    if (!own) throw new Refusal(-32601, `${method} is not known here`)
    body = { result: await own(...params) }
  } catch (error) {
    const { code = -32603, message: words } = /** @type {Refusal} */ (error)
    body = { error: { code, message: words } }
  }
  response
    .writeHead(200, { ...cors, 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
}

/** @type {Partial<Record<BundlerFault, [status: number, body: string]>>} */
const STATUSES = {
  429: [429, '{"error":"Too many requests"}'],
  500: [500, 'Internal Server Error'],
  html: [200, '<!doctype html><html><body>Welcome</body></html>'],
}

/** @type {typeof import('../index.d.mts').startBundler} */
export async function startBundler({ rpcUrl, port = 0, key = 1 }) {
  const executor = privateKeyToAccount(pad(toHex(0x4337_0000 + key), { size: 32 }))
  const chainId = Number(await request(rpcUrl, 'eth_chainId'))
  await request(rpcUrl, 'anvil_setBalance', [executor.address, toHex(WEALTH)])
  /** @type {BundlerFault | undefined} */
  let fault
  /** @type {{ method: string, params: unknown }[]} */
  const requests = []
  const methods = bundlerMethods({ rpcUrl, chainId, executor, fault: () => fault })
  const server = createServer((message, response) => {
    if (message.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    if (fault === 'silence') return undefined
    const [status, body] = (fault && STATUSES[fault]) ?? []
    if (status !== undefined) return void response.writeHead(status, cors).end(body)
    return void answer(message, response, { methods, requests }).catch(() =>
      response.writeHead(400).end(),
    )
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    fail: (next) => void (fault = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
