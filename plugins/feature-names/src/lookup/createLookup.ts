import type { NameIdentity } from '@latchkey/backend'
import type { Json } from '@latchkey/plugin-api'
import type { NameLookup, ResolvedName } from '../api.js'
import { demandServer, toNameError } from '../failures.js'
import type { NamesStorage } from '../options.js'
import { coinTypeOf, hasCoinType } from '../rules/coinType.js'
import { checkNamespace } from '../rules/requirements.js'
import { isServiceName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import { createAdapterLoader } from './createAdapterLoader.js'
import { createCache, type Cache } from './cache.js'
import { createIdentities, type Identities } from './createIdentities.js'
import { createReader } from './createReader.js'
import { createSources } from './createSources.js'
import { isIdentity, isKeptName, isNameList, type KeptName } from './shapes.js'

/** The lookup, and what a registration does to it. */
export interface Lookup extends Omit<NameLookup, 'canResolve'>, Pick<Identities, 'identify'> {
  /** Asks the server for a name of the site, whatever is kept. @throws what the call throws */
  readNow(name: string, signal?: AbortSignal): Promise<KeptName | undefined>
  /** Forgets what is known of a name and of the account that got it. */
  forget(name: string, address: string): void
}

/** The coin type of addresses that are good on all EVM chains (ENSIP-19). */
const ANY_EVM = '2147483648'

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
  const loadAdapter = createAdapterLoader(setup)
  const sources = createSources(setup, loadAdapter)
  const known = createIdentities(setup, loadAdapter, createReader(identities))
  /** A source, or a network's own registry, knows a name for one network. */
  const keyOf = (name: string): string =>
    isServiceName(name, suffix) ? name : `${ctx.activeNetwork.current()?.id} ${name}`
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
      known.forget(address)
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
        (await demandServer(setup).getNamesOf({ address })).map(({ name }) => name)
      const fail = failing('names.reverse_failed', address, signal)
      return (await readReverse.read(address.toLowerCase(), read, signal).catch(fail)) ?? []
    },
    async identity(address, { signal } = {}) {
      checkInUse()
      return known.identity(address, signal).catch(failing('names.reverse_failed', address, signal))
    },
    identify: known.identify,
  }
}
