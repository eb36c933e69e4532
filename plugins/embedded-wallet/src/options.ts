import type { PluginContext, Schema } from '@latchkey/plugin-api'
import type { Social } from './socials.js'

/** Options of {@link embeddedWallet}. */
export interface EmbeddedWalletOptions {
  /**
   * The address of the secure frame's service, `https://secure.shop.example`, of another origin than
   * the page. Left out: nobody can sign in, and the log says so.
   */
  url?: string
  /** The site's project at that service. Left out: the service has one project. */
  projectId?: string
  /** Sign-in by email. `true` if left out. */
  email?: boolean
  /**
   * The social accounts to sign in with, in the order in which they are shown. All of `SOCIALS` if left
   * out; `[]` for none. Each has to be set up at the service.
   */
  socials?: readonly Social[]
  /**
   * Holds the frame on a page without the modal's UI. Left out: the modal holds it. It must stay in
   * the document, as a frame that is moved loads anew.
   */
  container?: HTMLElement
  /** Height of an approval in CSS pixels, until the frame names its own. 480 if left out. */
  approvalHeight?: number
  /** Lets the frame write to the console. `false` if left out. */
  enableLogger?: boolean
}

/** The options with their defaults. */
export interface Settings {
  readonly url: string
  /** The origin of the service. `undefined`: no frame can be loaded from the url. */
  readonly frameOrigin: string | undefined
  readonly projectId: string
  readonly email: boolean
  readonly socials: readonly Social[]
  readonly container: HTMLElement | undefined
  readonly approvalHeight: number
  readonly enableLogger: boolean
}

/** Entries of the browser's storage. */
export type EmbeddedStorage = {
  /** The email of the last sign-in. */
  email: Schema<string>
  /** CAIP-2 id of the network that the frame was on last. */
  lastChain: Schema<string>
  /** ms since the epoch of the last sign-in by email. */
  lastEmailLogin: Schema<number>
  /** The social account of the last sign-in. Absent after one by email. */
  social: Schema<string>
  /** The user name there. */
  username: Schema<string>
  /** The social account for which the page was left, until it comes back. */
  leftFor: Schema<string>
  /** The way of the sign-in that is under way, and its time: the page may be loaded again in it. */
  underWay: Schema<string>
  /** Chain ids of the networks on which the frame has smart accounts, as it named them last. */
  smartAccountNetworks: Schema<readonly number[]>
  /** A handle of the session, worthless without the frame's own key or cookie. */
  token: Schema<string>
}

export type EmbeddedContext = PluginContext<EmbeddedStorage, 'embedded'>
