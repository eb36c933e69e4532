import { isLatchkeyError, type LatchkeyError } from '@latchkey/plugin-api'
import { aborted, expired, toWalletError } from '../errors.js'
import type { Offer } from '../sdk/relayClient.js'
import {
  isExpired,
  CODE_LIFETIME_MS,
  EXPIRY_MARGIN_MS,
  MAX_CODES,
  untilRenewal,
  type PairingEvent,
} from './machine.js'

type Approved = Awaited<Offer['approval']>

/** The parts that pairing needs. */
export interface PairingNeeds {
  dispatch(event: PairingEvent): void
  /** Whether a later attempt shows the code of an attempt that was left. */
  reuses(): boolean
  isOnline(): boolean
  /** Ends a session that was opened with the code of an attempt that was left. */
  discard(approved: Approved): void
  /** Takes a code back that is not needed any more. */
  withdraw(offer: Offer): void
  now?(): number
}
export interface PairingRequest {
  /** Identifies what the code asks for: only a code with the same key is used. */
  readonly key: string
  make(): Promise<Offer>
  readonly signal: AbortSignal
  onOffer(offer: Offer): void
}
export interface Pairing {
  /** Makes a code in advance, for the next attempt with this key. */
  prepare(request: Pick<PairingRequest, 'key' | 'make'>): Promise<void>
  /** The code that the next attempt with this key starts with, if it is made already. */
  ready(key: string): string | undefined
  /**
   * Shows codes, one after the other, until a wallet uses one.
   * @throws `wallet.user_rejected`, `walletconnect.pairing_expired`, `kernel.aborted`, and what
   * `make` throws
   */
  run(request: PairingRequest): Promise<Approved>
  /** Applies that a wallet answered a code. */
  answered(topic: string): void
  /** Fails the attempt that is under way. */
  failed(error: unknown): void
}

interface KeptOffer {
  readonly key: string
  readonly offer: Offer
  /** Whether it was never shown. */
  readonly isFresh: boolean
}
const endOf = (
  error: LatchkeyError,
  isOnline: boolean,
): 'rejected' | 'expired' | 'failed' | 'offline' =>
  isLatchkeyError(error, 'wallet.user_rejected')
    ? 'rejected'
    : isLatchkeyError(error, 'walletconnect.pairing_expired')
      ? 'expired'
      : isLatchkeyError(error, 'walletconnect.offline') || !isOnline
        ? 'offline'
        : 'failed'

/** One attempt: it shows codes, one after the other, until a wallet uses one of them. */
class PairingAttempt {
  readonly offers: Offer[] = []
  readonly outcome: Promise<Approved>
  isAnswered = false
  settle: (outcome: Approved | LatchkeyError) => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #request: PairingRequest
  readonly #make: () => Promise<Offer>
  readonly #now: () => number
  readonly #abort = (): void => this.settle(aborted('Pairing', this.#request.signal.reason))

  /** @param onShow answers false where the attempt has been replaced */
  constructor(
    request: PairingRequest,
    make: () => Promise<Offer>,
    now: () => number,
    private readonly onShow: (offer: Offer) => boolean,
  ) {
    this.#request = request
    this.#make = make
    this.#now = now
    this.outcome = new Promise<Approved>((resolve, reject) => {
      this.settle = (result) => (isLatchkeyError(result) ? reject(result) : resolve(result))
    })
    this.outcome.catch(() => undefined)
    request.signal.addEventListener('abort', this.#abort)
  }

  show(offer: Offer): void {
    if (!this.onShow(offer)) return
    this.offers.push(offer)
    this.#request.onOffer(offer)
    this.#timer = setTimeout(() => this.#renew(), untilRenewal(offer.madeAt, this.#now()))
  }

  async offerNext(): Promise<void> {
    this.show(await this.#make())
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#request.signal.removeEventListener('abort', this.#abort)
  }

  #renew(): void {
    if (this.isAnswered) return
    if (this.offers.length >= MAX_CODES) this.#giveUp(expired())
    else this.offerNext().catch((error: unknown) => this.#giveUp(toWalletError(error, 'connect')))
  }

  /** Ends the attempt when the code that is shown expires. */
  #giveUp(error: LatchkeyError): void {
    const { madeAt } = this.offers.at(-1)!
    this.#timer = setTimeout(
      () => this.settle(error),
      Math.max(0, madeAt + CODE_LIFETIME_MS - EXPIRY_MARGIN_MS - this.#now()),
    )
  }
}

/** Makes the pairing: it makes codes in time, watches them, and takes back those that are left. */
export const createPairing = (needs: PairingNeeds): Pairing => new CodePairing(needs)

class CodePairing implements Pairing {
  readonly #needs: PairingNeeds
  readonly #now: () => number
  readonly #owners = new Map<Offer, PairingAttempt>()
  #kept: KeptOffer | undefined
  #preparing: { key: string; done: Promise<void> } | undefined
  #running: PairingAttempt | undefined

  constructor(needs: PairingNeeds) {
    this.#needs = needs
    this.#now = needs.now ?? Date.now
  }

  prepare({ key, make }: Pick<PairingRequest, 'key' | 'make'>): Promise<void> {
    if (this.#running || this.#findKept(key)) return Promise.resolve()
    if (this.#preparing?.key === key) return this.#preparing.done
    const mine = (this.#preparing = {
      key,
      done: make()
        .then((offer) => void (this.#kept = { key, offer: this.#watch(offer), isFresh: true }))
        .finally(() => {
          if (this.#preparing === mine) this.#preparing = undefined
        }),
    })
    return mine.done
  }

  ready(key: string): string | undefined {
    return this.#findKept(key)?.uri
  }

  async run(request: PairingRequest): Promise<Approved> {
    const { key, make, signal } = request
    if (signal.aborted) throw aborted('Pairing', signal.reason)
    const mine: PairingAttempt = new PairingAttempt(
      request,
      async () => this.#watch(await make()),
      this.#now,
      (offer) => this.#onShow(mine, key, offer),
    )
    this.#running?.settle(aborted('Pairing'))
    this.#running = mine
    this.#needs.dispatch({ type: 'begun' })
    try {
      if (this.#preparing?.key === key)
        await Promise.race([this.#preparing.done.catch(() => undefined), mine.outcome])
      const ready = this.#findKept(key)
      if (ready) mine.show(ready)
      else mine.offerNext().catch((error: unknown) => mine.settle(toWalletError(error, 'connect')))
      const approved = await mine.outcome
      this.#kept = undefined
      this.#withdrawAll(
        mine,
        mine.offers.find(({ topic }) => topic === approved.session.pairingTopic),
      )
      if (this.#running === mine) this.#needs.dispatch({ type: 'reset' })
      return approved
    } catch (error) {
      throw this.#fail(mine, toWalletError(error, 'connect'))
    } finally {
      mine.end()
      if (this.#running === mine) this.#running = undefined
    }
  }

  answered(topic: string): void {
    if (!this.#running?.offers.some((offer) => offer.topic === topic)) return
    this.#running.isAnswered = true
    this.#needs.dispatch({ type: 'answered' })
  }

  failed(error: unknown): void {
    this.#running?.settle(toWalletError(error, 'connect'))
  }

  #onShow(run: PairingAttempt, key: string, offer: Offer): boolean {
    if (this.#running !== run) {
      this.#needs.withdraw(offer)
      return false
    }
    this.#owners.set(offer, run)
    this.#kept = { key, offer, isFresh: false }
    this.#needs.dispatch({ type: 'offered', uri: offer.uri, madeAt: offer.madeAt })
    return true
  }

  #fail(run: PairingAttempt, error: LatchkeyError): LatchkeyError {
    const { dispatch, reuses, isOnline } = this.#needs
    const isLeft = isLatchkeyError(error, 'kernel.aborted')
    if (this.#kept && run.offers.includes(this.#kept.offer) && !(isLeft && reuses()))
      this.#kept = undefined
    this.#withdrawAll(run, this.#kept?.offer)
    if (this.#running === run)
      dispatch(
        isLeft ? { type: 'reset' } : { type: 'ended', as: endOf(error, isOnline()), cause: error },
      )
    return error
  }

  /** Follows a code to its end, also where another attempt shows it by then. */
  #watch(offer: Offer): Offer {
    /** The attempt that shows the code. An answered code is not shown again. */
    const takeOwner = (): PairingAttempt | undefined => {
      if (this.#kept?.offer === offer) this.#kept = undefined
      return this.#owners.get(offer)
    }
    offer.approval.then(
      (approved) => {
        const owner = takeOwner()
        if (owner) owner.settle(approved)
        else this.#needs.discard(approved)
      },
      (error: unknown) => {
        const owner = takeOwner()
        const typed = toWalletError(error, 'connect')
        const isExpiry = /\bexpired\b/i.test(typed.details ?? typed.message)
        // Only the newest code's expiry ends the attempt: the older ones were replaced.
        if (!isExpiry || offer === owner?.offers.at(-1)) owner?.settle(isExpiry ? expired() : typed)
      },
    )
    return offer
  }

  /** A usable code with this key: it was never shown, or codes may be shown again here. */
  #findKept(key: string): Offer | undefined {
    const kept = this.#kept
    if (!kept || kept.key !== key || isExpired(kept.offer.madeAt, this.#now())) return undefined
    return kept.isFresh || this.#needs.reuses() ? kept.offer : undefined
  }

  #withdrawAll(run: PairingAttempt, except?: Offer): void {
    for (const offer of run.offers) {
      // Another attempt may show this code by now.
      if (this.#owners.get(offer) === run) this.#owners.delete(offer)
      if (offer !== except) this.#needs.withdraw(offer)
    }
  }
}
