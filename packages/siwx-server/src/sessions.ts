import { type Caip2, LatchkeyError } from '@latchkey/plugin-api'
import type { SiwxMessage } from '@latchkey/siwx'
import type { Settings } from './options.js'
import { randomSecret } from './secrets.js'
import type { Signed } from './verify.js'

/** A signed-in account on one chain. */
export interface SiwxServerSession {
  /** For logs and for `revoke`; whoever knows it cannot use the session. In JWT mode the token's `jti`. */
  id: string
  /** As the message spells it. */
  accountAddress: string
  chainId: Caip2
  data: SiwxMessage
  /** The very text that was signed. */
  message: string
  /** RFC 3339. */
  signedInAt: string
  /** RFC 3339. */
  expirationTime: string
}

interface SessionRecord { data: SiwxMessage; message: string; signedIn: number; expires: number; epoch?: string }

export interface Sessions {
  open(id: string, signed: Signed): Promise<SiwxServerSession>
  read(id: string): Promise<SiwxServerSession | undefined>
  end(id: string): Promise<void>
  endAll(accountAddress: string): Promise<void>
}

/** ms by which stores may forget early. */
const MARGIN = 60_000
const sessionKey = (id: string): string => `siwx:session:${id}`
/** Hex is the same in any case; other spellings of addresses are not. */
const epochKey = (address: string): string => `siwx:epoch:${/^0x[\da-f]+$/i.test(address) ? address.toLowerCase() : address}`

/**
 * One record a session. To end all of an account, it begins a new epoch: records of an earlier one are void. That is one write,
 * so nothing that happens at the same time is missed, and it is forgotten when no earlier session can be left.
 */
export function createSessions({ store, clock, lifetime }: Settings): Sessions {
  const toSession = (id: string, { data, message, signedIn, expires }: SessionRecord): SiwxServerSession => ({
    id,
    accountAddress: data.accountAddress,
    chainId: data.chainId,
    data,
    message,
    signedInAt: new Date(signedIn).toISOString(),
    expirationTime: new Date(expires).toISOString(),
  })
  return {
    async open(id, { data, message, until }) {
      const epoch = await store.get(epochKey(data.accountAddress))
      const signedIn = clock()
      const expires = Math.min(signedIn + lifetime, until)
      // The store may have taken its time, too.
      if (expires <= signedIn) throw new LatchkeyError('siwx.expired', 'The message expired while its session was made.', { context: { expirationTime: data.expirationTime! } })
      const record: SessionRecord = { data, message, signedIn, expires, ...(epoch && { epoch }) }
      await store.set(sessionKey(id), JSON.stringify(record), expires - signedIn)
      return toSession(id, record)
    },
    async read(id) {
      const found = await store.get(sessionKey(id))
      if (!found) return undefined
      const record = JSON.parse(found) as SessionRecord
      // Also not longer than is allowed now: epochs are not remembered for longer.
      if (Math.min(record.expires, record.signedIn + lifetime) <= clock()) return undefined
      const epoch = await store.get(epochKey(record.data.accountAddress))
      return epoch && epoch !== record.epoch ? undefined : toSession(id, record)
    },
    end: async (id) => void await store.take(sessionKey(id)),
    endAll: async (accountAddress) => void await store.set(epochKey(accountAddress), randomSecret(), lifetime + MARGIN),
  }
}
