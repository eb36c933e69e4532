import { isLatchkeyError, type Alert, type AlertPort, type MessageParams, type MessagePort, type Observable } from '@latchkey/plugin-api'
import { createCell } from './cell.js'

export interface Alerts extends Observable<readonly Alert[]>, AlertPort {
  dismiss(id: string): void
  /** Raises an alert of the catalogue. */
  raiseKnown(name: KnownAlert, params?: MessageParams): void
}
type KnownAlert = 'originNotAllowed' | 'invalidKey' | 'sessionExpired' | 'networkNotFound' | 'projectIdMissing' | 'serverError' | 'rateLimited'

/** What servers say, and the alert it means. */
const SAID: readonly (readonly [string, KnownAlert])[] = [
  ['Unauthorized: origin not allowed', 'originNotAllowed'],
  ['Unauthorized: invalid key', 'invalidKey'],
  ['JWT validation error: JWT Token is not yet valid', 'sessionExpired'],
]
const HTTP_FORBIDDEN = 403
const HTTP_TOO_MANY = 429
const HTTP_SERVER_ERROR = 500
const HTTP_UNAVAILABLE = 503
const BY_STATUS: Readonly<Record<number, KnownAlert>> = { [HTTP_FORBIDDEN]: 'originNotAllowed', [HTTP_TOO_MANY]: 'rateLimited', [HTTP_SERVER_ERROR]: 'serverError', [HTTP_UNAVAILABLE]: 'serverError' }

/** What an error and its causes say, five levels deep. */
function wordsOf(error: unknown): string {
  const words: string[] = []
  try {
    for (let at = error, depth = 0; at != null && depth < 5; depth++) {
      words.push(typeof at === 'object' ? String((at as { message?: unknown }).message) : String(at))
      at = typeof at === 'object' ? (at as { cause?: unknown }).cause : undefined
    }
  } catch {
    // An error that cannot be read means no known alert.
  }
  return words.join('\n')
}

const knownAlertOf = (error: unknown): KnownAlert | undefined =>
  SAID.find(([text]) => wordsOf(error).includes(text))?.[1] ?? (isLatchkeyError(error, 'http.status') ? BY_STATUS[error.context.status] : undefined)

/** Alerts stand until they are dismissed, and each id comes once. */
export function createAlerts(messages: MessagePort, onError: (error: unknown) => void): Alerts {
  const { get, set, subscribe } = createCell<readonly Alert[]>(Object.freeze([]), onError)
  const raised = new Set<string>()
  const raise = ({ id, title, message }: Alert): void => {
    if (raised.has(id)) return
    raised.add(id)
    set(Object.freeze([...get(), Object.freeze({ id, title, message })]))
  }
  const raiseKnown: Alerts['raiseKnown'] = (name, params) => raise({ id: name, title: messages.text(`alerts.${name}.title`), message: messages.text(`alerts.${name}`, params) })
  return {
    get,
    subscribe,
    raise,
    raiseKnown,
    report(error) {
      const name = knownAlertOf(error)
      if (name) raiseKnown(name, { origin: typeof location === 'undefined' ? '' : location.origin })
    },
    dismiss: (id) => set(Object.freeze(get().filter((alert) => alert.id !== id))),
  }
}
