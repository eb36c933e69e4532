import type { Namespace } from '../chain/caip.js'
import type { PluginContext } from './context.js'
import type { Json } from '../json.js'
import type { StorageShape } from './services.js'

/** A host tells the hooks which kernel it made: `interface Register { kernel: typeof kernel }`. */
export interface Register {}

/** The origins that a plugin talks to. `ctx.http` refuses others, and a host derives its CSP from it. */
export interface Reach {
  /** Origins for fetch and sockets, `https://api.example.com` or `https://*.example.com`. */
  origins?: readonly string[]
  frames?: readonly string[]
  /** Origins of pictures that its views show. */
  images?: readonly string[]
  popups?: readonly string[]
}

/** Declares the entries that a plugin keeps in the browser's storage. */
export interface StorageDeclaration<S extends StorageShape> {
  /** Whole number, part of every key: content of another version is never read as this one. */
  version: number
  /** A check for each key: an entry for which it throws is dropped. */
  keys: S & StorageShape
  /**
   * How many entries of a list, or members of an object, each key keeps, newest first: 1,000 if left
   * out. Other scripts of the page can write a longer list into the storage; the entries beyond are
   * dropped before the key's check sees them.
   */
  most?: Partial<Readonly<Record<keyof S & string, number>>>
  /** Turns the raw entries of an older version into this one's. If it throws, they are dropped. */
  migrate?(old: {
    version: number
    entries: Readonly<Record<string, Json>>
  }): Readonly<Record<string, Json>>
}

/**
 * A plugin: its passport (what it needs, speaks for and reaches) and its two phases. Make one with
 * {@link definePlugin}.
 */
export interface PluginDefinition<
  Id extends string = string,
  Api = unknown,
  S extends StorageShape = StorageShape,
> {
  id: Id
  version: string
  /** Range of contract versions, major.minor: `>=0.1 <1`. */
  kernelApi: string
  /** Namespaces it speaks for: only in these may it add adapters, networks or rpc methods. */
  chains?: readonly Namespace[]
  /** Plugins that must be installed, by id with a version range. Set up before this one. */
  dependsOn?: Readonly<Record<string, string>>
  /** Plugins that are used where they are installed. Set up before this one too. */
  peers?: Readonly<Record<string, string>>
  /**
   * Ids of plugins that must not be installed beside this one.
   * @experimental No plugin of this repository uses it yet; it may change in a minor version.
   */
  conflictsWith?: readonly string[]
  reaches?: Reach
  storage?: StorageDeclaration<S>
  /**
   * Ids of views of other plugins that this plugin wants to replace; the host must allow it.
   * @experimental No plugin of this repository uses it yet; it may change in a minor version.
   */
  replacesViews?: readonly string[]
  /** Registers what the plugin brings; synchronous, no I/O. Returns the plugin's API. */
  setup(ctx: PluginContext<S, Id>): Api
  /** May do I/O, and must not import anything large: the kernel is ready only after it. */
  start?(ctx: PluginContext<S, Id>): void | Promise<void>
}

/** A plugin of any id, API and storage, as a list of plugins holds it. */
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
/** The API of a plugin: what its `setup` returns. */
export type ApiOf<P> = P extends { setup(...args: never[]): infer Api } ? Api : never

/**
 * Returns the plugin as it is, with its types inferred. Export a factory named after the plugin,
 * which calls this.
 * @example
 * export const hello = () =>
 *   definePlugin({
 *     id: 'hello',
 *     version: '0.1.0',
 *     kernelApi: '>=0.1 <1',
 *     setup: (ctx) => ({ greet: () => ctx.log.info('hello') }),
 *   })
 */
export const definePlugin = <
  const Id extends string,
  Api,
  S extends StorageShape = Record<never, never>,
>(
  plugin: PluginDefinition<Id, Api, S>,
): PluginDefinition<Id, Api, S> => plugin
