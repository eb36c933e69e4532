import type {
  Caip2,
  Contribution,
  Dispose,
  Identity,
  IdentitySource,
  Observable,
  Registry,
} from '@latchkey/plugin-api'
import { readName } from '@latchkey/plugin-api/wallet'
import type { KernelCore } from '../../core.js'
import { createCell } from '../../state/cell.js'
import { bounded, onAbort, STEP_TIMEOUT_MS } from '../../support/time.js'
import type { IdentityLookup } from '../../types.js'

/** Time in ms for which an answer is kept, "no name" as well. */
const LIFETIME_MS = 60_000
/** An address that leaves the screen sooner than this, in ms, is not asked about: a list is scrolled. */
const DRAWN_MS = 150
/** Addresses that are remembered, and addresses that are asked about at the same time. */
const MAX_KEPT = 500
const MAX_ASKED = 6
const MAX_NAME_LENGTH = 255

type Core = Pick<KernelCore, 'networks' | 'log' | 'signal' | 'report' | 'onDispose'>
type Find = (network: Caip2, address: string, signal: AbortSignal) => Promise<Identity | undefined>

/** The answer of a plugin, if it can be shown: a name that hides something is not believed. */
function readIdentity(answer: Identity | undefined): Identity | undefined {
  const { name, avatar } = answer ?? {}
  if (name === undefined || readName(name, MAX_NAME_LENGTH) !== name) return undefined
  return { name, ...(typeof avatar === 'string' && avatar && { avatar }) }
}

/** Asks the sources one after the other. One that fails costs the others nothing. */
function createFind(
  { networks, log, signal: life }: Core,
  sources: Registry<IdentitySource>,
): Find {
  const ask = (
    { owner, value: source }: Contribution<IdentitySource>,
    ...[id, address, signal]: Parameters<Find>
  ): Promise<Identity | undefined> => {
    const network = networks.find(id)?.value
    if (!network) return Promise.resolve(undefined)
    return bounded(`${owner}: a name`, STEP_TIMEOUT_MS, [life, signal], (limited) =>
      source.identify(address, { network, signal: limited }),
    ).then(readIdentity)
  }
  return async (network, address, signal) => {
    for (const source of sources.get()) {
      if (signal.aborted) return undefined
      try {
        const found = await ask(source, network, address, signal)
        if (found) return found
      } catch (error) {
        log.debug(`The source "${source.value.id}" of names failed.`, error)
      }
    }
    return undefined
  }
}

/** Lets so many pieces of work run at the same time; others wait for their turn. */
function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** The name of one address. */
interface Known extends Observable<Identity | undefined> {
  isWatched(): boolean
  /** Asks again, now if somebody is subscribed, else for the next one who is. */
  refresh(): void
}

/** @param onError is told what a subscriber throws */
function createKnown(
  find: (signal: AbortSignal) => Promise<Identity | undefined>,
  onError: (error: unknown) => void,
): Known {
  const cell = createCell<Identity | undefined>(undefined, onError)
  let watchers = 0
  let readAt: number | undefined
  let asking = new AbortController()
  const isFresh = (now = Date.now()): boolean =>
    readAt !== undefined && now >= readAt && now - readAt < LIFETIME_MS
  const store = (found: Identity | undefined): void => {
    const { name, avatar } = cell.get() ?? {}
    readAt = Date.now()
    if (found?.name !== name || found?.avatar !== avatar) cell.set(found)
  }
  const ask = (delay: number): void => {
    asking.abort()
    const { signal } = (asking = new AbortController())
    const timer = setTimeout(
      () => void find(signal).then((found) => signal.aborted || store(found)),
      delay,
    )
    onAbort(signal, () => clearTimeout(timer))
  }
  return {
    get: cell.get,
    isWatched: () => watchers > 0,
    subscribe(listener) {
      let stop: Dispose | undefined = cell.subscribe(listener)
      if (!watchers++ && !isFresh()) ask(DRAWN_MS)
      return () => {
        if (!stop) return
        stop()
        stop = undefined
        if (!--watchers) asking.abort()
      }
    },
    refresh() {
      readAt = undefined
      if (watchers) ask(0)
    },
  }
}

/** Calls back when a source comes or goes, or says that its names have changed. */
function followSources(
  { report, onDispose }: Core,
  sources: Registry<IdentitySource>,
  onChange: () => void,
): void {
  const stops: Dispose[] = []
  const end = (): void => stops.splice(0).forEach((stop) => stop())
  const follow = (): void => {
    end()
    for (const { owner, value } of sources.get())
      try {
        const stop = value.subscribe?.(onChange)
        if (stop) stops.push(stop)
      } catch (error) {
        report(error, `${owner}: names`)
      }
  }
  follow()
  onDispose(end)
  onDispose(
    sources.subscribe(() => {
      follow()
      onChange()
    }),
  )
}

/**
 * The names of addresses, by the sources of the point `identities`: asked for while somebody draws
 * them, a few at a time, and remembered for a minute.
 */
export function createKnownIdentities(
  core: Core,
  sources: Registry<IdentitySource>,
): IdentityLookup {
  const find = createFind(core, sources)
  const inTurn = createTurns(MAX_ASKED)
  const kept = new Map<string, Known>()
  const makeRoom = (): void => {
    for (const [key, known] of kept)
      if (kept.size >= MAX_KEPT && !known.isWatched()) kept.delete(key)
  }
  followSources(core, sources, () => kept.forEach((known) => known.refresh()))
  return ({ network, address }) => {
    const key = `${network} ${address}`
    const found = kept.get(key)
    if (found) return found
    makeRoom()
    const known = createKnown(
      (signal) => inTurn(() => find(network, address, signal)),
      (error) => core.report(error, 'kernel: identities'),
    )
    kept.set(key, known)
    return known
  }
}
