import { type Server, type ServerResponse } from 'node:http'

const PATIENCE_MS = 5_000

/** The client sends nothing more on this connection (RFC 9112, section 9.6). */
const endConnectionAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/**
 * Prepares the end of a server. A client uses a connection again as soon as it has its answer: a server that
 * ends says on each answer that the connection ends with it, so that no request is cut off.
 * @param isClosing whether the end has been announced, so that balancers send requests to another instance
 * @returns ends the server, after what is under way is answered; what takes longer than 5 s is cut off
 */
export function prepareEnd(server: Server, isClosing = () => false): () => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let isEnding = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    if (isEnding || isClosing()) endConnectionAfter(response)
  })
  return async () => {
    isEnding = true
    for (const response of underWay) endConnectionAfter(response)
    const isClosed = new Promise((done) => server.close(done))
    server.closeIdleConnections()
    const late = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    await isClosed
    clearTimeout(late)
  }
}
