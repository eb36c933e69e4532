import { type Caip2, LatchkeyError, namespaceOf } from '@latchkey/plugin-api'
import { accountKeyIn, type SignedBy, type SignInFamilies, type SiwxMessage } from '@latchkey/siwx'
import type { Settings } from '../options.js'
import { randomSecret } from './secrets.js'
import type { VerifiedMessage } from './verifyBody.js'

/** A signed-in account on one chain. */
export interface SiwxServerSession {
  /**
   * For logs and for `revoke`; it does not give access to the session. In JWT mode the token's
   * `jti`.
   */
  id: string
  /** As the message spells it, which is the visitor's choice: the account is `accountKey`. */
  accountAddress: string
  chainId: Caip2
  /**
   * The account, whatever its spelling: keep users, bans and roles by it. It includes the chain where
   * a contract signed, as its address may be another person's on another chain. See `accountKeyOf`
   * of `@latchkey/siwx`.
   */
  accountKey: string
  /** `contract`: the account's code on `chainId` accepted the signature; code may change its mind. */
  signedBy: SignedBy
  data: SiwxMessage
  /** The very text that was signed. */
  message: string
  /** RFC 3339. */
  signedInAt: string
  /** RFC 3339. */
  expirationTime: string
}

interface SessionRecord {
  data: SiwxMessage
  message: string
  signedBy: SignedBy
  signedIn: number
  expires: number
  epoch?: string
}

export interface Sessions {
  open(id: string, signed: VerifiedMessage): Promise<SiwxServerSession>
  read(id: string): Promise<SiwxServerSession | undefined>
  end(id: string): Promise<void>
  endAll(accountAddress: string): Promise<void>
}

/** Stores may forget an entry this much too early. */
const EPOCH_MARGIN_MS = 60_000
const sessionKey = (id: string): string => `siwx:session:${id}`
/**
 * One epoch for all spellings and chains of an account: a person who is locked out cannot come back
 * by another spelling.
 */
const epochKey = (key: string): string => `siwx:epoch:${key}`

/** @throws `siwx.bad_message` for an address without account: verifying never lets one through */
function demandKey({ accountAddress, chainId }: SiwxMessage, families: SignInFamilies): string {
  const key = accountKeyIn({ namespace: namespaceOf(chainId), families }, accountAddress)
  if (key === undefined)
    throw new LatchkeyError(
      'siwx.bad_message',
      `${accountAddress} is not an address of a chain family that can sign in here.`,
      { context: { field: 'accountAddress' } },
    )
  return key
}

/** Every account that an address without chain may be of, in ours and in handed-in families. */
const keysOf = (address: string, families: SignInFamilies): readonly string[] => [
  ...new Set(
    ['', ...Object.keys(families)].flatMap(
      (namespace) => accountKeyIn({ namespace, families }, address) ?? [],
    ),
  ),
]

/**
 * One record a session. To end all of an account, it begins a new epoch: records of an earlier one
 * are void. That is one write, so nothing that happens at the same time is missed, and it is
 * forgotten when no earlier session can be left.
 */
// eslint-disable-next-line max-lines-per-function -- one object whose methods share the form of a record
export function createSessions({ store, clock, lifetime, families }: Settings): Sessions {
  const toSession = (
    id: string,
    { data, message, signedBy, signedIn, expires }: SessionRecord,
  ): SiwxServerSession => {
    const key = demandKey(data, families)
    return {
      id,
      accountAddress: data.accountAddress,
      chainId: data.chainId,
      // A contract is an account of one chain: the reference of that chain is added to the key.
      accountKey: signedBy === 'key' ? key : `${data.chainId}${key.slice(key.indexOf(':'))}`,
      signedBy,
      data,
      message,
      signedInAt: new Date(signedIn).toISOString(),
      expirationTime: new Date(expires).toISOString(),
    }
  }
  return {
    async open(id, { data, message, signedBy, until }) {
      const epoch = await store.get(epochKey(demandKey(data, families)))
      const signedIn = clock()
      const expires = Math.min(signedIn + lifetime, until)
      // Asking the store takes time: the message may have expired since it was verified.
      if (expires <= signedIn)
        throw new LatchkeyError('siwx.expired', 'The message expired while its session was made.', {
          context: { expirationTime: data.expirationTime! },
        })
      const record: SessionRecord = {
        data,
        message,
        signedBy,
        signedIn,
        expires,
        ...(epoch && { epoch }),
      }
      await store.set(sessionKey(id), JSON.stringify(record), expires - signedIn)
      return toSession(id, record)
    },
    async read(id) {
      const found = await store.get(sessionKey(id))
      if (!found) return undefined
      const record = JSON.parse(found) as SessionRecord
      // An older version wrote this record, when epochs had other keys: nothing can tell whether the
      // session was revoked.
      if (record.signedBy === undefined) return undefined
      // A lifetime that the host has shortened counts at once: epochs are kept for no longer.
      if (Math.min(record.expires, record.signedIn + lifetime) <= clock()) return undefined
      const epoch = await store.get(epochKey(demandKey(record.data, families)))
      return epoch && epoch !== record.epoch ? undefined : toSession(id, record)
    },
    end: async (id) => void (await store.take(sessionKey(id))),
    async endAll(accountAddress) {
      const keys = keysOf(accountAddress, families)
      // Without an error the host would believe that the account is locked out.
      if (!keys.length)
        throw new LatchkeyError(
          'siwx.bad_address',
          `revokeAll: ${String(accountAddress).slice(0, 100)} is not an address, nothing was revoked. ` +
            'Expected an address alone, without chain.',
        )
      await Promise.all(
        keys.map((key) => store.set(epochKey(key), randomSecret(), lifetime + EPOCH_MARGIN_MS)),
      )
    },
  }
}
