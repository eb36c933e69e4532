import { type Connection, type ConnectionContext } from '../socket/context.js'
import { costOfRequest } from '../bounds/costs.js'
import { isRelayError, RelayError } from '../errors.js'
import { type Request, errorFrame, readIdAtStart, resultFrame } from './jsonRpc.js'

export interface Responder {
  answerRequest(request: Request): Promise<void>
  /** Answers a frame that could not be read. */
  answerFailure(error: unknown): void
  /** Refuses a frame that is not parsed, because the client has no units left. */
  refuseUnread(start: string): void
}

interface ClientChannel {
  takeUnits(cost: number): boolean
  sendFrame(frame: string, then?: () => void): void
}

/** Carries out the requests of one client and answers each of them once. */
export function createResponder(
  connection: Connection,
  context: ConnectionContext,
  { takeUnits, sendFrame }: ClientChannel,
): Responder {
  const { methods, metrics, log, hub, turns, onRequest, onError } = context
  const answerError = (error: unknown, method: string, id?: string): void => {
    const known = isRelayError(error)
      ? error
      : new RelayError('relay.internal', 'The relay could not do this now.', { cause: error })
    metrics.count('requests_total', { method, outcome: known.code })
    log(known.code === 'relay.internal' ? 'error' : 'debug', 'request.failed', {
      connection: connection.number,
      method,
      code: known.code,
    })
    sendFrame(errorFrame(id, known.rpcCode, known.message))
  }
  return {
    async answerRequest({ id, method, params }) {
      const run = methods.get(method)
      const name = run ? method : 'unknown'
      try {
        const cost = costOfRequest(params, hub.listenerCount)
        if (!takeUnits(cost)) throw rateLimited()
        if (cost > 0) await turns.waitForTurn(connection.clientId, cost)
        if (!run) throw new RelayError('relay.method_not_found', 'There is no such method.')
        onRequest?.({ clientId: connection.clientId, method, params })
        const { result, afterAnswer } = await run(connection, params)
        metrics.count('requests_total', { method: name, outcome: 'ok' })
        // The consequences of a request follow once its answer has left: only then does the client
        // know the topic or the message.
        sendFrame(resultFrame(id, result), afterAnswer && (() => void afterAnswer().catch(onError)))
      } catch (error) {
        answerError(error, name, id)
      }
    },
    answerFailure: (error) => answerError(error, 'none'),
    refuseUnread: (start) => answerError(rateLimited(), 'none', readIdAtStart(start)),
  }
}

const rateLimited = (): RelayError => new RelayError('relay.rate_limited', 'Rate Limited')
