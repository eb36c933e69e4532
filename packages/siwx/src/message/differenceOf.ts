import type { SiwxMessage } from '../types.js'

const TEXT_FIELDS = [
  'scheme',
  'domain',
  'accountAddress',
  'chainId',
  'uri',
  'version',
  'nonce',
  'issuedAt',
  'statement',
  'expirationTime',
  'notBefore',
  'requestId',
] as const satisfies ReadonlyArray<keyof SiwxMessage>

const isSameList = (one: unknown, other: readonly string[] | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : Array.isArray(one) &&
      one.length === other.length &&
      other.every((item, at) => one[at] === item)

/**
 * The first field in which untrusted data differs from a message. `undefined`: all fields are
 * equal.
 */
export function differenceOf(data: unknown, message: SiwxMessage): keyof SiwxMessage | undefined {
  const said = (typeof data === 'object' && data !== null ? data : {}) as Partial<
    Record<keyof SiwxMessage, unknown>
  >
  return (
    TEXT_FIELDS.find((field) => said[field] !== message[field]) ??
    (isSameList(said.resources, message.resources) ? undefined : 'resources')
  )
}
