import type { Json, PluginContext, Schema } from '@latchkey/plugin-api'

export interface SmartSessionsOptions {
  /**
   * The server that keeps sessions (`v1/sessions`), `https://…` or a path of the site:
   * `@latchkey/blockchain-api` has it. Left out: sessions are known from the wallet and from this page alone.
   */
  url?: string
  /** Names the site to that server. */
  projectId?: string
}

/** Grants of this page, the newest first. Entries are checked one by one where they are read. */
export type SessionsStorage = { readonly granted: Schema<readonly Json[]> }
export type SessionsContext = PluginContext<SessionsStorage, 'sessions'>
