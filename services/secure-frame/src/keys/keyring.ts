import { addressesOf, deriveKeys, eraseKeys, type Addresses, type PrivateKeys } from './derive.js'
import { KeysError } from './errors.js'

/** Keys are forgotten after this time without a use. */
export const IDLE_MS = 15 * 60_000

/** Keys held in memory for their use. */
export interface Keyring {
  /** Whether keys are held now. */
  isOpen(): boolean
  /**
   * Derives the keys of a secret and holds them. The secret is overwritten.
   * @throws KeysError `locked` where the keyring was closed meanwhile
   */
  open(secret: Uint8Array): Promise<void>
  /**
   * Uses the keys and begins the idle time anew.
   * @throws KeysError `locked` where none are held, `mismatch` where they are of another wallet
   */
  use<T>(record: Addresses, sign: (keys: PrivateKeys) => T): T
  /** Overwrites the keys: at sign-out, at a new split, and when the page is left. */
  close(): void
}

/** @param now milliseconds, never going back; a machine that slept counts its sleep */
export function createKeyring(now: () => number = () => Date.now()): Keyring {
  let held: { keys: PrivateKeys; addresses: Addresses; usedAt: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the ends: keys that are derived over one are not held. */
  let closed = 0
  const close = (): void => {
    closed += 1
    clearTimeout(timer)
    if (held) eraseKeys(held.keys)
    held = undefined
  }
  const current = () => {
    // Timers stand still while a machine sleeps.
    if (held && now() - held.usedAt >= IDLE_MS) close()
    return held
  }
  const touch = (): void => {
    clearTimeout(timer)
    timer = setTimeout(close, IDLE_MS)
    if (held) held.usedAt = now()
  }
  return {
    isOpen: () => current() !== undefined,
    async open(secret) {
      try {
        const begun = closed
        const keys = await deriveKeys(secret)
        if (begun !== closed) {
          eraseKeys(keys)
          throw new KeysError('locked', 'The key was locked while it was opened.')
        }
        close()
        held = { keys, addresses: addressesOf(keys), usedAt: now() }
        touch()
      } finally {
        secret.fill(0)
      }
    },
    use(record, sign) {
      const open = current()
      if (!open) throw new KeysError('locked', 'The key is not held any more.')
      const { evm, solana } = open.addresses
      if (evm !== record.evm || solana !== record.solana)
        throw new KeysError('mismatch', 'The key that is held is of another wallet.')
      touch()
      return sign(open.keys)
    },
    close,
  }
}
