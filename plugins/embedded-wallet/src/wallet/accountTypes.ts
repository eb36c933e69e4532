import type { Account, Caip2, ConnectedAccount } from '@latchkey/plugin-api'
import { ID_AUTH } from '../constants.js'
import type { EmbeddedContext } from '../options.js'
import { frameEvmNetworks, type FrameAccountType } from '../protocol/index.js'
import { FAMILY } from './accountType.js'
import type { FrameOwner } from './frameOwner.js'
import type { NetworksOf } from './networks.js'

/** The types of accounts that a person has on EVM: of the key itself, and the contract that it owns. */
export class AccountTypes {
  readonly #ctx: EmbeddedContext

  constructor(ctx: EmbeddedContext) {
    this.#ctx = ctx
  }

  /** The networks on which smart accounts are, as the frame named them last. */
  enabled(): readonly Caip2[] {
    return (this.#ctx.storage.get('smartAccountNetworks') ?? [])
      .filter((id) => frameEvmNetworks.includes(id))
      .map((id): Caip2 => `eip155:${id}`)
  }

  /** The networks among these with smart accounts. */
  enabledAmong(networks: NetworksOf): readonly Caip2[] {
    const enabled = this.enabled()
    return (networks[FAMILY] ?? []).map(({ id }) => id).filter((id) => enabled.includes(id))
  }

  /** Asks the frame on which networks they are, and stores that for the next page. */
  async read(frame: FrameOwner, signal?: AbortSignal): Promise<void> {
    const answer = await frame.request('get smart account enabled networks', undefined, signal)
    this.#ctx.storage.set('smartAccountNetworks', answer.smartAccountEnabledNetworks)
  }

  /** The type that is used where a network has it: the visitor's choice, else the host's, else the default. */
  preferred(): FrameAccountType {
    return this.#ctx.accounts.preferredType(FAMILY) === 'eoa' ? 'eoa' : 'smartAccount'
  }

  /** The account of this wallet that is in use. */
  active(): ConnectedAccount | undefined {
    const account = this.#ctx.accounts.active(FAMILY)
    return account?.connectionId === ID_AUTH ? account : undefined
  }

  /** The account by which a request on a network is signed, by the rule by which the kernel chooses one. */
  accountFor(network: Caip2, accounts: readonly Account[] | undefined): Account | undefined {
    const here = accounts?.filter(({ networks }) => !networks || networks.includes(network))
    const wanted = this.active()?.key
    return (
      here?.find(({ key }) => key === wanted) ??
      here?.find(({ type }) => type === this.preferred()) ??
      here?.[0]
    )
  }
}
