// A JSON-RPC node that misbehaves on demand: what it is not told to spoil, it passes on.
import { createServer } from 'node:http'

/** @typedef {import('./index.d.mts').RpcFault} RpcFault */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
}
const statusTexts = /** @type {Record<number, string>} */ ({
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
})

/** @param {import('node:http').IncomingMessage} message */
async function bodyOf(message) {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}

/** @param {string} text @returns {{ method: string, params: unknown }[]} */
function callsIn(text) {
  try {
    const parsed = JSON.parse(text)
    return (Array.isArray(parsed) ? parsed : [parsed]).map(({ method, params }) => ({
      method: String(method),
      params,
    }))
  } catch {
    return []
  }
}

/**
 * Answers a fault; false when the request is to be passed on after all.
 * @param {RpcFault} fault @param {ServerResponse} response @returns {boolean}
 */
function spoil(fault, response) {
  if (fault.hang) return true // kept open until close() or until the client gives up
  if (fault.drop) {
    response.socket?.destroy()
    return true
  }
  if (fault.status === undefined && fault.body === undefined) return false
  const status = fault.status ?? 200
  const body =
    fault.body === 'html'
      ? `<!doctype html><html><body><h1>${status} ${statusTexts[status] ?? 'OK'}</h1></body></html>`
      : (fault.body ?? statusTexts[status] ?? '')
  const type = fault.body === 'html' ? 'text/html' : 'application/json'
  response.writeHead(status, { ...cors, 'content-type': type, ...fault.headers }).end(body)
  return true
}

/** @param {string} target @param {string} body @param {ServerResponse} response */
async function passOn(target, body, response) {
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    response
      .writeHead(answer.status, { ...cors, 'content-type': 'application/json' })
      .end(await answer.text())
  } catch {
    response.writeHead(502, cors).end(statusTexts[502])
  }
}

/**
 * @type {typeof import('./index.d.mts').startRpcFaultProxy}
 */
export async function startRpcFaultProxy({ target, port = 0 }) {
  /** @type {RpcFault[]} */
  let faults = []
  /** @type {import('./index.d.mts').RecordedRequest[]} */
  const requests = []

  /** @param {{ method: string }[]} calls */
  const take = (calls) => {
    const fault = faults.find(
      ({ methods }) => !methods || calls.some(({ method }) => methods.includes(method)),
    )
    if (fault?.times !== undefined && --fault.times <= 0)
      faults = faults.filter((other) => other !== fault)
    return fault
  }

  const server = createServer(async (message, response) => {
    if (message.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    const body = await bodyOf(message)
    const calls = callsIn(body)
    for (const call of calls) requests.push({ ...call, at: Date.now(), headers: message.headers })
    const fault = take(calls)
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    if (!fault || !spoil(fault, response)) await passOn(target, body, response)
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    fail: (fault) => void faults.push({ ...fault }),
    heal: () => void (faults = []),
    forget: () => void requests.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
