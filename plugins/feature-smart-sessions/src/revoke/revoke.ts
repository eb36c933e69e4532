import type {} from '@latchkey/evm'
import { disableCall, type Delegation } from '@latchkey/smart-account'
import {
  isLatchkeyError,
  LatchkeyError,
  type ConnectedAccount,
  type Network,
} from '@latchkey/plugin-api'
import { contextOf } from '../chain/readContext.js'
import { readStates } from '../chain/readStates.js'
import { forgetGrants } from '../list/sources.js'
import type { Services } from '../setup.js'
import type { KnownSession } from '../list/known.js'

/** How long the chain has to show that a session is taken back. */
const CHAIN_MS = 90_000
const PAUSE_MS = 1_500

/** Whether the wallet says that it has no such method. */
const isUnable = (error: unknown): boolean =>
  isLatchkeyError(error, 'rpc.method_not_allowed') ||
  isLatchkeyError(error, 'wallet.unsupported_method') ||
  isLatchkeyError(error, 'evm.permissions_unsupported')

/** A session that is to end, with its account and network. */
export interface Ending {
  session: KnownSession
  /** The account that granted it, which is in use. */
  account: ConnectedAccount
  network: Network
  /** Called when the wallet has done its part and the chain is awaited. */
  onSent(): void
}

/** Has the account call the contract itself: the delegation ends there (ERC-7710). */
async function sendDisable(
  { ctx }: Services,
  { account, network }: Ending,
  delegation: Delegation,
): Promise<void> {
  const { to, data } = disableCall(delegation)
  await ctx.connections.request({
    connectionId: account.connectionId,
    network: network.id,
    method: 'eth_sendTransaction',
    params: [{ from: delegation.delegator, to, value: '0x0', data }],
    signal: ctx.signal,
  })
}

/** Waits until the chain says that a delegation has ended. @throws `sessions.not_revoked` */
async function awaitEnd(
  { ctx, loadAdapter }: Services,
  { pci }: KnownSession,
  delegation: Delegation,
  network: Network,
): Promise<void> {
  const { read } = await loadAdapter()
  if (!read) return
  const until = Date.now() + CHAIN_MS
  while (Date.now() < until) {
    ctx.signal.throwIfAborted()
    const isOver = await readStates(
      ({ method, params }) => read({ network, method, params, signal: ctx.signal }),
      [delegation],
    ).then(
      ([state]) => state?.isOver === true,
      (error: unknown) => {
        ctx.log.debug('The chain did not say whether the session has ended.', error)
        return false
      },
    )
    if (isOver) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new LatchkeyError(
    'sessions.not_revoked',
    'The chain does not say yet that the session has ended. Read the list again later.',
    { context: { pci, network: network.id } },
  )
}

/**
 * Ends a session on the chain: by the wallet, or by a transaction of the account where the wallet has no
 * method for it.
 * @returns whether that was possible
 */
async function revokeOnChain(services: Services, ending: Ending): Promise<boolean> {
  const { ctx, loadAdapter } = services
  const { session, account, network } = ending
  const { delegation } = session
  const permissionContext = session.context ?? (delegation && contextOf(delegation))
  if (permissionContext === undefined) return false
  const { permissions } = await loadAdapter()
  try {
    if (!permissions) throw services.unable('wallet_revokePermissions')
    await permissions.revoke({
      account,
      network,
      permissions: { permissionContext },
      signal: ctx.signal,
    })
  } catch (error) {
    if (!isUnable(error)) throw error
    if (!delegation) return false
    await sendDisable(services, ending, delegation)
  }
  if (!delegation) return true
  ending.onSent()
  await awaitEnd(services, session, delegation, network)
  return true
}

/** Has the server forget a session, with a signature of the account. */
async function revokeAtService(
  { service, loadAdapter, ctx }: Services,
  { session: { pci }, account, network }: Ending,
): Promise<void> {
  const { sign } = await loadAdapter()
  if (!service || !sign) return
  const id = `${network.id}:${account.address}`
  const message = service.revocationText(id, pci)
  const signature = await sign({ account, network, message, signal: ctx.signal })
  await service.revoke(id, { pci, signature }, ctx.signal)
}

/**
 * Ends a session: on the chain, and at the server where that keeps it.
 * @throws `rpc.method_not_allowed` where neither is possible, `sessions.not_revoked`, `wallet.*`, `http.*`
 */
export async function revokeSession(services: Services, ending: Ending): Promise<void> {
  const { session } = ending
  const isOver = await revokeOnChain(services, ending)
  if (isOver && session.context) forgetGrants(services, new Set([session.context]))
  if (!session.isServed) {
    if (!isOver) throw services.unable('wallet_revokePermissions')
    return
  }
  try {
    await revokeAtService(services, ending)
  } catch (error) {
    // The server reads the chain as well, so that it forgets the session by itself.
    if (!isOver) throw error
    services.ctx.log.info('The session has ended. The server was not told.', error)
  }
}
