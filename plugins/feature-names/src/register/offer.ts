import type { NameOffer } from '../api.js'
import { namesNamespaces } from '../options.js'
import { hasCoinType } from '../rules/coinType.js'
import type { InUse } from '../rules/requirements.js'
import type { NamesSetup } from '../services.js'

/** The account, the network and the kind of connector in use. */
export function inUseOf({ ctx }: Pick<NamesSetup, 'ctx'>): InUse {
  const network = ctx.activeNetwork.current()
  const account = network && ctx.accounts.active(network.namespace)
  const connection = ctx.connections
    .get()
    .connections.find(({ id }) => id === account?.connectionId)
  return { network, account, kind: ctx.connectors.find(connection?.connectorId ?? '')?.value.kind }
}

/** Names of the wallets that can register a name. */
const walletsOf = ({ ctx }: Pick<NamesSetup, 'ctx'>): readonly string[] => [
  ...new Set(
    ctx.connectors
      .get()
      .filter(
        ({ value: { kind, namespaces } }) =>
          kind === 'auth' && namesNamespaces.some((each) => namespaces.includes(each)),
      )
      .map(({ value }) => value.name),
  ),
]

/** The offer of the form as things are now. */
export function offerOf(setup: NamesSetup): NameOffer {
  const { network, account, kind } = inUseOf(setup)
  const cannot = (status: Exclude<NameOffer['status'], 'ready'>): NameOffer => ({
    status,
    wallets: walletsOf(setup),
  })
  if (!setup.canRegister || !setup.client()) return cannot('zone')
  if (!network || !account) return cannot('account')
  if (!namesNamespaces.includes(network.namespace)) return cannot('namespace')
  if (kind !== 'auth') return cannot('wallet')
  if (!hasCoinType(network.reference)) return cannot('network')
  return { status: 'ready', address: account.address, network }
}
