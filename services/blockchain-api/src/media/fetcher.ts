import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { createPublicTest } from './publicAddress.js'

/** A file that a stranger's contract named. */
export interface Document {
  bytes: Uint8Array
}

export interface FetcherOptions {
  /** `https://ipfs.example/ipfs/`: where `ipfs://` is read. Absent: it is refused. */
  ipfsGateway?: string
  /** Absent: 2,048. Gateways of names have a whole call in their links. */
  maxLinkLength?: number
  /** Beyond https, for tests. */
  allowHttp?: boolean
  /** For tests: whether an IP address may be asked. */
  isAllowed?: (address: string) => boolean
  /** For tests: the addresses of a name. */
  resolve?: Resolve
  /** For tests, `127.0.0.1:53`. Absent: those of the system. */
  nameServers?: readonly string[]
}

type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

export type FetchDocument = (url: string, signal: AbortSignal) => Promise<Document>

export const MAX_DOCUMENT_BYTES = 2 << 20
const TIMEOUT_MS = 5000
const MAX_REDIRECTS = 3
const DNS_TIMEOUT_MS = 1500
const DNS_TRIES = 2
/** `data:` in the middle of a token's answer is longer than any link. */
const MAX_LINK_LENGTH = 2048

/**
 * Fetches `https:`, `ipfs:` and `data:`. A name is resolved first, every address of it must be public,
 * and the connection goes to that very address, so that a second answer of DNS changes nothing. Each
 * redirect passes the same. Nothing is sent but the request: no cookies, no origin.
 * @throws Error with a word for the log; a client never reads it
 */
export function createFetcher(options: FetcherOptions = {}): FetchDocument {
  const {
    ipfsGateway,
    allowHttp = false,
    maxLinkLength = MAX_LINK_LENGTH,
    isAllowed = createPublicTest(),
    resolve = createResolve(options.nameServers),
  } = options
  const addressOf = async (url: URL, signal: AbortSignal): Promise<string> => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await resolve(host, signal)
    const [first] = addresses
    if (first === undefined || !addresses.every(isAllowed)) throw fault('address_refused')
    return first
  }
  const fetchLink = async (text: string, signal: AbortSignal, left: number): Promise<Document> => {
    if (text.length > maxLinkLength) throw fault('link_refused')
    const url = readLink(text, allowHttp)
    const answer = await ask(url, await addressOf(url, signal), signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      if (left === 0) throw fault('too_many_redirects')
      return fetchLink(new URL(headers.location, url).href, signal, left - 1)
    }
    if (statusCode !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') {
      answer.destroy()
      throw fault('answer_refused')
    }
    return { bytes: await readBytes(answer) }
  }
  return async (link, outer) => {
    if (/^data:/i.test(link)) return { bytes: readDataLink(link) }
    const url = /^ipfs:/i.test(link) ? toGateway(link, ipfsGateway) : link
    return fetchLink(url, AbortSignal.any([outer, AbortSignal.timeout(TIMEOUT_MS)]), MAX_REDIRECTS)
  }
}

/** Asks name servers only: a query ends with its signal, and no thread of the process waits for it. */
const createResolve =
  (servers?: readonly string[]): Resolve =>
  async (host, signal) => {
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
    if (servers) resolver.setServers(servers)
    const cancel = (): void => resolver.cancel()
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel, { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    signal.removeEventListener('abort', cancel)
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

const fault = (word: string): Error => Object.assign(new Error(word), { name: 'DocumentError' })

const readLink = (text: string, allowHttp: boolean): URL => {
  if (!URL.canParse(text)) throw fault('link_refused')
  const url = new URL(text)
  const isOpen = url.protocol === 'https:' && url.port === ''
  if ((!isOpen && !(allowHttp && url.protocol === 'http:')) || url.username || url.password)
    throw fault('link_refused')
  return url
}

/** The connection goes to the checked address; TLS and `Host` keep the name. */
const ask = (url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestHttps : requestHttp)(
      {
        host: address,
        port: url.port || (isSecure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept: '*/*', 'accept-encoding': 'identity' },
        ...(isSecure && isIP(url.hostname) === 0 && { servername: url.hostname }),
        agent: false,
        signal,
      },
      done,
    )
    // A second failure after the first one must find somebody who listens.
    request.on('error', fail)
    // A host may switch protocols unasked; then there is neither an answer nor an error.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(fault('answer_refused'))
    })
    request.on('close', () => fail(fault('connection_closed')))
    request.end()
  })

const readBytes = async (answer: IncomingMessage): Promise<Uint8Array> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_DOCUMENT_BYTES) throw fault('too_large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The file stays in the gateway's folder, also where dots and slashes are written with `%`. */
const toGateway = (link: string, gateway: string | undefined): string => {
  const path = link.slice('ipfs:'.length).replace(/^\/+(?:ipfs\/+)?/i, '')
  const isPath = /^[\w-]{10,}(?:\/[^\\?#]*)?$/.test(path) && !/\.\.|%(?:2f|5c)/i.test(path)
  if (gateway === undefined || !isPath) throw fault('link_refused')
  const folder = new URL(gateway.replace(/\/?$/, '/')).href
  const { href } = new URL(folder + path)
  if (!href.startsWith(folder)) throw fault('link_refused')
  return href
}

const readDataLink = (link: string): Uint8Array => {
  const comma = link.indexOf(',')
  if (comma < 0 || link.length > MAX_DOCUMENT_BYTES * 1.4) throw fault('link_refused')
  const content = link.slice(comma + 1)
  if (/;base64$/i.test(link.slice(0, comma))) return Buffer.from(content, 'base64')
  try {
    return Buffer.from(decodeURIComponent(content))
  } catch {
    return Buffer.from(content) // Contracts often write their SVG without escapes.
  }
}
