import { LatchkeyError, namespaceOf } from '@latchkey/plugin-api'
import { originOf, originsOf } from '@latchkey/plugin-api/describe'
import { isSameAccountIn } from '../account/account.js'
import { badMessage } from '../errors.js'
import type { Expected, SignInFamilies, SiwxMessage } from '../types.js'
import { timeOf } from './time.js'

const demandTime = (field: 'expirationTime' | 'notBefore', text: string): number => {
  const time = timeOf(text)
  if (time === undefined) throw badMessage(field, 'an RFC 3339 date-time that exists')
  return time
}

/**
 * The part of a message that names another site than its domain: its scheme, or its URI.
 * `undefined`: both belong to the domain, or are listed.
 */
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
 * Checks that a message says what is expected, and that its time has come and is not over. The
 * signature is not checked here: {@link verifySession} does all of it. The issuer of the nonce uses
 * it up, when the session has been verified.
 * @throws `siwx.wrong_domain`, `siwx.wrong_uri`, `siwx.wrong_nonce`, `siwx.wrong_account`,
 * `siwx.wrong_chain`, `siwx.expired` (at its expiration time and later), `siwx.not_yet_valid`
 */
// eslint-disable-next-line max-lines-per-function -- a flat list of checks, in the order of their errors
export function checkMessage(
  message: SiwxMessage,
  expected: Expected,
  families: SignInFamilies = {},
): void {
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
  const scope = { namespace: namespaceOf(message.chainId), families }
  if (
    accountAddress !== undefined &&
    !isSameAccountIn(scope, message.accountAddress, accountAddress)
  )
    refuse('siwx.wrong_account', 'the account', message.accountAddress, accountAddress)
  if (chainId !== undefined && message.chainId !== chainId)
    refuse('siwx.wrong_chain', 'the network', message.chainId, chainId)
  const { expirationTime, notBefore } = message
  // Written so that NaN refuses as well.
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
