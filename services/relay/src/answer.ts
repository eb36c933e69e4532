import { type Connection, type ConnectionContext } from './context.js'
import { costOfRequest } from './costs.js'
import { isRelayError, RelayError } from './errors.js'
import { type Request, errorFrame, idOf, resultFrame } from './jsonRpc.js'

export interface Answer {
  request(request: Request): Promise<void>
  /** A frame that was none. */
  failure(error: unknown): void
  /** A frame that the client has nothing left for; it is not parsed. */
  unread(start: string): void
}

interface Way {
  take(cost: number): boolean
  send(frame: string, then?: () => void): void
}

/** Carries out the requests of one client, each answered once. */
export function createAnswer(
  connection: Connection,
  context: ConnectionContext,
  { take, send }: Way,
): Answer {
  const { methods, metrics, log, hub, turns, onRequest, onError } = context
  const fail = (error: unknown, method: string, id?: string): void => {
    const known = isRelayError(error)
      ? error
      : new RelayError('relay.internal', 'The relay could not do this now.', { cause: error })
    metrics.count('requests_total', { method, outcome: known.code })
    log(known.code === 'relay.internal' ? 'error' : 'debug', 'request.failed', {
      connection: connection.number,
      method,
      code: known.code,
    })
    send(errorFrame(id, known.rpcCode, known.message))
  }
  return {
    async request({ id, method, params }) {
      const run = methods.get(method)
      const name = run ? method : 'unknown'
      try {
        const more = costOfRequest(params, hub.listeners)
        if (!take(more)) throw rateLimited()
        if (more > 0) await turns.take(connection.clientId, more)
        if (!run) throw new RelayError('relay.method_not_found', 'There is no such method.')
        onRequest?.({ clientId: connection.clientId, method, params })
        const { result, afterwards } = await run(connection, params)
        metrics.count('requests_total', { method: name, outcome: 'ok' })
        // What follows from a request comes after its answer has left: clients know a topic, and what they published, only then.
        send(resultFrame(id, result), afterwards && (() => void afterwards().catch(onError)))
      } catch (error) {
        fail(error, name, id)
      }
    },
    failure: (error) => fail(error, 'none'),
    unread: (start) => fail(rateLimited(), 'none', idOf(start)),
  }
}

const rateLimited = (): RelayError => new RelayError('relay.rate_limited', 'Rate Limited')
