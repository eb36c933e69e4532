import { type Server } from 'node:http'
import { PAGE_HEADERS } from '../pages.js'
import { failedBody } from './refusal.js'

interface Broken {
  status: number
  phrase: string
  name: string
  description: string
}

const MALFORMED: Broken = {
  status: 400,
  phrase: 'Bad Request',
  name: 'request',
  description: 'This is not a request that can be read. Check its method, its URL and its host.',
}
/** By the codes of Node. */
const BROKEN: Readonly<Record<string, Broken>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    name: 'headers',
    description: 'The URL and the headers together are too large. Send less in them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    name: 'timeout',
    description: 'The request did not arrive in time. Send it again.',
  },
}

/**
 * Any page may read why its request was not one: the origin is not known then, and the answer holds a
 * fixed sentence.
 */
const headersOf = (body: string): Readonly<Record<string, string>> => ({
  ...PAGE_HEADERS,
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'access-control-allow-origin': '*',
  vary: 'Origin',
})

const bodyOf = ({ name, description }: Broken): string =>
  JSON.stringify(failedBody(name, description))

/** The answer to what Node took for a request and the application cannot: a host that is none. */
export function malformedRequest(): Response {
  const body = bodyOf(MALFORMED)
  return new Response(body, { status: MALFORMED.status, headers: headersOf(body) })
}

/** Answers what Node cannot read as a request in the shape of all failures, and ends the connection. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const broken = BROKEN[error.code ?? ''] ?? MALFORMED
    const body = bodyOf(broken)
    const headers = Object.entries({ ...headersOf(body), connection: 'close' })
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(`HTTP/1.1 ${broken.status} ${broken.phrase}\r\n${lines}\r\n${body}`)
  })
}
