import { randomNonce } from '@latchkey/siwx'
import type { Settings } from '../options.js'
import { digest, randomSecret } from './secrets.js'

/** The answer to a request for a nonce, which comes before the wallet signs. */
export interface IssuedNonce {
  /** 128 random bits, for the message. */
  nonce: string
  /**
   * Stays with the client and comes back with the signature: the message alone is not enough to sign
   * in.
   */
  nonceToken: string
  /** RFC 3339. */
  expirationTime: string
}

interface NonceRecord {
  nonce: string
  issued: number
  expires: number
  browser?: string
}

const keyOf = async (nonceToken: string): Promise<string> =>
  `siwx:nonce:${await digest(nonceToken)}`

export interface Nonces {
  /** `browser`: the mark that the cookie holds, in cookie mode. */
  issue(browser: string | undefined): Promise<IssuedNonce>
  /**
   * Uses the nonce up, also where it is refused. Undefined if it is unknown, used, expired or of
   * another browser. `browsers`: the marks of the browser that asks; empty without cookies. `issued`:
   * ms since 1970.
   */
  consume(
    nonceToken: string,
    browsers: readonly string[],
  ): Promise<{ nonce: string; issued: number } | undefined>
}

export const createNonces = ({ store, clock, nonceLifetime }: Settings): Nonces => ({
  async issue(browser) {
    const [nonce, nonceToken, issued] = [randomNonce(), randomSecret(), clock()]
    const expires = issued + nonceLifetime
    const record: NonceRecord = {
      nonce,
      issued,
      expires,
      ...(browser && { browser: await digest(browser) }),
    }
    await store.set(await keyOf(nonceToken), JSON.stringify(record), nonceLifetime)
    return { nonce, nonceToken, expirationTime: new Date(expires).toISOString() }
  },
  async consume(nonceToken, browsers) {
    const found = await store.take(await keyOf(nonceToken))
    if (!found) return undefined
    const record = JSON.parse(found) as NonceRecord
    const isOwn =
      record.browser === undefined
        ? browsers.length === 0
        : (await Promise.all(browsers.map(digest))).includes(record.browser)
    return isOwn && record.expires > clock()
      ? { nonce: record.nonce, issued: record.issued }
      : undefined
  },
})
