// Light clients of a relay for load: frames over `ws`, each client with its own key.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws' // the relay depends on it already

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const AT_ONCE = 100
const TICK_MS = 5

export const newTopic = () => randomBytes(32).toString('hex')

/** @returns {Promise<ReturnType<typeof wrap>[]>} */
export async function connectMany(url, count) {
  const clients = []
  while (clients.length < count)
    clients.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - clients.length) }, () => connect(url)),
      )),
    )
  return clients
}

/**
 * Calls `act` `rate` times a second, the first time at once. It passes the time at which the call
 * was due.
 */
export function onePerTick(rate, seconds, act) {
  const began = performance.now()
  let done = 0
  return new Promise((finish) => {
    const timer = setInterval(() => {
      const due = Math.min(
        rate * seconds,
        Math.floor(((performance.now() - began) / 1000) * rate) + 1,
      )
      for (; done < due; done += 1) act(began + (done / rate) * 1000)
      if (done < rate * seconds) return
      clearInterval(timer)
      finish()
    }, TICK_MS)
  })
}

/**
 * An honest client that speaks the protocol.
 * @param {ReturnType<typeof newKey>} [key]
 */
export async function connect(url, key) {
  return wrap(await openSocket(url, key))
}

/** A socket that the relay has admitted, for clients that break the protocol. */
export async function openSocket(url, key = newKey()) {
  const socket = new WebSocket(`${url}/?auth=${token(url, key)}`, { perMessageDeflate: false })
  await new Promise((done, fail) => {
    socket.once('open', done)
    socket.once('error', fail)
  })
  return socket
}

function wrap(socket) {
  const waiting = new Map()
  let lastId = 0
  const write = (method, params) =>
    socket.send(JSON.stringify({ id: (lastId += 1), jsonrpc: '2.0', method, params }))
  const client = {
    socket,
    onMessage: () => {},
    close: () => socket.terminate(),
    /** Sends without waiting for the answer. */
    notify: write,
    call: (method, params) =>
      new Promise((done, fail) => {
        write(method, params)
        waiting.set(lastId, { done, fail })
      }),
  }
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.method) {
      client.onMessage(frame.params.data)
      return socket.send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
    }
    const call = waiting.get(frame.id)
    waiting.delete(frame.id)
    if (frame.error) (call?.fail ?? console.error)(frame.error)
    else call?.done(frame.result)
  })
  return client
}

/** A client id with its key. */
export const newKey = () => generateKeyPairSync('ed25519')

function token(aud, { privateKey, publicKey }) {
  const key = Buffer.concat([
    Buffer.from([0xed, 0x01]),
    Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url'),
  ])
  const iat = Math.floor(Date.now() / 1000)
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: `did:key:z${base58(key)}`, sub: newTopic(), aud, iat, exp: iat + 86_400 }
  const data = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${data}.${sign(null, Buffer.from(data), privateKey).toString('base64url')}`
}

function base58(bytes) {
  let text = ''
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n)
    text = ALPHABET[Number(number % 58n)] + text
  return text
}
