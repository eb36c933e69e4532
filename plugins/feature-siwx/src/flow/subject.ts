import { LatchkeyError, toCaip10, type ConnectedAccount, type Network } from '@latchkey/plugin-api'
import type { Context, SiwxOptions } from '../types.js'

/** The account that is to sign in, and the network. */
export interface Subject {
  /** CAIP-10. */
  readonly key: string
  readonly account: ConnectedAccount
  readonly network: Network
  readonly wallet: { readonly name: string; readonly icon?: string }
}

function toSubject({ connections }: Context, account: ConnectedAccount, network: Network): Subject {
  const { name = account.connectionId, icon } =
    connections.get().connections.find(({ id }) => id === account.connectionId) ?? {}
  return {
    key: toCaip10(network.id, account.address),
    account,
    network,
    wallet: { name, ...(icon && { icon }) },
  }
}
const canSign = ({ adapters }: Context, { namespace }: Network): boolean =>
  adapters.find(namespace)?.value.abilities.includes('sign') ?? false

/** The account and the network in use, where a sign-in is wanted of them. */
export function wantedSubject(
  ctx: Context,
  { networks, namespaces }: SiwxOptions,
): Subject | undefined {
  const [account, network] = [ctx.accounts.active(), ctx.activeNetwork.current()]
  if (!account || !network?.supported || !canSign(ctx, network)) return undefined
  return (networks?.includes(network.id) ?? namespaces?.includes(network.namespace) ?? true)
    ? toSubject(ctx, account, network)
    : undefined
}

/**
 * The account and the network in use.
 * @throws `siwx.account_missing`, `siwx.network_missing`,
 * `kernel.connection_client_missing`
 */
export function demandSubject(ctx: Context): Subject {
  const account = ctx.accounts.active()
  if (!account) throw new LatchkeyError('siwx.account_missing', 'No ActiveCaipAddress found')
  const network = ctx.activeNetwork.current()
  if (!network?.supported)
    throw new LatchkeyError('siwx.network_missing', 'No ActiveCaipNetwork found')
  if (!canSign(ctx, network))
    throw new LatchkeyError(
      'kernel.connection_client_missing',
      'ConnectionController client not set',
      { context: {} },
    )
  return toSubject(ctx, account, network)
}

/** Disconnects the wallet. A failure is only logged. */
export const disconnect = (
  { connections, log }: Context,
  { account: { connectionId } }: Subject,
): Promise<void> =>
  connections.disconnect({ connectionId }).catch((error: unknown) => log.warn(error))
