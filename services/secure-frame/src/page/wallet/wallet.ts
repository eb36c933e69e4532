import { REASONS } from '../../contract/reasons.js'
import { createWallet, getRecovery, getShare, newSplit } from '../../contract/wallet.js'
import type { User, WalletRecord } from '../../contract/user.js'
import type { PrivateKeys } from '../../keys/derive.js'
import type { Keyring } from '../../keys/keyring.js'
import { FrameError, signedOut } from '../link/errors.js'
import { isRefusal } from '../session/client.js'
import type { Session } from '../session/session.js'
import { keepShare, readShares, type Home, type WalletAt } from './homes.js'
import type { SealedRecovery } from './recovery.js'

const loadKeys = () => import('../../keys/index.js')

/** Ways to recover a wallet that the person has to use now: none of its homes had a share. */
export interface RecoveryNeeded {
  wallet: WalletAt
  ways: readonly SealedRecovery[]
}

/** The wallet of the person who is signed in. */
export interface Wallet {
  /** Its addresses. @throws FrameError where nobody is signed in */
  record(): WalletRecord
  /** After a sign-in: makes the first wallet, and gives a new device its share. */
  prepare(): Promise<User>
  /** Whether the person must choose a way of recovery before the first signature. */
  needsChoice(): boolean
  /**
   * Opens the key with the share of this device.
   * @returns the step that the person must do first where no home has a share that fits
   */
  unlock(): Promise<RecoveryNeeded | undefined>
  /** Opens the key with a recovery share, and keeps that share on this device. */
  recover(share: string): Promise<void>
  /**
   * Makes a new split with a way of recovery that `seal` gives; the shares before join with none of it.
   */
  chooseRecovery(seal: (wallet: WalletAt, share: string) => Promise<SealedRecovery>): Promise<void>
  /** Signs with the key that is open. */
  use<T>(sign: (keys: PrivateKeys) => T): T
  /** Forgets the key. */
  lock(): void
}

interface Options {
  session: Session
  homes: readonly Home[]
  /** The keeper of a new wallet's recovery share. */
  mode: 'automatic' | 'user'
}

const isMismatch = (error: unknown): boolean =>
  error instanceof Error && 'failure' in error && error.failure === 'mismatch'
const unopened = (): FrameError =>
  new FrameError('The wallet cannot be opened on this device. Sign in again.', {
    reason: 'wallet_closed',
  })

// eslint-disable-next-line max-lines-per-function -- a closure: nothing else may reach the key
export function createWalletOfUser({ session, homes, mode }: Options): Wallet {
  let keyring: Keyring | undefined
  let sealed: readonly SealedRecovery[] | undefined
  const record = (): WalletRecord => {
    const wallet = session.user()?.wallet
    if (!wallet) throw signedOut()
    return wallet
  }
  const openRing = async (secret: Uint8Array): Promise<void> => {
    keyring ??= (await loadKeys()).createKeyring()
    await keyring.open(secret)
  }
  const serviceShare = async (): Promise<string> => {
    const { share, split } = await session.ask(getShare)
    if (split !== record().split) await session.reload()
    return share
  }
  /** The secret by the share of this device. Shares that do not fit are passed over. */
  const joined = async (): Promise<Uint8Array | undefined> => {
    const [{ joinShares }, service] = await Promise.all([loadKeys(), serviceShare()])
    for await (const share of readShares(homes, record())) {
      try {
        return await joinShares(share, service, record())
      } catch (error) {
        if (!isMismatch(error)) throw error
      }
    }
    return undefined
  }

  async function make(): Promise<void> {
    const { createWallet: createSecret } = await loadKeys()
    const { addresses, shares } = await createSecret()
    const recovery = mode === 'automatic' ? [{ kind: 'automatic', share: shares.recovery }] : []
    const body = { ...addresses, service: shares.service, recovery }
    try {
      const made = await session.ask(createWallet, { body })
      await session.reload()
      await keepShare(homes, made, shares.device)
    } catch (error) {
      // Another tab made the person's wallet first: that one counts.
      if (!isRefusal(error, REASONS.conflict)) throw error
      await session.reload()
    }
  }

  async function recover(share: string): Promise<void> {
    const [{ joinShares }, service] = await Promise.all([loadKeys(), serviceShare()])
    const secret = await joinShares(share, service, record())
    await keepShare(homes, record(), share)
    await openRing(secret)
  }

  /** Asks for recovery shares while the sign-in is fresh: later the service gives none. */
  async function readRecovery(): Promise<void> {
    const { recovery } = await session.ask(getRecovery)
    const automatic = recovery.find((way) => way.kind === 'automatic')
    sealed = recovery.filter((way) => way.kind !== 'automatic')
    if (automatic && 'share' in automatic) await recover(automatic.share)
  }

  return {
    record,
    async prepare() {
      const user = session.user()
      if (!user) throw signedOut()
      if (!user.wallet) await make()
      else if (user.wallet.recovery.length && !(await hasShare(homes, user.wallet)))
        // Signed in all the same: the first signature says why it cannot be.
        await readRecovery().catch(() => undefined)
      return session.user() ?? user
    },
    needsChoice: () => record().recovery.length === 0,
    async unlock() {
      if (keyring?.isOpen()) return undefined
      const secret = await joined()
      if (secret) return void (await openRing(secret))
      if (!sealed && session.isFresh() && record().recovery.length) await readRecovery()
      if (keyring?.isOpen()) return undefined
      if (!sealed?.length) throw unopened()
      return { wallet: record(), ways: sealed }
    },
    recover,
    async chooseRecovery(seal) {
      const secret = await joined()
      if (!secret) throw unopened()
      const { splitSecret } = await loadKeys()
      const shares = await splitSecret(secret)
      const { id, split } = record()
      const next = { id, split: split + 1 }
      try {
        const recovery = [await seal(next, shares.recovery)]
        const body = { from: split, service: shares.service, recovery }
        const { split: made } = await session.ask(newSplit, { body })
        // Sealed for the split after this one: no other may come in between.
        if (made !== next.split) throw unopened()
        await session.reload()
        await keepShare(homes, next, shares.device)
        await openRing(secret)
      } finally {
        secret.fill(0)
      }
    },
    use: (sign) => {
      if (!keyring) throw unopened()
      return keyring.use(record(), sign)
    },
    lock() {
      keyring?.close()
      sealed = undefined
    },
  }
}

async function hasShare(homes: readonly Home[], wallet: WalletAt): Promise<boolean> {
  for await (const share of readShares(homes, wallet)) if (share) return true
  return false
}
