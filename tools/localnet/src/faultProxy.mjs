// A proxy in front of a JSON-RPC node, which fails on demand: a test registers faults with `fail`.
// Requests without a fault are passed on to the node. Every request is recorded.
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

/** The body of a request as text. @param {import('node:http').IncomingMessage} message */
async function bodyOf(message) {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}

/**
 * The calls in a body, one or a batch; none where it is not JSON.
 * @param {string} text
 * @returns {{ method: string, params: unknown }[]}
 */
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
 * Answers a request by a fault: never, by a closed socket, or by a status and a body.
 * @returns {boolean} false where the fault is only a delay, so that the request is passed on
 * @param {RpcFault} fault
 * @param {ServerResponse} response
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

/**
 * Answers what the node at `target` answers; status 502 where it cannot be reached.
 * @param {string} target @param {string} body @param {ServerResponse} response
 */
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

  /**
   * The first fault that is meant for one of these calls; it is removed after its last time.
   * @param {{ method: string }[]} calls
   */
  const takeFault = (calls) => {
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
    const fault = takeFault(calls)
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
