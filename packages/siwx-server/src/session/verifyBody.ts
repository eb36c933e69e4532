import { type Caip2, isCaip2, type Json, LatchkeyError, namespaceOf } from '@latchkey/plugin-api'
import {
  parseMessage,
  type SignedBy,
  type SiwxMessage,
  timeOf,
  verifySession,
} from '@latchkey/siwx'
import { refusal } from '../errors.js'
import type { Nonces } from './nonces.js'
import type { Settings } from '../options.js'

/** The body of a request to sign in. */
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
  const isComplete =
    [message, signature, accountAddress, nonceToken].every(isText) &&
    isCaip2(chainId) &&
    (publicKey === undefined || isText(publicKey))
  if (!isComplete) throw refusal('siwx.bad_request')
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

/**
 * Refuses a message that was made before its nonce was given out, or in the future: it was not made
 * for this nonce.
 */
function checkIssuedAt(
  { issuedAt }: SiwxMessage,
  nonceIssued: number,
  { clock, clockSkew }: Settings,
): void {
  const at = timeOf(issuedAt)!
  if (at < nonceIssued - clockSkew)
    throw new LatchkeyError(
      'siwx.expired',
      'The message was made before its nonce: make a new one, and compare the clocks.',
      { context: { expirationTime: issuedAt } },
    )
  if (at > clock() + clockSkew)
    throw new LatchkeyError(
      'siwx.not_yet_valid',
      'The message is from the future: compare the clocks.',
      { context: { notBefore: issuedAt } },
    )
}

/** A message whose signature and content are right. `until`: ms since 1970 when it expires. */
export interface VerifiedMessage {
  data: SiwxMessage
  message: string
  signedBy: SignedBy
  until: number
}

/**
 * Uses up the nonce, also where the rest is refused, and answers the message if all of it is right.
 * @throws `siwx.bad_request`, and what `verifySession` throws
 */
export async function verifyBody(
  body: Readonly<Record<string, unknown>>,
  browsers: readonly string[],
  nonces: Nonces,
  settings: Settings,
): Promise<VerifiedMessage> {
  const { message, signature, chainId, accountAddress, nonceToken, publicKey, cacao } =
    readBody(body)
  const { domains, families, uris, nodes, clock, clockSkew } = settings
  const issued = await nonces.consume(nonceToken, browsers)
  if (!issued)
    throw new LatchkeyError(
      'siwx.wrong_nonce',
      'The nonce is unknown, used, expired or of another browser: ask for a new one.',
    )
  const data = parseMessage(message, namespaceOf(chainId), families)
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
    families,
    ...(node && { node }),
  })
  checkIssuedAt(data, issued.issued, settings)
  const { expirationTime } = data
  const until = expirationTime === undefined ? Infinity : timeOf(expirationTime)! + clockSkew
  // Asking a node takes time: the message may have expired since it was checked.
  if (until <= clock())
    throw new LatchkeyError(
      'siwx.expired',
      'The message expired while its signature was verified.',
      { context: { expirationTime: expirationTime! } },
    )
  return { data, message, signedBy, until }
}
