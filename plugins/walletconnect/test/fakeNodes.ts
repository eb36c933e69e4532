import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  id?: unknown
  method: string
  params?: unknown
}

/** A node of any chain: takes every JSON-RPC request and keeps its body. */
export interface FakeNodes {
  readonly http: string
  /** All bodies, as they came. */
  readonly bodies: string[]
  close(): Promise<void>
}

/**
 * @param known - what single methods are answered with; everything else is answered with
 * `node:<method>`
 */
export async function openNodes(known: Readonly<Record<string, unknown>> = {}): Promise<FakeNodes> {
  const bodies: string[] = []
  const answer = (text: string): string => {
    bodies.push(text)
    const { id, method } = JSON.parse(text) as Call
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      result: Object.hasOwn(known, method) ? known[method] : `node:${method}`,
    })
  }
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () =>
      response.setHeader('content-type', 'application/json').end(answer(text)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    http: `http://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
