import { LatchkeyError } from '@latchkey/plugin-api'
import type { SiwxMessage, SiwxSession } from '../types.js'

interface Payload {
  readonly [name: string]: unknown
}

const differs = (): never => {
  throw new LatchkeyError(
    'siwx.data_mismatch',
    "The session's cacao does not say what the signed message says, or holds another signature.",
    { context: { field: 'cacao' } },
  )
}
const objectOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null ? (value as Payload) : differs()

/** Permissions among the resources (EIP-5573) add their sentence to the statement. */
const isSameStatement = (said: unknown, { statement, resources }: SiwxMessage): boolean =>
  said === statement ||
  (!!resources?.at(-1)?.startsWith('urn:recap:') &&
    statement !== undefined &&
    ((said ?? '') === '' || statement.startsWith(`${String(said)} `)))

/**
 * Checks that a CAIP-74 object belongs to this message: its payload has the message's fields, and
 * its signature is the session's.
 * @throws `siwx.data_mismatch`
 */
export function checkCacao({ cacao, signature }: SiwxSession, message: SiwxMessage): void {
  const { h, p, s } = objectOf(cacao)
  const [header, payload, signed] = [objectOf(h), objectOf(p), objectOf(s)]
  const { iss, aud, uri, resources } = payload
  const isSame =
    (header['t'] === 'caip122' || header['t'] === 'eip4361') &&
    signed['s'] === signature &&
    iss === `did:pkh:${message.chainId}:${message.accountAddress}` &&
    (aud ?? uri) === message.uri &&
    payload['domain'] === message.domain &&
    payload['version'] === message.version &&
    payload['nonce'] === message.nonce &&
    payload['iat'] === message.issuedAt &&
    (payload['exp'] ?? undefined) === message.expirationTime &&
    (payload['nbf'] ?? undefined) === message.notBefore &&
    (payload['requestId'] ?? undefined) === message.requestId &&
    JSON.stringify(resources ?? undefined) === JSON.stringify(message.resources) &&
    isSameStatement(payload['statement'] ?? undefined, message)
  if (!isSame) differs()
}
