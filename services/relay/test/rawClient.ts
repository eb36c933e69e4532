import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws'

/** A client that sends any frames, for what sign-client would never send. */
export interface RawClient {
  socket: WebSocket
  clientId: string
  call(method: string, params: unknown): Promise<unknown>
  send(text: string): void
  /** The pushed messages, the oldest first. */
  pushed: {
    topic: string
    message: string
    tag: number
    publishedAt: number
    attestation: string
  }[]
  /** Frames without an id. */
  complaints: { code: number; message: string }[]
  closed: Promise<{ code: number; reason: string }>
  close(): void
}

export interface RawOptions {
  key?: Key
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Used in place of a valid token. */
  token?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Acknowledges pushed messages. This is the default. */
  acknowledges?: boolean
}

export interface Key {
  privateKey: KeyObject
  publicKey: Buffer
  issuer: string
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export const newKey = (): Key => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    privateKey,
    publicKey: raw,
    issuer: `did:key:z${base58(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`,
  }
}

export const base58 = (bytes: Buffer): string => {
  let text = ''
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n)
    text = ALPHABET[Number(number % 58n)] + text
  return text
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const newToken = (
  key: Key,
  aud: string,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): string => {
  const now = Math.floor(Date.now() / 1000)
  const sub = randomBytes(32).toString('hex')
  const body = { iss: key.issuer, sub, aud, iat: now, exp: now + 86_400, ...claims }
  const data = `${encode({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encode(body)}`
  return `${data}.${sign(null, Buffer.from(data), key.privateKey).toString('base64url')}`
}

export const newTopic = (): string => randomBytes(32).toString('hex')

export async function connectRaw(url: string, options: RawOptions = {}): Promise<RawClient> {
  const { key = newKey(), claims, header, query = {}, headers = {}, acknowledges = true } = options
  const auth = options.token ?? newToken(key, url, claims, header)
  const socket = new WebSocket(`${url}/?${new URLSearchParams({ auth, ...query })}`, { headers })
  const waiting = new Map<number, { done(value: unknown): void; fail(error: unknown): void }>()
  let lastId = 0
  const client: RawClient = {
    socket,
    clientId: key.issuer,
    pushed: [],
    complaints: [],
    call: (method, params) =>
      new Promise((done, fail) => {
        const id = (lastId += 1)
        waiting.set(id, { done, fail })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      }),
    send: (text) => socket.send(text),
    closed: new Promise((done) =>
      socket.on('close', (code, reason) => done({ code, reason: String(reason) })),
    ),
    close: () => socket.close(),
  }
  void client.closed.then(() => {
    for (const { fail } of waiting.values()) fail(new Error('closed'))
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.method === 'irn_subscription') {
      client.pushed.push(frame.params.data)
      if (acknowledges) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    } else if (frame.id === null) client.complaints.push(frame.error)
    else if (frame.error) waiting.get(frame.id)?.fail(frame.error)
    else waiting.get(frame.id)?.done(frame.result)
  })
  await new Promise((done, fail) => {
    socket.on('open', done)
    socket.on('error', fail)
  })
  socket.on('error', () => {})
  return client
}

export const until = async (
  condition: () => boolean | Promise<boolean>,
  ms = 3000,
): Promise<void> => {
  const end = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not happen in time.')
    await new Promise((done) => setTimeout(done, 5))
  }
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

export const subscriptionOf = (topic: string, clientId: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
