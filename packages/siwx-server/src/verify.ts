import { type Caip2, isCaip2, type Json, LatchkeyError, namespaceOf } from '@latchkey/plugin-api'
import {
  parseMessage,
  type SignedBy,
  type SiwxMessage,
  timeOf,
  verifySession,
} from '@latchkey/siwx'
import { refusal } from './errors.js'
import type { Nonces } from './nonces.js'
import type { Settings } from './options.js'

/** What a client sends to be signed in. */
interface SignedBody {
  message: string
  signature: string
  chainId: Caip2
  accountAddress: string
  nonceToken: string
  publicKey?: string
  cacao?: Json
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @throws `siwx.bad_request` */
function readBody({
  message,
  signature,
  chainId,
  accountAddress,
  nonceToken,
  publicKey,
  cacao,
}: Readonly<Record<string, unknown>>): SignedBody {
  const isWhole =
    [message, signature, accountAddress, nonceToken].every(isText) &&
    isCaip2(chainId) &&
    (publicKey === undefined || isText(publicKey))
  if (!isWhole) throw refusal('siwx.bad_request')
  return {
    message,
    signature,
    chainId,
    accountAddress,
    nonceToken,
    ...(publicKey !== undefined && { publicKey }),
    ...(cacao !== undefined && { cacao }),
  } as SignedBody
}

/** A message of before the nonce was given out, or of the future, was not made for it. */
function checkIssuedAt(
  { issuedAt }: SiwxMessage,
  nonceIssued: number,
  { clock, clockSkew }: Settings,
): void {
  const at = timeOf(issuedAt)!
  if (at < nonceIssued - clockSkew)
    throw new LatchkeyError(
      'siwx.expired',
      'The message was made before its nonce: make a new one, and look at the clocks.',
      { context: { expirationTime: issuedAt } },
    )
  if (at > clock() + clockSkew)
    throw new LatchkeyError(
      'siwx.not_yet_valid',
      'The message is from the future: look at the clocks.',
      { context: { notBefore: issuedAt } },
    )
}

/** A message that is right. `signedBy`: who says so. `until`: when its own time is over, ms since 1970. */
export interface Signed {
  data: SiwxMessage
  message: string
  signedBy: SignedBy
  until: number
}

/**
 * Uses up the nonce, whatever comes after, and answers the message if all of it is right.
 * @throws `siwx.bad_request`, and what `verifySession` throws
 */
export async function verifyBody(
  body: Readonly<Record<string, unknown>>,
  browsers: readonly string[],
  nonces: Nonces,
  settings: Settings,
): Promise<Signed> {
  const { message, signature, chainId, accountAddress, nonceToken, publicKey, cacao } =
    readBody(body)
  const { domains, uris, nodes, clock, clockSkew } = settings
  const issued = await nonces.consume(nonceToken, browsers)
  if (!issued)
    throw new LatchkeyError(
      'siwx.wrong_nonce',
      'The nonce is unknown, used, expired or of another browser: ask for a new one.',
    )
  const data = parseMessage(message, namespaceOf(chainId))
  const domain = domains.find((each) => each === data.domain) ?? domains[0]!
  const node = nodes.get(chainId)
  const { signedBy } = await verifySession({
    session: {
      data,
      message,
      signature,
      ...(publicKey !== undefined && { publicKey }),
      ...(cacao !== undefined && { cacao }),
    },
    expected: {
      domain,
      uris,
      nonce: issued.nonce,
      accountAddress,
      chainId,
      at: clock(),
      clockSkew,
    },
    ...(node && { node }),
  })
  checkIssuedAt(data, issued.issued, settings)
  const { expirationTime } = data
  const until = expirationTime === undefined ? Infinity : timeOf(expirationTime)! + clockSkew
  // A node may have taken its time.
  if (until <= clock())
    throw new LatchkeyError(
      'siwx.expired',
      'The message expired while its signature was looked at.',
      { context: { expirationTime: expirationTime! } },
    )
  return { data, message, signedBy, until }
}
