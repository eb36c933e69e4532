import { isLatchkeyError, type HttpClient, type Json } from '@latchkey/plugin-api'
import type { SessionDependency } from '../api.js'
import type { SessionsContext } from '../options.js'

/** A session as the server tells it. */
export interface ServedSession {
  pci: string
  /** Seconds since 1970. */
  expiry: number
  permissions: Json
  /** The permission context of its delegation, without the signature; `undefined` for a grant of another kind. */
  delegation: string | undefined
}

/** The sessions at the site's server (`v1/sessions`). */
export interface SessionService {
  /** @param account CAIP-10. @throws `http.*` */
  list(account: string, signal?: AbortSignal): Promise<readonly ServedSession[]>
  /** Tells the server of a grant. The context proves it: its delegation is signed. @throws `http.*` */
  add(
    account: string,
    grant: { context: string; dependencies: readonly SessionDependency[] },
    signal?: AbortSignal,
  ): Promise<void>
  /** Revokes a session with the account's signature. @throws `http.*` */
  revoke(
    account: string,
    revocation: { pci: string; signature: string },
    signal?: AbortSignal,
  ): Promise<void>
  /** The text whose signature revokes a session. */
  revocationText(account: string, pci: string): string
}

const MOST_SESSIONS = 1_000
const PCI = /^[\w:.\-/+=]{1,256}$/
const CONTEXT = /^0x([\da-f]{2}){1,64000}$/i

const isRecord = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads one session. An entry that cannot be read costs the others nothing. */
function sessionOf(entry: unknown): readonly ServedSession[] {
  if (!isRecord(entry)) return []
  const { pci, expiry, permissions = null, delegation } = entry
  if (typeof pci !== 'string' || !PCI.test(pci)) return []
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry)) return []
  const isKnown = typeof delegation === 'string' && CONTEXT.test(delegation)
  return [{ pci, expiry, permissions, delegation: isKnown ? delegation : undefined }]
}

/** @throws TypeError where it is not a list of sessions */
function sessionsOf(answer: unknown): readonly ServedSession[] {
  const sessions = isRecord(answer) ? answer['sessions'] : undefined
  if (!Array.isArray(sessions)) throw new TypeError('expected a list of sessions')
  return sessions.slice(0, MOST_SESSIONS).flatMap(sessionOf)
}

/** An account that the server does not serve has no sessions there. */
function unlessUnserved(error: unknown): readonly ServedSession[] {
  if (isLatchkeyError(error, 'http.status') && [400, 404].includes(error.context.status)) return []
  throw error
}

const pathOf = (account: string): string => `v1/sessions/${encodeURIComponent(account)}`

/** The calls of the server at `url`, an absolute address. */
export function createSessionService(
  { http, alerts }: Pick<SessionsContext, 'http' | 'alerts'>,
  url: string,
  passport: Readonly<Record<string, string>>,
): SessionService {
  const client: HttpClient = http.client({ baseUrl: url, query: passport })
  const report = (error: unknown): never => {
    alerts.report(error)
    throw error
  }
  const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})
  return {
    list: (account, signal) =>
      client
        .get(pathOf(account), { schema: sessionsOf, cache: 'no-store', ...withSignal(signal) })
        .catch(unlessUnserved)
        .catch(report),
    async add(account, { context, dependencies }, signal) {
      const body = { context, ...(dependencies.length > 0 && { dependencies }) }
      await client.post(pathOf(account), { body, ...withSignal(signal) }).catch(report)
    },
    async revoke(account, { pci, signature }, signal) {
      await client
        .post(`${pathOf(account)}/revoke`, { body: { pci, signature }, ...withSignal(signal) })
        .catch(report)
    },
    revocationText: (account, pci) =>
      `Revoke session ${pci} of ${account.toLowerCase()} at ${new URL(url).host.toLowerCase()}`,
  }
}
