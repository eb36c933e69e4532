import type { Dispose } from '../json.js'

/** A wallet that a page offers: what it says of itself, read once, as plain data. */
export interface PageWallet {
  /**
   * The connector id that it gets if no other wallet claims it, made of its rdns or its name. Of
   * several wallets with one claim, the later ones get other ids.
   */
  readonly claim: string
  readonly name: string
  /** The object that takes requests. Two objects are two wallets. */
  readonly provider: object
  /** Its uuid, for example: added to `claim` where that is taken, to make an id of its own. */
  readonly suffix?: string
}
/** A wallet that has a place among the connectors. */
export type Placed<T> = T & {
  /** Its connector's id, as long as it has its place. */
  readonly id: string
  /**
   * Whether another provider with the same claim lost its place to a crowd. May become true later.
   */
  readonly contested: boolean
}

/** Strangers that keep their place once they have it. One more place goes to the newest wallet. */
const MAX_STRANGERS = 100
/** Claims of wallets without a place that are remembered. Beyond, every stranger is contested. */
const MAX_LOST_CLAIMS = 10_000

/**
 * An id that no other place has: the claim, else the claim with the suffix, else with a number. The
 * kernel reads `ID:...` as another wallet that claims `ID`.
 */
function freePlaceId({ claim, suffix }: PageWallet, isTaken: (id: string) => boolean): string {
  const wanted = [claim, ...(suffix === undefined ? [] : [`${claim}:${suffix}`])]
  const free = wanted.find((id) => !isTaken(id))
  if (free !== undefined) return free
  const base = wanted.at(-1)!
  let number = 2
  while (isTaken(`${base}:${number}`)) number++
  return `${base}:${number}`
}

/** Some wallets announce one provider several times, under several uuids. */
const isRepeated = (one: PageWallet, other: PageWallet): boolean =>
  one.provider === other.provider && one.claim === other.claim && one.name === other.name

/** The wallets of a page: made with {@link createPlaces}. */
export interface Places<T> {
  /** The wallets that have a place, the earliest first. */
  found(): readonly Placed<T>[]
  /** Gives a new wallet a place. @returns whether it was new */
  take(wallet: T): boolean
  /** Takes their places from wallets that have left the page. */
  leave(isGone: (wallet: T) => boolean): void
  stop: Dispose
}

/**
 * Remembers the claims of wallets that lost their place: another wallet with such a claim is
 * contested, whether it stays or comes later.
 */
function createLost(): {
  add(wallet: PageWallet): void
  contests(wallet: PageWallet, known: boolean): boolean
} {
  // The provider by claim. `undefined`: several providers made the claim.
  const lost = new Map<string, object | undefined>()
  let isOver = false
  return {
    add({ claim, provider }) {
      if (lost.has(claim)) lost.set(claim, lost.get(claim) === provider ? provider : undefined)
      else if (lost.size < MAX_LOST_CLAIMS) lost.set(claim, provider)
      else isOver = true
    },
    contests: ({ claim, provider }, known) =>
      lost.has(claim) ? lost.get(claim) !== provider : isOver && !known,
  }
}

/**
 * Keeps the wallets of a page, which may claim anything and come in crowds. Each provider has a
 * place of its own: one that repeats another's id, rdns or name stands beside it and does not hide
 * it.
 * The newest wallet always gets a place: beyond 100 strangers, it takes the latest stranger's. A
 * stranger never takes the place of a wallet that `isKnown`; two wallets of one known claim count
 * as known, as the first may be an impostor.
 * A wallet that loses its place leaves its claim behind: a wallet that is alone with that claim is
 * `contested` then.
 * @param isKnown whether the host or a directory knows this claim
 * @param onChange called once a microtask, however many wallets come or go
 * @param isSame whether two are one wallet, announced twice. By default: one provider under one
 * claim and name
 * @example const places = createPlaces<Announced>(({ rdns }) => isKnown(rdns), () => sync())
 */
export function createPlaces<T extends PageWallet>(
  isKnown: (wallet: T) => boolean,
  onChange: () => void,
  isSame: (one: T, other: T) => boolean = isRepeated,
): Places<T> {
  let places: readonly (Placed<T> & { readonly known: boolean; contested: boolean })[] = []
  const lost = createLost()
  let isScheduled = false
  let isStopped = false
  const scheduleChange = (): void => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (!isStopped) onChange()
    })
  }
  return {
    found: () => places,
    take(wallet) {
      const { claim } = wallet
      if (isStopped || places.some((other) => isSame(wallet, other))) return false
      // The first wallet of a known claim may be an impostor, so the second is known too. The third
      // is a stranger: otherwise a crowd with that claim would take every place.
      const known =
        places.filter((other) => other.known && other.claim === claim).length < 2 && isKnown(wallet)
      if (places.length > MAX_STRANGERS) {
        const leaving = places.findLast((other) => !other.known) ?? places.at(-1)!
        places = places.filter((other) => other !== leaving)
        lost.add(leaving)
        for (const other of places)
          other.contested ||= other.claim === leaving.claim && other.provider !== leaving.provider
      }
      places = [
        ...places,
        {
          ...wallet,
          known,
          contested: lost.contests(wallet, known),
          id: freePlaceId(wallet, (id) => places.some((other) => other.id === id)),
        },
      ]
      scheduleChange()
      return true
    },
    leave(isGone) {
      const left = places.filter((wallet) => !isGone(wallet))
      if (left.length === places.length) return
      places = left
      scheduleChange()
    },
    stop() {
      isStopped = true
    },
  }
}
