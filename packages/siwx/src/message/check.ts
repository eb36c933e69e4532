import { LatchkeyError } from '@latchkey/plugin-api'
import { originOf, originsOf } from '@latchkey/plugin-api/describe'
import { isSameAccount } from '../account/account.js'
import { badMessage } from '../errors.js'
import type { Expected, SiwxMessage } from '../types.js'
import { timeOf } from './time.js'

const demandTime = (field: 'expirationTime' | 'notBefore', text: string): number => {
  const time = timeOf(text)
  if (time === undefined) throw badMessage(field, 'an RFC 3339 date-time that exists')
  return time
}

/** What is wrong with where a message says that it is of: its scheme, or its URI. `undefined`: both are of its domain, or listed. */
function foreignPart(
  { scheme, domain, uri }: SiwxMessage,
  uris: readonly string[],
): string | undefined {
  const origins = [...originsOf(domain), ...uris]
  const site = `${scheme}://${domain}`
  if (scheme !== undefined && !origins.includes(originOf(site) ?? site)) return site
  return uris.includes(uri) || origins.includes(originOf(uri) ?? '') ? undefined : uri
}

/**
 * Whether a message says what it has to say, and is in its time. It asks nobody and knows nothing of the signature: {@link verifySession} does all of it.
 * A nonce is used up by whoever gave it out, when the session has been verified.
 * @throws `siwx.wrong_domain`, `siwx.wrong_uri`, `siwx.wrong_nonce`, `siwx.wrong_account`, `siwx.wrong_chain`, `siwx.expired` (at its expiration time and later), `siwx.not_yet_valid`
 */
export function checkMessage(message: SiwxMessage, expected: Expected): void {
  const refuse = (
    code:
      | 'siwx.wrong_domain'
      | 'siwx.wrong_uri'
      | 'siwx.wrong_nonce'
      | 'siwx.wrong_account'
      | 'siwx.wrong_chain',
    what: string,
    found: string,
    wanted: string,
  ): never => {
    throw new LatchkeyError(
      code,
      `The sign-in message is for ${what} ${found}. Expected ${wanted}.`,
      { context: { expected: wanted, found } },
    )
  }
  const {
    domain,
    uris = [],
    nonce,
    accountAddress,
    chainId,
    at = Date.now(),
    clockSkew = 0,
  } = expected
  if (domain !== undefined && message.domain !== domain)
    refuse('siwx.wrong_domain', 'the site', message.domain, domain)
  const foreign = domain === undefined ? undefined : foreignPart(message, uris)
  if (foreign !== undefined)
    refuse(
      'siwx.wrong_uri',
      'the URI',
      foreign,
      [...originsOf(message.domain), ...uris].join(' or '),
    )
  if (nonce !== undefined && message.nonce !== nonce)
    refuse('siwx.wrong_nonce', 'the nonce', message.nonce, nonce)
  if (accountAddress !== undefined && !isSameAccount(message.accountAddress, accountAddress))
    refuse('siwx.wrong_account', 'the account', message.accountAddress, accountAddress)
  if (chainId !== undefined && message.chainId !== chainId)
    refuse('siwx.wrong_chain', 'the network', message.chainId, chainId)
  const { expirationTime, notBefore } = message
  // Written so that a time which is no number refuses as well.
  if (
    expirationTime !== undefined &&
    !(at - clockSkew < demandTime('expirationTime', expirationTime))
  )
    throw new LatchkeyError(
      'siwx.expired',
      `The sign-in message expired at ${expirationTime}. Ask for a new signature.`,
      { context: { expirationTime } },
    )
  if (notBefore !== undefined && !(at + clockSkew >= demandTime('notBefore', notBefore)))
    throw new LatchkeyError(
      'siwx.not_yet_valid',
      `The sign-in message is not valid before ${notBefore}.`,
      { context: { notBefore } },
    )
}
