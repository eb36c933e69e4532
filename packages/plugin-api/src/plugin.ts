import type { Namespace } from './caip.js'
import type { PluginContext } from './context.js'
import type { Json } from './json.js'
import type { StorageShape } from './services.js'

/** APIs of plugins by id, widened by each plugin: `interface PluginApis { swap: SwapApi }`. */
export interface PluginApis {}
export type PluginApi<Id extends string> = Id extends keyof PluginApis ? PluginApis[Id] : unknown
export type PeerApi<Id extends string> = PluginApi<Id> | undefined

/** A host tells the hooks which kernel it made: `interface Register { kernel: typeof kernel }`. */
export interface Register {}

/** Where a plugin talks to. `ctx.http` refuses the rest, and a host derives its CSP from it. */
export interface Reach {
  /** Origins for fetch and sockets, `https://api.example.com` or `https://*.example.com`. */
  origins?: readonly string[]
  frames?: readonly string[]
  popups?: readonly string[]
}

export interface StorageDeclaration<S extends StorageShape> {
  /** Whole number, part of every key: content of another version is never read as this one. */
  version: number
  /**
   * A check for each key: what it refuses by throwing is dropped. A text that it refuses is parsed as JSON and checked once more, the last entry first:
   * so what was kept as JSON in a text, the newest last, is read where the key becomes a list or a record.
   */
  keys: S & StorageShape
  /**
   * How many entries of a list, or members of an object, each key keeps, newest first: what stands last is dropped. 1,000 where nothing is said.
   * Anybody who can write into the page's storage can make it long; the rest is dropped before the key's check sees it.
   */
  most?: Partial<Readonly<Record<keyof S & string, number>>>
  /** Turns the raw entries of an older version into this one's. Throwing drops them. */
  migrate?(old: {
    version: number
    entries: Readonly<Record<string, Json>>
  }): Readonly<Record<string, Json>>
}

export interface PluginDefinition<
  Id extends string = string,
  Api = unknown,
  S extends StorageShape = StorageShape,
> {
  id: Id
  version: string
  /** Range of contract versions, major.minor: `^0.1`. */
  kernelApi: string
  /** Namespaces it speaks for: only in these may it add adapters, networks or rpc methods. */
  chains?: readonly Namespace[]
  /** Plugins that must be there, id -> version range. Set up before this one. */
  dependsOn?: Readonly<Record<string, string>>
  /** Plugins that are used where installed. Set up before this one too. */
  peers?: Readonly<Record<string, string>>
  conflictsWith?: readonly string[]
  reaches?: Reach
  storage?: StorageDeclaration<S>
  /** Ids of views that belong to others and that this plugin wants to replace; the host must allow it. */
  replacesViews?: readonly string[]
  /** Synchronous, no I/O: register and provide. What it returns is the plugin's API. */
  setup(ctx: PluginContext<S, Id>): Api
  /** May do I/O. Awaited before the kernel is ready; imports nothing large. */
  start?(ctx: PluginContext<S, Id>): void | Promise<void>
}

/** A plugin of any kind, as a list holds it. */
export interface AnyPlugin {
  readonly id: string
  readonly version: string
  readonly kernelApi: string
  readonly chains?: readonly Namespace[]
  readonly dependsOn?: Readonly<Record<string, string>>
  readonly peers?: Readonly<Record<string, string>>
  readonly conflictsWith?: readonly string[]
  readonly reaches?: Reach
  readonly storage?: StorageDeclaration<StorageShape>
  readonly replacesViews?: readonly string[]
  setup(ctx: PluginContext): unknown
  start?(ctx: PluginContext): void | Promise<void>
}
/** What a plugin's `setup` returns. */
export type ApiOf<P> = P extends { setup(...args: never[]): infer Api } ? Api : never

/**
 * Identity, for inference: a plugin is a plain object made by a factory with the bare noun as its name.
 * @example export const hello = () => definePlugin({ id: 'hello', version: '0.1.0', kernelApi: '>=0.1 <1', setup: (ctx) => ({ greet: () => ctx.log.info('hello') }) })
 */
export const definePlugin = <
  const Id extends string,
  Api,
  S extends StorageShape = Record<never, never>,
>(
  plugin: PluginDefinition<Id, Api, S>,
): PluginDefinition<Id, Api, S> => plugin
