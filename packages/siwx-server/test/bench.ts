import { formatMessage, type SiwxMessage } from '@latchkey/siwx'
import { vi } from 'vitest'
import {
  createSiwxServer,
  memoryStore,
  type SiwxServer,
  type SiwxServerOptions,
  type SiwxStore,
} from '../src/index.js'
import { eip155, type Signer } from './signers.js'

/**
 * ms for one test: verifiers and their libraries are loaded by whoever comes first, which takes
 * seconds on a busy machine.
 */
vi.setConfig({ testTimeout: 60_000 })

export const ORIGIN = 'https://shop.example'
export const START = Date.parse('2026-03-01T12:00:00Z')
export const MINUTE = 60_000
export const SECRET = 'a secret of thirty-two bytes or more'

/** A browser, or a program: keeps cookies as a browser does, and nothing else. */
export class Client {
  readonly cookies = new Map<string, string>()
  readonly set: string[] = []
  token: string | undefined
  constructor(
    readonly handle: (request: Request) => Promise<Response>,
    readonly origin: string | null = ORIGIN,
    readonly base = `${ORIGIN}/api/siwx`,
  ) {}

  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers)
    if (this.origin !== null && !headers.has('origin') && init.method !== 'GET')
      headers.set('origin', this.origin)
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (this.token) headers.set('authorization', `Bearer ${this.token}`)
    return new Request(`${this.base}${path}`, { ...init, headers })
  }
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.handle(this.request(path, init))
    for (const line of response.headers.getSetCookie()) {
      this.set.push(line)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/Max-Age=0(;|$)/.test(line)) this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
    return response
  }
  post(path: string, body: unknown = {}): Promise<Response> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }
  async nonce(): Promise<{ nonce: string; nonceToken: string; expirationTime: string }> {
    return (await this.post('/nonce')).json()
  }
  async list(
    query = '',
  ): Promise<{ data: SiwxMessage; message: string; expirationTime: string }[]> {
    return (await (await this.send(`/sessions${query}`, { method: 'GET' })).json()).sessions
  }
}

export interface SignInChanges {
  /** Of the message before it is signed. */
  message?: Partial<SiwxMessage>
  /** Of the text before it is signed. */
  text?(text: string): string
  /** Of what is sent. */
  body?:
    | Readonly<Record<string, unknown>>
    | ((signed: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>)
}

export interface Bench {
  server: SiwxServer
  store: SiwxStore
  /** ms since 1970. */
  now: number
  errors: unknown[]
  client(origin?: string | null): Client
  /** The body of a request to verify a signature. */
  signed(client: Client, signer?: Signer, changes?: SignInChanges): Promise<Record<string, unknown>>
  signIn(client: Client, signer?: Signer, changes?: SignInChanges): Promise<Response>
}

/** A server of shop.example whose clock stands still. */
export function createBench(options: Partial<SiwxServerOptions> = {}): Bench {
  const clock = (): number => bench.now
  const store = options.store ?? memoryStore({ clock })
  const errors: unknown[] = []
  const server = createSiwxServer({
    domain: 'shop.example',
    store,
    clock,
    onError: (error) => errors.push(error),
    ...options,
  })
  const signed: Bench['signed'] = async (
    client,
    signer = eip155(),
    { message, text = (same: string) => same, body } = {},
  ) => {
    const { nonce, nonceToken } = await client.nonce()
    const { chainId, accountAddress } = signer
    const written = text(
      formatMessage({
        domain: 'shop.example',
        accountAddress,
        chainId,
        uri: `${ORIGIN}/in`,
        version: '1',
        nonce,
        issuedAt: new Date(bench.now).toISOString(),
        statement: 'Come in',
        ...message,
      }),
    )
    const made = {
      message: written,
      ...(await signer.sign(written)),
      chainId,
      accountAddress,
      nonceToken,
    }
    return { ...made, ...(typeof body === 'function' ? body(made) : body) }
  }
  const bench: Bench = {
    server,
    store,
    errors,
    signed,
    now: START,
    client: (origin = ORIGIN) => new Client(server.handle, origin),
    signIn: async (client, signer, changes) => {
      const response = await client.post('/verify', await signed(client, signer, changes))
      if (response.ok) client.token = (await response.clone().json()).token
      return response
    },
  }
  return bench
}

export const codeOf = async (response: Response): Promise<string | number> =>
  response.ok ? response.status : `${response.status} ${(await response.json()).error.code}`

/** A store that forgets nothing by itself, and tells what it is asked for. */
export const endlessStore = (
  entries = new Map<string, string>(),
  asked: string[] = [],
): SiwxStore => ({
  get: async (key) => {
    asked.push(key)
    return entries.get(key)
  },
  set: async (key, value) => entries.set(key, value),
  take: async (key) => {
    const value = entries.get(key)
    entries.delete(key)
    return value
  },
})
