import type { Account, ConnectedAccount } from '@latchkey/plugin-api'
import type { EmbeddedAccount } from '../api.js'
import { ID_AUTH } from '../constants.js'
import { accountInUse, notConnected, smartAccountsOff } from '../errors.js'
import type { EmbeddedContext } from '../options.js'
import type { FrameAccountType } from '../protocol/index.js'
import { FAMILY, frameTypeOf } from './accountType.js'
import type { AccountTypes } from './accountTypes.js'
import type { Approvals } from './approvals.js'
import type { FrameRpc } from './frameRpc.js'

/** @throws `embedded.not_connected` */
function ownAccounts({ accounts }: EmbeddedContext): readonly ConnectedAccount[] {
  const own = accounts.all(FAMILY).filter(({ connectionId }) => connectionId === ID_AUTH)
  if (!own.length) throw notConnected()
  return own
}

/**
 * Checks a switch before anybody hears of it.
 * @throws `embedded.smart_accounts_off`, `embedded.account_in_use`
 */
function checkSwitch(ctx: EmbeddedContext, types: AccountTypes, type: FrameAccountType): void {
  const network = ctx.activeNetwork.current(FAMILY)?.id
  if (type === 'smartAccount' && !(network && types.enabled().includes(network)))
    throw smartAccountsOff(network)
  if (types.active()?.type === type) throw accountInUse(type)
}

/** The parts of a wallet that a switch of accounts uses. */
interface Needs {
  ctx: EmbeddedContext
  types: AccountTypes
  approvals: Approvals
  rpc: FrameRpc
}

/**
 * Has the frame use this account. Rejects what waits: it is of the account before, also what comes while the
 * frame is being told.
 * @throws `embedded.smart_accounts_off`, `embedded.account_in_use`
 */
export async function switchAccount(
  { ctx, types, approvals, rpc }: Needs,
  account: Account,
): Promise<void> {
  if (account.namespace !== FAMILY || types.active()?.key === account.key) return
  const wanted = frameTypeOf(account)
  checkSwitch(ctx, types, wanted)
  approvals.rejectAll()
  try {
    await rpc.useAccount(wanted)
  } finally {
    approvals.rejectAll()
  }
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
  checkSwitch(ctx, types, type)
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
