import type { Dispose } from './json.js'

/** A wallet that a page offers. What it says of itself is read once, and is plain data afterwards. */
export interface PageWallet {
  /** The connector id that it would have alone: what it is known by, its rdns or its name. Whoever claims the same takes another id. */
  readonly claim: string
  readonly name: string
  /** The very object that is asked. Two wallets are two where these are two. */
  readonly provider: object
  /** Added to `claim` where that is taken, so that the second has an id that is its own: its uuid. */
  readonly suffix?: string
}
/** A wallet with a place among the connectors. */
export type Placed<T> = T & {
  /** Its connector's id, for as long as it has its place. */
  readonly id: string
  /** Whether another provider claimed the same, and lost its place to the crowd. It may become so later. */
  readonly contested: boolean
}

/** The first strangers that stay; one more place is the latest one's. */
const PLACES = 100
/** Claims of those who lost their place that are remembered. After more, every stranger counts as contested. */
const MOST_LOST = 10_000

/** An id that is not taken: the claim for the first, then with the suffix, then with a number. The kernel reads `ID:...` as another that claims `ID`. */
function freeId({ claim, suffix }: PageWallet, isTaken: (id: string) => boolean): string {
  const wanted = [claim, ...(suffix === undefined ? [] : [`${claim}:${suffix}`])]
  const free = wanted.find((id) => !isTaken(id))
  if (free !== undefined) return free
  const base = wanted.at(-1)!
  let number = 2
  while (isTaken(`${base}:${number}`)) number++
  return `${base}:${number}`
}

/** Some wallets announce the same provider again, under another uuid. */
const isRepeated = (one: PageWallet, other: PageWallet): boolean =>
  one.provider === other.provider && one.claim === other.claim && one.name === other.name

export interface Places<T> {
  /** Those that have a place, the earliest first. */
  found(): readonly Placed<T>[]
  /** Takes a wallet in, if it is new. @returns whether it was */
  take(wallet: T): boolean
  /** Takes wallets out that are not in the page any more. */
  leave(isGone: (wallet: T) => boolean): void
  stop: Dispose
}

/** The claims of those who lost their place: whoever stays, or comes later, with such a claim is not alone with it. */
function createLost(): {
  add(wallet: PageWallet): void
  contests(wallet: PageWallet, known: boolean): boolean
} {
  // By claim: who made it. `undefined`: several did.
  const lost = new Map<string, object | undefined>()
  let isOver = false
  return {
    add({ claim, provider }) {
      if (lost.has(claim)) lost.set(claim, lost.get(claim) === provider ? provider : undefined)
      else if (lost.size < MOST_LOST) lost.set(claim, provider)
      else isOver = true
    },
    contests: ({ claim, provider }, known) =>
      lost.has(claim) ? lost.get(claim) !== provider : isOver && !known,
  }
}

/**
 * The wallets of a page, whatever they claim. Each provider has a place of its own: one that repeats another's id, rdns or name stands beside it and hides nobody.
 * The newest always gets a place: the latest stranger's. No stranger crowds out the first hundred, and none a wallet that `isKnown`: of a known claim, the first two are known.
 * Who loses a place leaves its claim behind, so that whoever stands there alone with that claim is `contested`.
 * @param onChange called once a task, however many come or go
 * @param isSame whether two are one wallet that is announced twice: by default one provider under one claim and name
 */
export function createPlaces<T extends PageWallet>(
  isKnown: (wallet: T) => boolean,
  onChange: () => void,
  isSame: (one: T, other: T) => boolean = isRepeated,
): Places<T> {
  let places: readonly (Placed<T> & { readonly known: boolean; contested: boolean })[] = []
  const lost = createLost()
  let isTelling = false
  let isStopped = false
  const tell = (): void => {
    if (isTelling) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      if (!isStopped) onChange()
    })
  }
  return {
    found: () => places,
    take(wallet) {
      const { claim } = wallet
      if (isStopped || places.some((other) => isSame(wallet, other))) return false
      // The first of a known claim may be an impostor, so that the second is as good. The third is a stranger: else whoever repeats that claim would take every place.
      const known =
        places.filter((other) => other.known && other.claim === claim).length < 2 && isKnown(wallet)
      if (places.length > PLACES) {
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
          id: freeId(wallet, (id) => places.some((other) => other.id === id)),
        },
      ]
      tell()
      return true
    },
    leave(isGone) {
      const left = places.filter((wallet) => !isGone(wallet))
      if (left.length === places.length) return
      places = left
      tell()
    },
    stop() {
      isStopped = true
    },
  }
}

/** The registry of connectors, as far as places need it. */
interface Connectors {
  find(id: string): unknown
  add(connector: never): Dispose
}

/** Keeps a registry in step with the places: what is returned is called with each change. `toConnector` gets an id that no other plugin has. */
export function createSync<T extends PageWallet, C extends Connectors>(
  connectors: C,
  namespace: string,
  found: () => readonly Placed<T>[],
  toConnector: (wallet: Placed<T>) => Parameters<C['add']>[0],
): () => void {
  const registered = new Map<Placed<T>, Dispose>()
  // Where another plugin has the id, one like it: whoever repeats that id keeps no wallet out.
  const free = (id: string): string => (connectors.find(id) ? free(`${id}:${namespace}`) : id)
  return () => {
    const wanted = new Set(found())
    for (const [wallet, remove] of registered) {
      if (wanted.has(wallet)) continue
      remove()
      registered.delete(wallet)
    }
    for (const wallet of wanted) {
      if (registered.has(wallet)) continue
      const connector = toConnector({ ...wallet, id: free(wallet.id) })
      registered.set(
        wallet,
        connectors.add(
          Object.defineProperty(connector as object, 'contested', {
            get: () => wallet.contested,
            enumerable: true,
          }) as never,
        ),
      )
    }
  }
}
