import type { BackendClient, NameIdentity } from '@latchkey/backend'
import type { Json } from '@latchkey/plugin-api'
import type { NameLookup, ResolvedName } from '../api.js'
import { noServer, toNameError } from '../failures.js'
import type { NamesStorage } from '../options.js'
import { coinTypeOf, hasCoinType } from '../rules/coinType.js'
import { checkNamespace } from '../rules/requirements.js'
import { isServiceName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import { createCache, type Cache } from './cache.js'
import { createSources } from './createSources.js'
import { isIdentity, isKeptName, isNameList, type KeptName } from './shapes.js'

/** The lookup, and what a registration does to it. */
export interface Lookup extends Omit<NameLookup, 'canResolve'> {
  /** Asks the server for a name of the site, whatever is kept. @throws what the call throws */
  readNow(name: string, signal?: AbortSignal): Promise<KeptName | undefined>
  /** Forgets what is known of a name and of the account that got it. */
  forget(name: string, address: string): void
}

/** The coin type of addresses that are good on all EVM chains (ENSIP-19). */
const ANY_EVM = '2147483648'

/** Settles as the work does, but no later than the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

/** Looks up, asks once for several who want to know the same, and keeps the answer. */
function createReader<T>(cache: Cache<T>) {
  const running = new Map<string, Promise<T | undefined>>()
  const begin = (key: string, read: () => Promise<T | undefined>): Promise<T | undefined> => {
    const isStill = (): boolean => running.get(key) === work
    const work: Promise<T | undefined> = read()
      .then((value) => {
        // An answer from before the name was forgotten is out of date.
        if (isStill()) cache.store(key, value ?? null)
        return value
      })
      .finally(() => isStill() && running.delete(key))
    running.set(key, work)
    return work
  }
  return {
    read(
      key: string,
      read: () => Promise<T | undefined>,
      signal?: AbortSignal,
    ): Promise<T | undefined> {
      const kept = cache.find(key)
      if (kept) return Promise.resolve(kept.value ?? undefined)
      return unlessAborted(running.get(key) ?? begin(key, read), signal)
    },
    forget(key: string): void {
      running.delete(key)
      cache.forget(key)
    },
  }
}

/** The address of the network in use among those that a name has. */
function withAddress({ ctx }: NamesSetup, kept: KeptName): ResolvedName {
  const reference = ctx.activeNetwork.current()?.reference ?? '1'
  const coinType = hasCoinType(reference) ? String(coinTypeOf(reference)) : ANY_EVM
  const found = kept.addresses[coinType] ?? kept.addresses[ANY_EVM]
  return { ...kept, address: found?.address }
}

/** The three lists that are kept in the browser's storage. */
function createCaches({ ctx }: NamesSetup) {
  const cacheOf = <T>(key: keyof NamesStorage, isValue: (value: unknown) => value is T): Cache<T> =>
    createCache(
      {
        get: () => ctx.storage.get(key) ?? [],
        set: (entries: readonly Json[]) => ctx.storage.set(key, entries),
      },
      isValue,
    )
  return {
    names: cacheOf('names', isKeptName),
    reverses: cacheOf('reverses', isNameList),
    identities: cacheOf<NameIdentity>('identities', isIdentity),
  }
}

/** Names and identities, with the answers that are kept. */
export function createLookup(setup: NamesSetup): Lookup {
  const { ctx, client, suffix } = setup
  const { names, reverses, identities } = createCaches(setup)
  const readName = createReader(names)
  const readReverse = createReader(reverses)
  const readIdentity = createReader(identities)
  const sources = createSources(setup)
  /** A source, or a network's own registry, knows a name for one network. */
  const keyOf = (name: string): string =>
    isServiceName(name, suffix) ? name : `${ctx.activeNetwork.current()?.id} ${name}`
  const server = (): BackendClient => {
    const found = client()
    if (!found) throw noServer()
    return found
  }
  /** @throws where the chain family in use has no names; no request is made then */
  const checkInUse = (): void => checkNamespace(ctx.activeNetwork.get().namespace)
  /** An error as it is told; that of a caller who gave up stays as it is. */
  const failing =
    (code: Parameters<typeof toNameError>[0], asked: string, signal: AbortSignal | undefined) =>
    async (error: unknown): Promise<never> => {
      if (signal?.aborted) throw error
      throw await toNameError(code, asked, error, client())
    }
  return {
    readNow: sources.readOwn,
    forget(name, address) {
      readName.forget(name)
      readReverse.forget(address.toLowerCase())
      readIdentity.forget(address.toLowerCase())
    },
    async resolve(given, { signal } = {}) {
      checkInUse()
      const name = given.trim().toLowerCase()
      if (!/^[^\s.]+(?:\.[^\s.]+)+$/.test(name)) return undefined
      const fail = failing('names.resolve_failed', given, signal)
      const kept = await readName.read(keyOf(name), () => sources.read(name), signal).catch(fail)
      return kept && withAddress(setup, kept)
    },
    async reverse(address, { signal } = {}) {
      checkInUse()
      const read = async (): Promise<readonly string[]> =>
        (await server().getNamesOf({ address })).map(({ name }) => name)
      const fail = failing('names.reverse_failed', address, signal)
      return (await readReverse.read(address.toLowerCase(), read, signal).catch(fail)) ?? []
    },
    async identity(address, { signal } = {}) {
      checkInUse()
      const sender = ctx.accounts.active()?.address
      const read = async (): Promise<NameIdentity | undefined> =>
        server().getIdentity({ address, sender })
      const fail = failing('names.reverse_failed', address, signal)
      return readIdentity.read(address.toLowerCase(), read, signal).catch(fail)
    },
  }
}
