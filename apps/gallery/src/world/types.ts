import type { EmbeddedAccount, EmbeddedState } from '@latchkey/embedded-wallet'
import type { ActivityState } from '@latchkey/feature-activity'
import type { AssetsState } from '@latchkey/feature-assets'
import type { NamesState } from '@latchkey/feature-names'
import type { OnrampState } from '@latchkey/feature-onramp'
import type { SendState } from '@latchkey/feature-send'
import type { SiwxState } from '@latchkey/feature-siwx'
import type { SessionsState } from '@latchkey/feature-smart-sessions'
import type { SwapState } from '@latchkey/feature-swap'
import type { Kernel, KernelOptions } from '@latchkey/kernel'
import type { AdapterRegistration, Connector, Network, PluginContext } from '@latchkey/plugin-api'
import type { PairingState, WalletConnectApi } from '@latchkey/walletconnect'

/** Everything that a scene may set. */
export interface World {
  connectors?: readonly Connector[]
  networks?: readonly Network[]
  adapters?: readonly AdapterRegistration[]
  options?: Partial<Omit<KernelOptions, 'plugins'>>
  /** The pairing state during the scene. */
  pairing?: PairingState
  pairingApi?: Partial<WalletConnectApi>
  /** The sign-in state during the scene. */
  signing?: SiwxState & { required?: boolean }
  /** Values of the sending form. */
  sending?: Partial<SendState>
  /** Values of the swap. */
  swapping?: Partial<SwapState>
  /** Values of the list of activity. The tab is there only where a scene sets some. */
  activity?: Partial<ActivityState>
  /** The tokens and NFTs of the account. Left out: the plugin is not installed. */
  assets?: Partial<AssetsState>
  /** Values of the form of buying. Left out: the plugin is not installed. */
  buying?: Partial<OnrampState>
  /** Values of the form of names. Left out: the plugin is not installed. */
  naming?: Partial<NamesState>
  /** The smart sessions of the account. Left out: they are switched off. */
  sessions?: Partial<SessionsState>
  /** The sign-in by email. Left out: its views are there, and Connect has no email field. */
  email?: Partial<EmbeddedState> & {
    /** The frame draws nothing yet. */
    isFrameLoading?: boolean
    /** The frame's own pages do not open. */
    securityError?: unknown
    /** The accounts of the person, or why they could not be read. Left out: they are being read. */
    accounts?: readonly EmbeddedAccount[] | Error
  }
  setup?(ctx: PluginContext): void
}
/** A world in which a scene plays: its kernel, and the context of a plugin of that kernel. */
export interface MadeWorld {
  kernel: Kernel
  ctx: PluginContext
}
