import { randomNonce } from '@latchkey/siwx'
import type { Settings } from './options.js'
import { digest, randomSecret } from './secrets.js'

/** What a client gets before it lets the wallet sign. */
export interface IssuedNonce {
  /** 128 random bits, for the message. */
  nonce: string
  /** Stays with the client and comes back with the signature: who has seen the message alone cannot use it. */
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
  /** `browser`: what the cookie holds, in cookie mode. */
  issue(browser: string | undefined): Promise<IssuedNonce>
  /** Whoever asks, it is gone afterwards. Undefined if it is unknown, used, expired or of another browser. `browsers`: what marks the one that asks; nothing without cookies. `issued`: ms since 1970. */
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
