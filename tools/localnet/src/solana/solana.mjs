import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { rpcError } from './solanaErrors.mjs'
import { createMethods } from './solanaMethods.mjs'

/** The duration of a slot on the real network. */
const slotMs = 400

/** @param {unknown} error */
const toError = (error) =>
  /** @type {{ rpc?: object }} */ (error).rpc ?? {
    code: -32602,
    message: error instanceof Error ? error.message : String(error),
  }

/** @param {import('node:http').IncomingMessage} request */
async function read(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

/**
 * @typedef {{ id: unknown, method: string, params?: any[] }} Call
 * @typedef {(call: Call) => object} Answer
 */

/** @param {Answer} answer */
const createHttp = (answer) =>
  createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method !== 'POST') return void response.end()
    response.setHeader('content-type', 'application/json')
    read(request).then(
      (body) => response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body))),
      () => {
        response.statusCode = 400
        response.end()
      },
    )
  })

/**
 * Tells sockets the outcome of the transactions that they ask for.
 * @param {import('node:http').Server} http
 * @param {Answer} answer
 * @param {(signature: string) => object | undefined} outcome of what is done
 */
function serveSockets(http, answer, outcome) {
  /** @type {Map<number, { socket: import('ws').WebSocket, signature: string }>} */
  const waiting = new Map()
  let subscriptions = 0
  /** @param {import('ws').WebSocket} socket @param {Call} call */
  const perform = (socket, call) => {
    const { id, method, params: [first] = [] } = call
    if (method === 'signatureUnsubscribe')
      return { jsonrpc: '2.0', id, result: waiting.delete(first) }
    if (method !== 'signatureSubscribe') return answer(call)
    waiting.set(++subscriptions, { socket, signature: first })
    // The notification comes after the answer, as the outcome may be known already.
    setImmediate(() => outcome(first) && tell(first))
    return { jsonrpc: '2.0', id, result: subscriptions }
  }
  const server = new WebSocketServer({ server: http })
  // The HTTP server below reports a port that is taken.
  server.on('error', () => undefined)
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      try {
        socket.send(JSON.stringify(perform(socket, JSON.parse(String(data)))))
      } catch {
        socket.send(
          JSON.stringify({
            jsonrpc: '2.0',
            id: null,
            error: { code: -32700, message: 'Parse error' },
          }),
        )
      }
    })
    socket.on('close', () =>
      waiting.forEach((one, id) => one.socket === socket && waiting.delete(id)),
    )
  })
  /** @param {string} signature */
  const tell = (signature) =>
    waiting.forEach((one, id) => {
      if (one.signature !== signature) return
      waiting.delete(id)
      one.socket.send(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'signatureNotification',
          params: { subscription: id, result: outcome(signature) },
        }),
      )
    })
  return { tell, end: () => server.clients.forEach((socket) => socket.terminate()) }
}

/** @type {typeof import('../index.d.mts').startSolana} */
export async function startSolana({ port = 0 } = {}) {
  const { methods, done, inContext, tick } = createMethods((signature) => sockets.tell(signature))
  /** @type {Answer} */
  const answer = ({ id, method, params = [] }) => {
    try {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw rpcError(-32601, 'Method not found')
      return { jsonrpc: '2.0', id, result: run(...params) }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: toError(error) }
    }
  }
  const http = createHttp(answer)
  const sockets = serveSockets(http, answer, (signature) => {
    const found = done.get(signature)
    return found && inContext({ err: found.err })
  })
  await new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const timer = setInterval(tick, slotMs).unref()
  const at = `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (http.address()).port}`
  return {
    url: `http://${at}`,
    wsUrl: `ws://${at}`,
    async close() {
      clearInterval(timer)
      sockets.end()
      http.closeAllConnections()
      if (http.listening) await new Promise((resolve) => http.close(resolve))
    },
  }
}
