import type { Namespace } from '@latchkey/plugin-api'

/** Chain families that have activity. */
export const activityNamespaces: readonly Namespace[] = ['eip155']

export interface ActivityOptions {
  /**
   * Names and symbols of tokens that the site knows. Tokens that spell them with other letters are
   * marked. Well-known tokens and the network's coin are among them anyway.
   */
  listed?: readonly string[]
  /** The people whom the visitor knows: their names stand in place of their addresses. */
  contacts?: readonly { name: string; address: string }[]
  /** IANA name of the time zone that months are counted in; the visitor's own if left out. */
  timeZone?: string
}
