import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { createMethods, rpcError } from './solanaMethods.mjs'

/** A slot of the real network. */
const slotMs = 400

/** @param {unknown} error */
const toError = (error) => /** @type {{ rpc?: object }} */ (error).rpc ?? { code: -32602, message: error instanceof Error ? error.message : String(error) }

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
const createHttp = (answer) => createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  if (request.method !== 'POST') return void response.end()
  response.setHeader('content-type', 'application/json')
  read(request).then((body) => response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body))), () => {
    response.statusCode = 400
    response.end()
  })
})

/** @type {typeof import('./index.d.mts').startSolana} */
export async function startSolana({ port = 0 } = {}) {
  /** @type {Map<number, { socket: import('ws').WebSocket, signature: string }>} */
  const waiting = new Map()
  const { methods, done, inContext, tick } = createMethods((signature) => {
    for (const [id, one] of waiting) {
      if (one.signature !== signature) continue
      waiting.delete(id)
      one.socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params: { subscription: id, result: inContext({ err: done.get(signature)?.err ?? null }) } }))
    }
  })
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
  const sockets = new WebSocketServer({ server: http })
  let subscriptions = 0
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const call = /** @type {Call} */ (JSON.parse(String(data)))
      if (call.method !== 'signatureSubscribe') return socket.send(JSON.stringify(call.method === 'signatureUnsubscribe' ? { jsonrpc: '2.0', id: call.id, result: waiting.delete(call.params?.[0]) } : answer(call)))
      waiting.set(++subscriptions, { socket, signature: call.params?.[0] })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: subscriptions }))
    })
  })
  await new Promise((resolve) => http.listen(port, '127.0.0.1', () => resolve(undefined)))
  const timer = setInterval(tick, slotMs).unref()
  const at = `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (http.address()).port}`
  return {
    url: `http://${at}`,
    wsUrl: `ws://${at}`,
    async close() {
      clearInterval(timer)
      for (const socket of sockets.clients) socket.terminate()
      http.closeAllConnections()
      if (http.listening) await new Promise((resolve) => http.close(resolve))
    },
  }
}
