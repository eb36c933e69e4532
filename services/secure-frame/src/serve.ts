import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
// MIT, no dependencies: Node's requests as Request and Response
import { getRequestListener } from '@hono/node-server'
import { type Listening, listen, prepareEnd, serverTimeouts } from '@latchkey/service-kit'
import {
  type HttpApp,
  type HttpLimits,
  answerBrokenRequests,
  malformedRequest,
} from '@latchkey/service-kit/http'
import { SecureFrameError, invalidOption } from './errors.js'

export interface Serving {
  host: string
  port: number
  limits: Pick<HttpLimits, 'arrival' | 'headerBytes'>
  /** Certificate and private key in PEM. Absent: without TLS. */
  tls?: { cert: string; key: string } | undefined
  /** The application, which is asked for at each request: it may be made once the address is known. */
  app(): Pick<HttpApp, 'fetch'>
  isClosing(): boolean
}

/**
 * Listens for requests.
 * @throws SecureFrameError `secure-frame.invalid_option` where the address is taken
 */
export async function serveHttp(serving: Serving): Promise<Listening & { close(): Promise<void> }> {
  const { host, port, limits, app, isClosing } = serving
  const settings = { ...serverTimeouts(limits.arrival), maxHeaderSize: limits.headerBytes }
  const listener = getRequestListener((request, env) => app().fetch(request, env), {
    errorHandler: malformedRequest,
  })
  const server = serving.tls
    ? openTls({ ...settings, ...serving.tls }, listener)
    : createServer(settings, listener)
  answerBrokenRequests(server)
  const close = prepareEnd(server, isClosing)
  const listening = await listen(server, port, host).catch((cause: unknown) => {
    throw notListening(host, port, cause)
  })
  return { ...listening, close }
}

const openTls = (...given: Parameters<typeof createTlsServer>) => {
  try {
    return createTlsServer(...given)
  } catch {
    throw invalidOption('TLS_CERT and TLS_KEY do not belong to each other, or are not in PEM.')
  }
}

const notListening = (host: string, port: number, cause: unknown): SecureFrameError => {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
  return new SecureFrameError(
    'secure-frame.invalid_option',
    isTaken
      ? `The port ${port} of ${host} is in use. End what listens there, or set PORT to another one.`
      : `The service cannot listen on port ${port} of ${host}. Set PORT and HOST to an address of ` +
          'this machine that its user may take.',
    { cause },
  )
}
