import { type Connection, type ConnectionContext } from './context.js'
import { isRelayError, RelayError } from './errors.js'
import { type Request, errorFrame, resultFrame } from './jsonRpc.js'

export interface Answer {
  request(request: Request): Promise<void>
  /** A frame that was none. */
  failure(error: unknown): void
}

interface Way {
  take(cost: number): boolean
  send(frame: string): void
}

/** Carries out the requests of one client, each answered once. */
export function createAnswer(connection: Connection, { methods, metrics, log, onRequest }: ConnectionContext, { take, send }: Way): Answer {
  const fail = (error: unknown, method: string, id?: string): void => {
    const known = isRelayError(error) ? error : new RelayError('relay.internal', 'The relay could not do this now.', { cause: error })
    metrics.count('requests_total', { method, outcome: known.code })
    log(known.code === 'relay.internal' ? 'error' : 'debug', 'request.failed', { connection: connection.number, method, code: known.code })
    send(errorFrame(id, known.rpcCode, known.message))
  }
  return {
    async request({ id, method, params }) {
      const run = methods.get(method)
      const name = run ? method : 'unknown'
      try {
        if (!take(cost(params))) throw new RelayError('relay.rate_limited', 'Rate Limited')
        if (!run) throw new RelayError('relay.method_not_found', 'There is no such method.')
        onRequest?.({ clientId: connection.clientId, method, params })
        const result = await run(connection, params)
        metrics.count('requests_total', { method: name, outcome: 'ok' })
        send(resultFrame(id, result))
      } catch (error) {
        fail(error, name, id)
      }
    },
    failure: (error) => fail(error, 'none'),
  }
}

/** Each message of a batch counts. */
const cost = ({ messages }: Request['params']): number => (Array.isArray(messages) ? Math.max(1, messages.length) : 1)
