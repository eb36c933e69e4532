// Persons who sign in to the secure frame without a browser: each has a key, a cookie and a session,
// and asks as the page does.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const base64 = (text) => Buffer.from(text).toString('base64url')
const hash = (text) => createHash('sha256').update(text).digest('base64url')
const ORIGIN = 'https://shop.example'
export const PAGES = [ORIGIN]

/** @returns {Promise<{ status: number, text: string, cookies: string[] }>} */
const send = (url, method, headers, body = '') =>
  new Promise((done, fail) => {
    const asked = request(
      url,
      { agent, method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => (text += part))
        answer.on('error', fail).on('end', () =>
          done({
            status: answer.statusCode,
            text,
            cookies: answer.headers['set-cookie'] ?? [],
          }),
        )
      },
    )
    // As browsers do, where the server ended a connection that was kept before it saw the request.
    asked.on('error', (error) =>
      asked.reusedSocket && error.code === 'ECONNRESET'
        ? done(send(url, method, headers, body))
        : fail(error),
    )
    asked.end(body)
  })

/** A device with a frame in it. Making its key is the browser's work: it is done before a measurement. */
export function newPerson(email) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const header = base64(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }))
  return { email, privateKey, header, cookie: '', token: undefined }
}

function proofOf({ privateKey, header, token }, url, method) {
  const claims = {
    jti: randomBytes(16).toString('base64url'),
    htm: method,
    htu: url,
    iat: Math.floor(Date.now() / 1000),
    ...(token && { ath: hash(token) }),
  }
  const body = `${header}.${base64(JSON.stringify(claims))}`
  const signature = sign('sha256', Buffer.from(body), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${body}.${signature.toString('base64url')}`
}

/** Asks the API as the page does. @throws where it does not answer with 200 */
export async function ask(frame, person, path, body = {}) {
  const url = `${frame.url}${path}`
  const { status, text, cookies } = await send(
    url,
    'POST',
    {
      dpop: proofOf(person, url, 'POST'),
      'content-type': 'application/json',
      ...(person.token && { authorization: `DPoP ${person.token}` }),
      ...(person.cookie && { cookie: person.cookie }),
    },
    JSON.stringify(body),
  )
  if (status !== 200) throw new Error(`${path} answered with ${status}: ${text}`)
  const [cookie] = cookies
  if (cookie) person.cookie = cookie.split(';')[0]
  return JSON.parse(text)
}

/** Asks as the page does while a new device waits for its approval. */
async function waitForApproval(frame, person, id) {
  for (let seen; seen !== 'approved';)
    ({ state: seen } = await ask(frame, person, '/v1/device/wait', { id, ...(seen && { seen }) }))
}

/** Reads the page behind the link of a mail and approves. @returns the code that it shows */
async function approve(frame, mail) {
  const path = /\/device\/[\w-]{43}/.exec(mail)[0]
  await send(`${frame.url}${path}`, 'GET', {})
  const { text } = await send(`${frame.url}${path}/approve`, 'POST', {})
  return /<output[^>]*>(\d{6})</.exec(text)[1]
}

/** A whole sign-in: the mail, the link of a new device with its page, the code, the session. */
export async function signIn(frame, mail, person) {
  person.token = undefined
  const arriving = mail.next(person.email)
  const asked = { projectId: frame.projectId, email: person.email, origin: ORIGIN }
  const { id, action } = await ask(frame, person, '/v1/email/start', asked)
  const isNew = action === 'VERIFY_DEVICE'
  const approved = isNew ? waitForApproval(frame, person, id) : undefined
  // A failure is told by the one that waits for it below.
  approved?.catch(() => undefined)
  const text = await arriving
  const code = isNew ? await approve(frame, text) : /^(\d{6})\r$/m.exec(text)[1]
  await approved
  const { token } = await ask(frame, person, '/v1/email/verify', { id, code })
  person.token = token
}

const newShare = () => randomBytes(33).toString('base64url')

export const createWallet = (frame, person) =>
  ask(frame, person, '/v1/wallet', {
    id: randomBytes(16).toString('base64url'),
    evm: `0x${'a1'.repeat(20)}`,
    solana: '4Nd1mYvM9kq5dXQ7Yt1oSPQk1xXo5Zs2h7nYVbTqkL2b',
    service: newShare(),
    recovery: [{ kind: 'kit', sealed: newShare() }],
  })

/**
 * Starts so many a second, each when it is due, whether earlier ones are done or not.
 * @returns {Promise<{ latencies: number[], failures: string[], seconds: number }>} ms from the time that
 * each was due
 */
export async function atRate(rate, count, run) {
  const latencies = []
  const failures = []
  const began = performance.now()
  const started = Array.from({ length: count }, async (_, index) => {
    const due = began + (index * 1000) / rate
    await new Promise((done) => setTimeout(done, due - performance.now()))
    await run(index).then(
      () => latencies.push(performance.now() - due),
      (error) => failures.push(String(error)),
    )
  })
  await Promise.all(started)
  return { latencies, failures, seconds: (performance.now() - began) / 1000 }
}

/** As many as it can with so many at once. @returns {Promise<number>} a second */
export async function asFastAs(atOnce, count, run) {
  let next = 0
  const began = performance.now()
  const worker = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (count * 1000) / (performance.now() - began)
}
