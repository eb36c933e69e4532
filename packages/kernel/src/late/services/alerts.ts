import {
  isLatchkeyError,
  type Alert,
  type AlertPort,
  type MessageParams,
  type MessagePort,
  type Observable,
} from '@latchkey/plugin-api'
import { createCell } from '../../state/cell.js'

type KnownAlert =
  | 'originNotAllowed'
  | 'invalidKey'
  | 'sessionExpired'
  | 'networkNotFound'
  | 'projectIdMissing'
  | 'serverError'
  | 'rateLimited'
export interface Alerts extends Observable<readonly Alert[]>, AlertPort {
  dismiss(id: string): void
  /** Raises an alert of the catalogue. */
  raiseKnown(name: KnownAlert, params?: MessageParams): void
}

/** Texts of servers' errors, each with the alert that it stands for. */
const ALERT_BY_TEXT: readonly (readonly [string, KnownAlert])[] = [
  ['Unauthorized: origin not allowed', 'originNotAllowed'],
  ['Unauthorized: invalid key', 'invalidKey'],
  ['JWT validation error: JWT Token is not yet valid', 'sessionExpired'],
]
/** HTTP status codes, each with the alert that it stands for. */
const ALERT_BY_STATUS: Readonly<Record<number, KnownAlert>> = {
  403: 'originNotAllowed',
  429: 'rateLimited',
  500: 'serverError',
  503: 'serverError',
}

/** The alert that an error or one of its causes stands for, four causes deep. */
function knownAlertOf(error: unknown, depth = 0): KnownAlert | undefined {
  try {
    if (error == null || depth > 4) return undefined
    const { message, cause } = error as { message?: unknown; cause?: unknown }
    const text = String(typeof error === 'object' ? message : error)
    return (
      ALERT_BY_TEXT.find(([part]) => text.includes(part))?.[1] ??
      knownAlertOf(cause, depth + 1) ??
      (isLatchkeyError(error, 'http.status') ? ALERT_BY_STATUS[error.context.status] : undefined)
    )
  } catch {
    return undefined
  }
}

/** Alerts stay until they are dismissed. Each id is raised once only. */
export function createAlerts(messages: MessagePort, onError: (error: unknown) => void): Alerts {
  const { get, set, subscribe } = createCell<readonly Alert[]>([], onError)
  const raised = new Set<string>()
  const raise = (alert: Alert): void => {
    if (raised.has(alert.id)) return
    raised.add(alert.id)
    set([...get(), alert])
  }
  const raiseKnown: Alerts['raiseKnown'] = (name, params) => {
    const [title = '', message = ''] = messages.text(`kernel.${name}`, params).split('|')
    raise({ id: name, title, message })
  }
  return {
    get,
    subscribe,
    raise,
    raiseKnown,
    report(error) {
      const name = knownAlertOf(error)
      if (name) raiseKnown(name, { origin: typeof location === 'undefined' ? '' : location.origin })
    },
    dismiss: (id) => set(get().filter((alert) => alert.id !== id)),
  }
}
