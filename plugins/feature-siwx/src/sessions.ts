import type { Caip2 } from '@latchkey/plugin-api'
import { isSameAccount } from '@latchkey/siwx/account'
import { timeOf } from '@latchkey/siwx/time'
import type { KnownSession } from './types.js'

export const isOf =
  (chainId: Caip2 | undefined, accountAddress: string) =>
  ({ data }: KnownSession): boolean =>
    (chainId === undefined || data.chainId === chainId) &&
    isSameAccount(data.accountAddress, accountAddress)

/** When it ends, ms since 1970. A time that is none has come already. */
export const endOf = ({ data, expirationTime }: KnownSession): number =>
  Math.min(
    ...[data.expirationTime, expirationTime].map((text) =>
      text === undefined ? Infinity : (timeOf(text) ?? (Date.parse(text) || 0)),
    ),
  )
export const isOver = (session: KnownSession): boolean => endOf(session) <= Date.now()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'
const TEXTS = [
  'domain',
  'accountAddress',
  'chainId',
  'uri',
  'version',
  'nonce',
  'issuedAt',
] as const

/** Whether it has the shape of a session; nothing is known of its signature. */
export const isSession = (value: unknown): value is KnownSession =>
  isRecord(value) &&
  isRecord(value['data']) &&
  TEXTS.every(
    (name) => typeof (value['data'] as Readonly<Record<string, unknown>>)[name] === 'string',
  ) &&
  isText(value['data']['expirationTime']) &&
  (['message', 'signature', 'publicKey', 'expirationTime', 'token'] as const).every((name) =>
    isText(value[name]),
  )

/** What JSON text holds; nothing, where it is none. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
