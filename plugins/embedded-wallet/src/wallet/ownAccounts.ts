import type { ConnectedAccount } from '@latchkey/plugin-api'
import type { EmbeddedAccount } from '../api.js'
import { ID_AUTH } from '../constants.js'
import { notConnected, smartAccountsOff } from '../errors.js'
import type { EmbeddedContext } from '../options.js'
import type { FrameAccountType } from '../protocol/index.js'
import { FAMILY, frameTypeOf } from './accountType.js'
import type { AccountTypes } from './accountTypes.js'

/** @throws `embedded.not_connected` */
function ownAccounts({ accounts }: EmbeddedContext): readonly ConnectedAccount[] {
  const own = accounts.all(FAMILY).filter(({ connectionId }) => connectionId === ID_AUTH)
  if (!own.length) throw notConnected()
  return own
}

/**
 * Uses the account of that type.
 * @throws `embedded.not_connected`, `embedded.smart_accounts_off`, `embedded.account_in_use`
 */
export async function switchAccountType(
  ctx: EmbeddedContext,
  types: AccountTypes,
  type: FrameAccountType,
): Promise<void> {
  const account = ownAccounts(ctx).find((each) => each.type === type)
  types.check(type)
  if (!account) throw smartAccountsOff(ctx.activeNetwork.current(FAMILY)?.id)
  await ctx.accounts.select({ connectionId: ID_AUTH, namespace: FAMILY, key: account.key })
}

/**
 * The accounts of the person who is signed in, with what each holds on the network in use.
 * @throws `embedded.not_connected`
 */
export async function readAccounts(
  ctx: EmbeddedContext,
  types: AccountTypes,
): Promise<readonly EmbeddedAccount[]> {
  const network = ctx.activeNetwork.current(FAMILY)
  const used = types.active()?.key
  const adapter = await ctx.adapters
    .find(FAMILY)
    ?.value.load()
    .catch(() => undefined)
  return Promise.all(
    ownAccounts(ctx).map(async (account): Promise<EmbeddedAccount> => {
      const { address, key, networks } = account
      const balance =
        network && (await adapter?.balance?.({ address, network }).catch(() => undefined))
      return {
        type: frameTypeOf(account),
        address,
        isInUse: key === used,
        isHere: !networks || (network !== undefined && networks.includes(network.id)),
        ...(balance && { balance }),
      }
    }),
  )
}
