import type { Caip2, Network } from '@latchkey/plugin-api'

/** The page around the views, which the plugin's API does not hand out. */
export interface Place {
  /** Opens the details of a session. @param session its key */
  open(session: string): void
  /** Goes to the list of all sessions. */
  showAll(): void
  /** The network of a session, where the site has configured it. */
  networkOf(id: Caip2): Network | undefined
}
