import { type Caip2, LatchkeyError } from '@latchkey/plugin-api'
import { accountKeyOf, type SignedBy, type SiwxMessage } from '@latchkey/siwx'
import type { Settings } from './options.js'
import { randomSecret } from './secrets.js'
import type { Signed } from './verify.js'

/** A signed-in account on one chain. */
export interface SiwxServerSession {
  /** For logs and for `revoke`; whoever knows it cannot use the session. In JWT mode the token's `jti`. */
  id: string
  /** As the message spells it, which is the visitor's choice: the account is `accountKey`. */
  accountAddress: string
  chainId: Caip2
  /** The account, whatever its spelling: keep users, bans and roles by it. With its chain where a contract signed, for its address is somebody else's on another. See `accountKeyOf` of `@latchkey/siwx`. */
  accountKey: string
  /** `contract`: the account's code on `chainId` took the signature, and may take others by now. */
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
  open(id: string, signed: Signed): Promise<SiwxServerSession>
  read(id: string): Promise<SiwxServerSession | undefined>
  end(id: string): Promise<void>
  endAll(accountAddress: string): Promise<void>
}

/** ms by which stores may forget early. */
const MARGIN = 60_000
const sessionKey = (id: string): string => `siwx:session:${id}`
/** One for all spellings and chains of an address: whoever is locked out is not let in by another one. */
const epochKey = (key: string): string => `siwx:epoch:${key}`

/** The account behind the address that a session is of. Whoever was verified has one. @throws `siwx.bad_message` */
function keyOf({ accountAddress }: SiwxMessage): string {
  const key = accountKeyOf(accountAddress)
  if (key === undefined)
    throw new LatchkeyError(
      'siwx.bad_message',
      `${accountAddress} is no address of a known chain family.`,
      { context: { field: 'accountAddress' } },
    )
  return key
}

/**
 * One record a session. To end all of an account, it begins a new epoch: records of an earlier one are void. That is one write,
 * so nothing that happens at the same time is missed, and it is forgotten when no earlier session can be left.
 */
export function createSessions({ store, clock, lifetime }: Settings): Sessions {
  const toSession = (
    id: string,
    { data, message, signedBy, signedIn, expires }: SessionRecord,
  ): SiwxServerSession => ({
    id,
    accountAddress: data.accountAddress,
    chainId: data.chainId,
    accountKey:
      signedBy === 'key' ? keyOf(data) : `${data.chainId}:${data.accountAddress.toLowerCase()}`,
    signedBy,
    data,
    message,
    signedInAt: new Date(signedIn).toISOString(),
    expirationTime: new Date(expires).toISOString(),
  })
  return {
    async open(id, { data, message, signedBy, until }) {
      const epoch = await store.get(epochKey(keyOf(data)))
      const signedIn = clock()
      const expires = Math.min(signedIn + lifetime, until)
      // The store may have taken its time, too.
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
      // Of before accounts were known by their bytes: whether such a session was revoked stands under another name.
      if (record.signedBy === undefined) return undefined
      // Also not longer than is allowed now: epochs are not remembered for longer.
      if (Math.min(record.expires, record.signedIn + lifetime) <= clock()) return undefined
      const epoch = await store.get(epochKey(keyOf(record.data)))
      return epoch && epoch !== record.epoch ? undefined : toSession(id, record)
    },
    end: async (id) => void (await store.take(sessionKey(id))),
    async endAll(accountAddress) {
      const key = accountKeyOf(accountAddress)
      // Somebody wanted to lock an account out, and nothing would be.
      if (key === undefined)
        throw new LatchkeyError(
          'siwx.bad_address',
          `revokeAll: ${String(accountAddress).slice(0, 100)} is no address, nothing was revoked. Expected an address alone, without chain.`,
        )
      await store.set(epochKey(key), randomSecret(), lifetime + MARGIN)
    },
  }
}
