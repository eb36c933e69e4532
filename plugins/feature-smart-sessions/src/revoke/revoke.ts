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
import type { RevocationWitness } from '../api.js'
import type { KnownSession } from '../list/known.js'
import type { Services } from '../setup.js'

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

/**
 * Waits until the chain says that a delegation has ended.
 * @returns `wallet` where the adapter cannot read the chain, so that the wallet's word is all there is
 * @throws `sessions.not_revoked`
 */
async function awaitEnd(
  { ctx, loadAdapter }: Services,
  { pci }: KnownSession,
  delegation: Delegation,
  network: Network,
): Promise<RevocationWitness> {
  const { read } = await loadAdapter()
  if (!read) return 'wallet'
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
    if (isOver) return 'chain'
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
 * @returns who says that it has ended; `undefined` where it can be ended in neither way
 */
async function revokeOnChain(
  services: Services,
  ending: Ending,
): Promise<RevocationWitness | undefined> {
  const { ctx, loadAdapter } = services
  const { session, account, network } = ending
  const { delegation } = session
  const permissionContext = session.context ?? (delegation && contextOf(delegation))
  if (permissionContext === undefined) return undefined
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
    if (!delegation) return undefined
    await sendDisable(services, ending, delegation)
  }
  // A context of another kind has a form that only its wallet can read.
  if (!delegation) return 'wallet'
  ending.onSent()
  return awaitEnd(services, session, delegation, network)
}

/** Has the server forget a session, with a signature of the account. @throws `rpc.method_not_allowed` */
async function revokeAtService(
  { service, loadAdapter, unable, ctx }: Services,
  { session: { pci }, account, network }: Ending,
): Promise<void> {
  const { sign } = await loadAdapter()
  if (!service || !sign) throw unable('wallet_revokePermissions')
  const id = `${network.id}:${account.address}`
  const message = service.revocationText(id, pci)
  const signature = await sign({ account, network, message, signal: ctx.signal })
  await service.revoke(id, { pci, signature }, ctx.signal)
}

/**
 * Whether this page keeps its record of a session: the chain may still say whether it has ended, and it has not
 * said so yet.
 */
const isKept = (witness: RevocationWitness, { delegation }: KnownSession): boolean =>
  witness !== 'chain' && delegation !== undefined

/**
 * Ends a session: on the chain, and at the server where that keeps it.
 * @returns who says that it has ended
 * @throws `rpc.method_not_allowed` where neither is possible, `sessions.not_revoked`, `wallet.*`, `http.*`
 */
export async function revokeSession(
  services: Services,
  ending: Ending,
): Promise<RevocationWitness> {
  const { session } = ending
  const witness = await revokeOnChain(services, ending)
  if (witness && session.context && !isKept(witness, session))
    forgetGrants(services, new Set([session.context]))
  if (!session.isServed) {
    if (!witness) throw services.unable('wallet_revokePermissions')
    return witness
  }
  try {
    await revokeAtService(services, ending)
  } catch (error) {
    // The server reads the chain as well, so that it forgets the session by itself.
    if (!witness) throw error
    services.ctx.log.info('The server was not told that a session was taken back.', error)
  }
  return witness ?? 'server'
}
