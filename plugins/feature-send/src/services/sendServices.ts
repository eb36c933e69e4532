import {
  createToken,
  type ChainAdapter,
  type ConnectedAccount,
  type Namespace,
  type Network,
  type Registry,
  type Slice,
} from '@latchkey/plugin-api'
import type { SendState } from '../api.js'
import type { ContactSource, SendContext, SendOptions } from '../options.js'

/** The plugin's own parts, which exist before the form is loaded. */
export interface SendSetup extends Pick<SendOptions, 'contacts' | 'allowLookalikes'> {
  ctx: SendContext
  slice: Slice<SendState>
  canSend(namespace?: Namespace): boolean
}

/** The account and the network in use: the payment comes from there. */
export interface ActiveAccount {
  account: ConnectedAccount
  network: Network & { supported: boolean }
}

/** The services that all parts of the form share. */
export interface SendServices extends SendSetup {
  /** The point `send.contacts`, by which plugins name the people whom the visitor knows. */
  contactSources: Registry<ContactSource>
  /** The adapter of a namespace, loaded once. Rejects where no plugin has registered one. */
  loadAdapter(namespace: Namespace): Promise<ChainAdapter>
  /** Whether the adapter of a namespace registers this ability. */
  hasAbility(
    namespace: Namespace,
    ability: 'balance' | 'assets' | 'estimate' | 'nameLookup',
  ): boolean
  /** `undefined`: nobody is connected. */
  activeAccount(): ActiveAccount | undefined
}

export function createSendServices(setup: SendSetup): SendServices {
  const { ctx } = setup
  const adapters = new Map<Namespace, () => Promise<ChainAdapter>>()
  const createLoad = (namespace: Namespace): (() => Promise<ChainAdapter>) =>
    ctx.lazy(`the adapter of ${namespace}`, async () => {
      const found = ctx.adapters.find(namespace)
      if (!found) throw new TypeError(`no plugin speaks for ${namespace}`)
      return found.value.load()
    })
  return {
    ...setup,
    contactSources: ctx.points.open(createToken<ContactSource>('send.contacts')),
    loadAdapter(namespace) {
      const load = adapters.get(namespace) ?? createLoad(namespace)
      adapters.set(namespace, load)
      return load()
    },
    hasAbility: (namespace, ability) =>
      !!ctx.adapters.find(namespace)?.value.abilities.includes(ability),
    activeAccount() {
      const account = ctx.accounts.active()
      const network = account && ctx.activeNetwork.current(account.namespace)
      return account && network && { account, network }
    },
  }
}

/** Two keys are equal as long as the account and the network in use stay the same. */
export const activeAccountKey = (active: ActiveAccount | undefined): string =>
  active
    ? JSON.stringify([
        active.account.connectionId,
        active.account.key,
        active.account.address,
        active.network.id,
      ])
    : ''
