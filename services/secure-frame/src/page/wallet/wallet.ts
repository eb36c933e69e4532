import { REASONS } from '../../contract/reasons.js'
import {
  createWallet,
  deleteHome,
  exportShare,
  getRecovery,
  getShare,
  newSplit,
  type RecoveryInput,
} from '../../contract/wallet.js'
import type { User, WalletRecord } from '../../contract/user.js'
import type { PrivateKeys } from '../../keys/derive.js'
import type { Keyring } from '../../keys/keyring.js'
import { FrameError, otherPerson, signedOut } from '../link/errors.js'
import { isRefusal } from '../session/client.js'
import type { Session } from '../session/session.js'
import { keepShare, readShares, type Home, type Homes, type WalletAt } from './homes.js'
import type { SealedRecovery } from './recovery.js'

const loadKeys = () => import('../../keys/index.js')

/** The service's share, to sign with or to show the words. */
type ShareRoute = typeof getShare | typeof exportShare

/** Seals the recovery share of a split that is about to be made. */
export type Seal = (wallet: WalletAt, share: string) => Promise<RecoveryInput>

/** The wallet of the person who is signed in. */
export interface Wallet {
  /** Its addresses. @throws FrameError where nobody is signed in */
  record(): WalletRecord
  /** Fetches the code of the keys, and runs it once, before it is needed. */
  preload(): void
  /**
   * After a sign-in: makes the first wallet, and gives a new device its share.
   * @throws FrameError `wallet_closed` where the wallet has no recovery and this browser has no share
   */
  prepare(): Promise<User>
  /** Whether the person must choose a way of recovery before the first signature. */
  needsChoice(): boolean
  /**
   * Opens the key with the share of this device, or with the operator's while the sign-in is fresh.
   * @returns false where the person has to recover first: no home has a share that fits
   */
  unlock(): Promise<boolean>
  /**
   * The ways by which the person recovers. None where the operator's share has opened the key.
   * @throws FrameError `fresh` where the sign-in is not recent, `wallet_closed` where there is no way
   */
  ways(): Promise<readonly SealedRecovery[]>
  /** Opens the key with a recovery share, and keeps that share on this device. */
  recover(share: string): Promise<void>
  /**
   * Makes a new split, whose recovery share `seal` seals; no share of before joins with its shares.
   * @param removes the id of a device that is removed with it
   */
  split(seal: Seal, removes?: string): Promise<void>
  /**
   * The 24 words.
   * @throws FrameError `fresh` where the sign-in is not recent, `wallet_closed` where this device has no share
   */
  words(): Promise<readonly string[]>
  /** Where the share of this device is kept. */
  home(): Promise<Home['name'] | undefined>
  /** Moves the share of this device to the window that is open, and out of the service. */
  moveToWindow(): Promise<void>
  /** Signs with the key that is open. */
  use<T>(sign: (keys: PrivateKeys) => T): T
  /** Forgets the key. */
  lock(): void
}

interface Options {
  session: Session
  homes: Homes
  /** The keeper of a new wallet's recovery share. */
  mode: 'automatic' | 'user'
}

const isMismatch = (error: unknown): boolean =>
  error instanceof Error && 'failure' in error && error.failure === 'mismatch'
/** The person is asked then whether to try again. @throws every other error */
const passAway = (error: unknown): void => {
  if (!isRefusal(error, REASONS.keeper)) throw error
}
const unopened = (): FrameError =>
  new FrameError('The wallet cannot be opened on this device.', { reason: 'wallet_closed' })

// eslint-disable-next-line max-lines-per-function -- a closure: nothing else may reach the key
export function createWalletOfUser({ session, homes: { list: homes }, mode }: Options): Wallet {
  let keyring: Keyring | undefined
  let sealed: { id: string; split: number; ways: readonly SealedRecovery[] } | undefined
  /** A share that no home took: it lives as long as the page. */
  let spare: { at: WalletAt; share: string } | undefined
  const record = (): WalletRecord => {
    const wallet = session.user()?.wallet
    if (!wallet) throw signedOut()
    return wallet
  }
  let locks = 0
  /** @returns throws where the key was locked since, or another person is signed in by now */
  const hold = (): (() => void) => {
    const { id } = record()
    const at = locks
    return () => {
      if (at !== locks || record().id !== id) throw otherPerson()
    }
  }
  const isOpen = (): boolean => keyring?.isOpen() === true
  const openRing = async (secret: Uint8Array, requireOwn: () => void): Promise<void> => {
    keyring ??= (await loadKeys()).createKeyring()
    try {
      requireOwn()
    } catch (error) {
      secret.fill(0)
      throw error
    }
    await keyring.open(secret)
  }
  const serviceShare = async (route: ShareRoute = getShare): Promise<string> => {
    const { share, split } = await session.ask(route)
    if (split !== record().split) await session.reload()
    return share
  }
  const keep = async ({ id, split }: WalletAt, share: string): Promise<void> => {
    const name = await keepShare(homes, { id, split }, share)
    spare = name === undefined ? { at: { id, split }, share } : undefined
  }
  async function* ownShares(): AsyncGenerator<string> {
    yield* readShares(homes, record())
    const { id, split } = record()
    if (spare?.at.id === id && spare.at.split === split) yield spare.share
  }
  /** The secret by the share of this device. Shares that do not fit are passed over. */
  const joined = async (route: ShareRoute = getShare): Promise<Uint8Array | undefined> => {
    const [{ joinShares }, service] = await Promise.all([loadKeys(), serviceShare(route)])
    for await (const share of ownShares()) {
      try {
        return await joinShares(share, service, record())
      } catch (error) {
        if (!isMismatch(error)) throw error
      }
    }
    return undefined
  }
  const withSecret = async <T>(
    use: (secret: Uint8Array, requireOwn: () => void) => Promise<T>,
    route: ShareRoute = getShare,
  ): Promise<T> => {
    const requireOwn = hold()
    const secret = await joined(route)
    if (!secret) throw unopened()
    try {
      requireOwn()
      return await use(secret, requireOwn)
    } finally {
      secret.fill(0)
    }
  }

  async function make(): Promise<void> {
    const { createWallet: createSecret } = await loadKeys()
    const { id, addresses, shares } = await createSecret()
    const at = { id, split: 1 }
    // Before the service has its own: where its answer is lost, nobody could open the wallet without.
    const own = homes.filter(({ name }) => name !== 'service')
    const isKept = (await keepShare(own, at, shares.device)) !== undefined
    const recovery = mode === 'automatic' ? [{ kind: 'automatic', share: shares.recovery }] : []
    const home = isKept ? {} : { home: shares.device }
    const body = { id, ...addresses, service: shares.service, recovery, ...home }
    try {
      await session.ask(createWallet, { body })
      if (!isKept) spare = { at, share: shares.device }
    } catch (error) {
      // Another tab made the person's wallet first: that one counts.
      if (!isRefusal(error, REASONS.conflict)) throw error
    }
    await session.reload()
  }

  async function recover(share: string): Promise<void> {
    const requireOwn = hold()
    const [{ joinShares }, service] = await Promise.all([loadKeys(), serviceShare()])
    requireOwn()
    const secret = await joinShares(share, service, record())
    try {
      requireOwn()
      await keep(record(), share)
      await openRing(secret, requireOwn)
    } finally {
      secret.fill(0)
    }
  }

  /** Asks for recovery shares while the sign-in is fresh: later the service gives none. */
  async function readRecovery(ask = session.ask): Promise<readonly SealedRecovery[]> {
    const requireOwn = hold()
    const { recovery, split } = await ask(getRecovery)
    requireOwn()
    const automatic = recovery.find((way) => way.kind === 'automatic')
    const ways = recovery.filter((way) => way.kind !== 'automatic')
    if (split !== record().split) await session.reload()
    requireOwn()
    sealed = { id: record().id, split, ways }
    if (automatic && 'share' in automatic) await recover(automatic.share)
    return ways
  }
  /** The service gives recovery shares a few times a day, and tells each by mail. */
  const isAsked = (): boolean => sealed?.id === record().id && sealed.split === record().split
  const hasShare = async (): Promise<boolean> => {
    for await (const share of ownShares()) if (share) return true
    return false
  }
  /** Nothing opens it from here: whoever pays to its address may have lost that. */
  const isLost = async (): Promise<boolean> => record().recovery.length === 0 && !(await hasShare())

  return {
    record,
    // A failure comes again, and is told, where the code is needed.
    preload: () =>
      void loadKeys().then(
        ({ warmUp }) => warmUp(),
        () => undefined,
      ),
    async prepare() {
      const user = session.user()
      if (!user) throw signedOut()
      if (!user.wallet || (await isLost())) {
        await make()
        if (await isLost()) throw unopened()
      } else if (user.wallet.recovery.length && !isAsked() && !(await hasShare()))
        // Signed in all the same: the first signature asks for what it needs.
        await readRecovery(session.askOnce).catch(() => undefined)
      return session.user() ?? user
    },
    needsChoice: () => record().recovery.length === 0,
    async unlock() {
      if (isOpen()) return true
      const requireOwn = hold()
      const secret = await joined()
      if (secret) await openRing(secret, requireOwn)
      else if (session.isFresh() && record().recovery.includes('automatic'))
        await readRecovery(session.askOnce).catch(passAway)
      return isOpen()
    },
    async ways() {
      const ways = isAsked() && sealed?.ways.length ? sealed.ways : await readRecovery()
      if (!ways.length && !isOpen()) throw unopened()
      return ways
    },
    recover,
    split: (seal, removes) =>
      withSecret(async (secret, requireOwn) => {
        const { signSplit, splitSecret } = await loadKeys()
        const shares = await splitSecret(secret)
        const { id, split } = record()
        const next = { id, split: split + 1 }
        requireOwn()
        const recovery = [await seal(next, shares.recovery)]
        // The person may be another one by now, whose wallet would get what is sealed.
        requireOwn()
        const removed = removes === undefined ? {} : { removes }
        const wanted = { from: split, service: shares.service, recovery, ...removed }
        const body = { ...wanted, signature: await signSplit(secret, id, wanted) }
        requireOwn()
        const { split: made } = await session.ask(newSplit, { body })
        // Sealed for the split after this one: no other may come in between.
        if (made !== next.split) throw unopened()
        sealed = undefined
        // Kept in any case: no other share of this device joins any more.
        await session.reload().finally(() => keep(next, shares.device))
        await openRing(secret, requireOwn)
      }),
    words: () =>
      withSecret(async (secret, requireOwn) => {
        const { wordsOf } = await loadKeys()
        requireOwn()
        return wordsOf(secret).split(' ')
      }, exportShare),
    async home() {
      for (const home of homes)
        if (await home.read(record()).catch(() => undefined)) return home.name
      return undefined
    },
    async moveToWindow() {
      const requireOwn = hold()
      const { id, split } = record()
      const window = homes.find(({ name }) => name === 'window')
      for await (const share of ownShares()) {
        requireOwn()
        await window?.keep({ id, split }, share)
        requireOwn()
        await session.ask(deleteHome, { method: 'DELETE' })
        return
      }
      throw unopened()
    },
    use: (sign) => {
      if (!keyring) throw unopened()
      return keyring.use(record(), sign)
    },
    lock() {
      locks += 1
      keyring?.close()
      sealed = spare = undefined
    },
  }
}
