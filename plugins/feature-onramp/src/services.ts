import type { BackendClient } from '@latchkey/backend'
import type { Caip2, ConnectedAccount, Network, Slice } from '@latchkey/plugin-api'
import type { OnrampProvider, OnrampState } from './api.js'
import type { OnrampContext, OnrampOptions } from './options.js'

/** The plugin's own parts, which exist before the form is loaded. */
export interface EagerParts {
  ctx: OnrampContext
  slice: Slice<OnrampState>
  options: OnrampOptions
  /** The site's server, where it has one. */
  client(): BackendClient | undefined
}

/** The parts that all of the form is made of. */
export interface OnrampSetup extends Omit<EagerParts, 'options'>, Omit<OnrampOptions, 'providers'> {
  /** The providers that the page may use now, whatever the chain. */
  providers(): readonly OnrampProvider[]
}

/** The account and the network in use. */
export interface Owner {
  account: ConnectedAccount
  network: Network & { supported: boolean }
}

export const ownerOf = ({ ctx }: Pick<OnrampSetup, 'ctx'>): Owner | undefined => {
  const account = ctx.accounts.active()
  const network = account && ctx.activeNetwork.current(account.namespace)
  return account && network && { account, network }
}

/** Two keys are equal as long as the account and the network stay the same. CAIP-10. */
export const ownerKey = (owner: Owner | undefined): string =>
  owner ? `${owner.network.id}:${owner.account.address}` : ''

/** A provider as the server tells of it. */
export interface ServerProvider {
  id: string
  chains: readonly Caip2[]
  origin: string
  quotes: boolean
  orders: boolean
  test: boolean
  minutes?: number
  identity?: 'none' | 'once' | 'always'
}
