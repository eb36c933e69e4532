import { isLatchkeyError, type LatchkeyError } from '@latchkey/plugin-api'
import { aborted, expired, toWalletError } from '../errors.js'
import type { Offer } from '../sdk/relayClient.js'
import {
  isExpired,
  LIFETIME,
  MARGIN,
  MOST_CODES,
  untilRenewal,
  type PairingEvent,
} from './machine.js'

type Approved = Awaited<Offer['approval']>

export interface PairingNeeds {
  tell(event: PairingEvent): void
  /** Whether a code that somebody left behind is shown again. */
  reuses(): boolean
  isOnline(): boolean
  /** A wallet used a code that nobody waits for any more. */
  discard(approved: Approved): void
  /** A code that nobody needs any more. */
  withdraw(offer: Offer): void
  now?(): number
}
export interface PairingRequest {
  /** What the code is for: one for something else is never used. */
  readonly key: string
  make(): Promise<Offer>
  readonly signal: AbortSignal
  onOffer(offer: Offer): void
}
export interface Pairing {
  /** Makes a code ahead, for the next attempt with this key. */
  prepare(request: Pick<PairingRequest, 'key' | 'make'>): Promise<void>
  /** The code that the next attempt with this key begins with, if it is there already. */
  ready(key: string): string | undefined
  /** Shows codes, one after the other, until a wallet uses one. @throws `wallet.user_rejected`, `walletconnect.pairing_expired`, `kernel.aborted`, and what `make` throws */
  run(request: PairingRequest): Promise<Approved>
  /** What the client hears of codes and of answers. */
  answered(topic: string): void
  failed(error: unknown): void
}

interface Kept {
  readonly key: string
  readonly offer: Offer
  /** Nobody has seen it yet. */
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

/** One attempt: shows codes, one after the other, until a wallet uses one of them. */
class Run {
  readonly offers: Offer[] = []
  readonly outcome: Promise<Approved>
  isAnswered = false
  settle: (outcome: Approved | LatchkeyError) => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #request: PairingRequest
  readonly #make: () => Promise<Offer>
  readonly #now: () => number
  readonly #abort = (): void => this.settle(aborted('Pairing', this.#request.signal.reason))

  /** @param onShow false when nobody looks any more */
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
    if (this.offers.length >= MOST_CODES) this.#giveUp(expired())
    else this.offerNext().catch((error: unknown) => this.#giveUp(toWalletError(error, 'connect')))
  }

  /** Ends with the code that is shown. */
  #giveUp(error: LatchkeyError): void {
    const { madeAt } = this.offers.at(-1)!
    this.#timer = setTimeout(
      () => this.settle(error),
      Math.max(0, madeAt + LIFETIME - MARGIN - this.#now()),
    )
  }
}

/** Drives the machine: makes codes in time, watches them, and lets go what came too late. */
export const createPairing = (needs: PairingNeeds): Pairing => new CodePairing(needs)

class CodePairing implements Pairing {
  readonly #needs: PairingNeeds
  readonly #now: () => number
  readonly #owners = new Map<Offer, Run>()
  #kept: Kept | undefined
  #preparing: { key: string; done: Promise<void> } | undefined
  #running: Run | undefined

  constructor(needs: PairingNeeds) {
    this.#needs = needs
    this.#now = needs.now ?? Date.now
  }

  prepare({ key, make }: Pick<PairingRequest, 'key' | 'make'>): Promise<void> {
    if (this.#running || this.#take(key)) return Promise.resolve()
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
    return this.#take(key)?.uri
  }

  async run(request: PairingRequest): Promise<Approved> {
    const { key, make, signal } = request
    if (signal.aborted) throw aborted('Pairing', signal.reason)
    const mine: Run = new Run(
      request,
      async () => this.#watch(await make()),
      this.#now,
      (offer) => this.#onShow(mine, key, offer),
    )
    this.#running?.settle(aborted('Pairing'))
    this.#running = mine
    this.#needs.tell({ type: 'begun' })
    try {
      if (this.#preparing?.key === key)
        await Promise.race([this.#preparing.done.catch(() => undefined), mine.outcome])
      const ready = this.#take(key)
      if (ready) mine.show(ready)
      else mine.offerNext().catch((error: unknown) => mine.settle(toWalletError(error, 'connect')))
      const approved = await mine.outcome
      this.#kept = undefined
      this.#letGo(
        mine,
        mine.offers.find(({ topic }) => topic === approved.session.pairingTopic),
      )
      if (this.#running === mine) this.#needs.tell({ type: 'reset' })
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
    this.#needs.tell({ type: 'answered' })
  }

  failed(error: unknown): void {
    this.#running?.settle(toWalletError(error, 'connect'))
  }

  #onShow(run: Run, key: string, offer: Offer): boolean {
    if (this.#running !== run) {
      this.#needs.withdraw(offer)
      return false
    }
    this.#owners.set(offer, run)
    this.#kept = { key, offer, isFresh: false }
    this.#needs.tell({ type: 'offered', uri: offer.uri, madeAt: offer.madeAt })
    return true
  }

  #fail(run: Run, error: LatchkeyError): LatchkeyError {
    const { tell, reuses, isOnline } = this.#needs
    const isLeft = isLatchkeyError(error, 'kernel.aborted')
    if (this.#kept && run.offers.includes(this.#kept.offer) && !(isLeft && reuses()))
      this.#kept = undefined
    this.#letGo(run, this.#kept?.offer)
    if (this.#running === run)
      tell(
        isLeft ? { type: 'reset' } : { type: 'ended', as: endOf(error, isOnline()), cause: error },
      )
    return error
  }

  /** Each code is watched from its making to its end, whoever shows it by then. */
  #watch(offer: Offer): Offer {
    /** A code that a wallet answered is not shown again. */
    const take = (): Run | undefined => {
      if (this.#kept?.offer === offer) this.#kept = undefined
      return this.#owners.get(offer)
    }
    offer.approval.then(
      (approved) => {
        const owner = take()
        if (owner) owner.settle(approved)
        else this.#needs.discard(approved)
      },
      (error: unknown) => {
        const owner = take()
        const typed = toWalletError(error, 'connect')
        const isExpiry = /\bexpired\b/i.test(typed.details ?? typed.message)
        // A code that was replaced may run out.
        if (!isExpiry || offer === owner?.offers.at(-1)) owner?.settle(isExpiry ? expired() : typed)
      },
    )
    return offer
  }

  /** A code that is good for this: nobody saw it yet, or codes are shown again here. */
  #take(key: string): Offer | undefined {
    const kept = this.#kept
    if (!kept || kept.key !== key || isExpired(kept.offer.madeAt, this.#now())) return undefined
    return kept.isFresh || this.#needs.reuses() ? kept.offer : undefined
  }

  #letGo(run: Run, except?: Offer): void {
    for (const offer of run.offers) {
      // Where codes are shown again, another attempt may show it by now.
      if (this.#owners.get(offer) === run) this.#owners.delete(offer)
      if (offer !== except) this.#needs.withdraw(offer)
    }
  }
}
