import type { Caip2 } from '@latchkey/plugin-api'
import { isSameAccount } from '@latchkey/siwx/account'
import { timeOf } from '@latchkey/siwx/time'
import type { KnownSession } from '../types.js'

/** Makes a test whether a session is of this account, on this network or on any. */
export const isOf =
  (chainId: Caip2 | undefined, accountAddress: string) =>
  ({ data }: KnownSession): boolean =>
    (chainId === undefined || data.chainId === chainId) &&
    isSameAccount(data.accountAddress, accountAddress)

/**
 * When a session ends, in ms since 1970: the earlier of the message's own time and the store's.
 * `Infinity` where neither is given. A malformed time counts as passed.
 */
export const endOf = ({ data, expirationTime }: KnownSession): number =>
  Math.min(
    ...[data.expirationTime, expirationTime].map((text) =>
      text === undefined ? Infinity : (timeOf(text) ?? (Date.parse(text) || 0)),
    ),
  )
export const isOver = (session: KnownSession): boolean => endOf(session) <= Date.now()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'
/** Texts that the data of every session have. */
const REQUIRED_TEXTS = [
  'domain',
  'accountAddress',
  'chainId',
  'uri',
  'version',
  'nonce',
  'issuedAt',
] as const

/** Whether a value has the shape of a session. Its signature is not checked. */
export const isSession = (value: unknown): value is KnownSession =>
  isRecord(value) &&
  isRecord(value['data']) &&
  REQUIRED_TEXTS.every(
    (name) => typeof (value['data'] as Readonly<Record<string, unknown>>)[name] === 'string',
  ) &&
  isOptionalText(value['data']['expirationTime']) &&
  (['message', 'signature', 'publicKey', 'expirationTime', 'token'] as const).every((name) =>
    isOptionalText(value[name]),
  )

/** The value of a JSON text. `undefined` for any other text. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
