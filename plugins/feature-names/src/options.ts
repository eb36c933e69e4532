import type { Json, Namespace, PluginContext, Schema } from '@latchkey/plugin-api'

/** Chain families that have names. */
export const namesNamespaces: readonly Namespace[] = ['eip155']

/** Where names are looked up: `own`: those that the site gives out. `ens`: all others of ENS. */
export type NameSpaceKind = 'own' | 'ens'

export interface NamesOptions {
  /**
   * The name under which visitors register theirs, which the site owns: `shop.eth`. Left out: names of
   * `.reown.id` are recognised, and none is given out.
   */
  zone?: string
  /** Whether visitors may register a name. It needs a zone; with one, `true` if left out. */
  register?: boolean
  /** The names that are looked up: both kinds if left out. */
  resolve?: readonly NameSpaceKind[]
}

/** Lists of what was read, the newest first. Entries are checked one by one where they are read. */
export type NamesStorage = {
  readonly names: Schema<readonly Json[]>
  readonly reverses: Schema<readonly Json[]>
  readonly identities: Schema<readonly Json[]>
}
export type NamesContext = PluginContext<NamesStorage, 'names'>
