import { createHash, randomBytes } from 'node:crypto'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import * as v from 'valibot'
import { type ProofClaims, failedAnswer } from '../src/contract/index.js'

export interface Answer {
  status: number
  // Bodies of many kinds; each test names what it reads.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads what it expects
  body: any
  headers: Headers
}

export interface ProofChanges {
  key?: FrameKey
  method?: string
  path?: string
  /** Seconds that are added to the time. */
  later?: number
  ath?: string
  /** Takes the place of a new proof; '' sends none. */
  proof?: string
  headers?: Record<string, string>
}

export type FrameKey = Awaited<ReturnType<typeof newFrameKey>>

/** The key of a frame, as the page makes it. */
export async function newFrameKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  return { privateKey, jwk: { kty, crv, x, y } as Record<string, string> }
}

/** These begin or resume a session, and carry none. */
const WITHOUT_TOKEN =
  /^\/v1\/(?:email\/(?:start|verify)|device\/wait|session\/resume|farcaster\/|link\/|social\/(?!confirm))/

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * A browser with a frame in it: it has a key and cookies, and speaks to the service as the page does.
 * @param reach gives the instance that the next request goes to
 */
export async function createVisitor(
  url: string,
  now: () => number = Date.now,
  reach: () => string = () => url,
) {
  let key = await newFrameKey()
  const cookies = new Map<string, string>()
  const hasToken = (path: string): boolean =>
    visitor.token !== undefined && !WITHOUT_TOKEN.test(path)
  const visitor = {
    get key() {
      return key
    },
    set key(other: FrameKey) {
      key = other
    },
    cookies,
    token: undefined as string | undefined,
    handle: undefined as string | undefined,

    async proofOf(method: string, path: string, changes: ProofChanges = {}): Promise<string> {
      const signer = changes.key ?? key
      const ath = changes.ath ?? (hasToken(path) ? hash(visitor.token!) : undefined)
      const claims: ProofClaims = {
        jti: randomBytes(16).toString('base64url'),
        htm: changes.method ?? method,
        htu: `${url}${changes.path ?? path}`,
        iat: Math.floor(now() / 1000) + (changes.later ?? 0),
        ...(ath !== undefined && { ath }),
      }
      return new SignJWT({ ...claims })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: signer.jwk })
        .sign(signer.privateKey)
    },

    async ask(
      method: string,
      path: string,
      body?: unknown,
      changes: ProofChanges = {},
    ): Promise<Answer> {
      const proof = changes.proof ?? (await visitor.proofOf(method, path, changes))
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(`${reach()}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
          ...(proof && { dpop: proof }),
          ...(hasToken(path) && { authorization: `DPoP ${visitor.token}` }),
          ...(cookie && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...changes.headers,
        },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name!, value!)
      }
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        body: isJson ? JSON.parse(text) : text,
        headers: response.headers,
      }
    },

    async post(path: string, body: unknown = {}, changes?: ProofChanges): Promise<Answer> {
      return visitor.ask('POST', path, body, changes)
    },
    async get(path: string, changes?: ProofChanges): Promise<Answer> {
      return visitor.ask('GET', path, undefined, changes)
    },

    /** Keeps the session of an answer, as the page does. */
    keep(answer: Answer): Answer {
      if (answer.status === 200) {
        visitor.token = answer.body.token
        visitor.handle = answer.body.handle
      }
      return answer
    },
  }
  return visitor
}
export type Visitor = Awaited<ReturnType<typeof createVisitor>>

/** Status and name of a refusal, which has the form of the contract. */
export const reasonOf = ({ status, body }: Answer): [number, string] => [
  status,
  v.parse(failedAnswer, body).reasons[0]!.name,
]
