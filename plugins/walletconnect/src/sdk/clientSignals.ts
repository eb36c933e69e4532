import type { Json } from '@latchkey/plugin-api'
import { engineOf, type Client, type RelayCore } from './internals.js'

/** A change that a wallet or the relay reports, about a session or a code. */
export type Signal =
  | { type: 'answered'; topic: string }
  | { type: 'unreadable' | 'refused'; error: unknown }
  | { type: 'updated' | 'extended' | 'deleted' | 'expired'; topic: string }
  | { type: 'event'; topic: string; chainId: string; name: string; data: unknown }

type Emit = (signal: Signal) => void

/** Passes the client's events on, and the steps of its engine that have no event. */
export function listenToClient(client: Client, core: RelayCore, emit: Emit): void {
  const { events } = client
  const pass = (event: string, type: 'updated' | 'extended' | 'deleted' | 'expired'): void =>
    void events.on(event as 'session_update', ({ topic }: { topic: string }) =>
      emit({ type, topic }),
    )
  pass('session_update', 'updated')
  pass('session_extend', 'extended')
  pass('session_delete', 'deleted')
  pass('session_expire', 'expired')
  events.on('session_event', ({ topic, params: { chainId, event } }) =>
    emit({ type: 'event', topic, chainId, name: event.name, data: event.data as Json }),
  )
  core.relayer.on('relayer_error', (error: unknown) => emit({ type: 'refused', error }))
  listenToEngine(client, emit)
}

/** Wraps steps of the engine: a wallet answered a code, and its answer may be unreadable. */
function listenToEngine(client: Client, emit: Emit): void {
  const engine = engineOf(client)
  const {
    onSessionProposeResponse: answer,
    isValidSessionSettleRequest: check,
    onSessionAuthenticateResponse: authenticated,
  } = engine
  engine.onSessionProposeResponse = (topic, payload, transport) => {
    if (payload.result !== undefined) emit({ type: 'answered', topic })
    return answer.call(engine, topic, payload, transport)
  }
  engine.isValidSessionSettleRequest = (params) => {
    try {
      check.call(engine, params)
    } catch (error) {
      emit({ type: 'unreadable', error })
      throw error
    }
  }
  // To check a contract's signature the library would ask a foreign node. The plugin that asked for
  // the signature checks it anyway.
  engine.onSessionAuthenticateResponse = (topic, payload) => {
    const isContract = payload.result?.cacaos?.some(({ s }) => s?.t === 'eip1271')
    const refusal = { code: 4200, message: 'Smart accounts sign in after they have connected.' }
    authenticated.call(engine, topic, isContract ? { id: payload.id, error: refusal } : payload)
  }
  // The library would send hashes of transactions and addresses of contracts to the relay
  // unencrypted.
  engine.getTVFParams = (id) => ({ correlationId: id })
}
