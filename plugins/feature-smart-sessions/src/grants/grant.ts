import {
  LatchkeyError,
  type Caip2,
  type ConnectedAccount,
  type Json,
  type Network,
} from '@latchkey/plugin-api'
import type { SessionRequest, SmartSession } from '../api.js'
import { knownFromWallet, toContext } from '../list/known.js'
import { keepGrant } from '../list/sources.js'
import { NAMESPACE, type Services } from '../setup.js'
import { valueAt } from './kinds.js'
import { refusedError, requestProblem } from './problems.js'
import { toWire } from './wire.js'

const MS = 1000

/** @throws `kernel.account_or_network_missing` */
function placeOf(
  services: Services,
  wanted: Caip2 | undefined,
): { account: ConnectedAccount; network: Network } {
  const account = services.account()
  const id = wanted ?? services.ctx.activeNetwork.current(NAMESPACE)?.id
  const network = services.networks().find((each) => each.id === id)
  if (account && network) return { account, network }
  throw new LatchkeyError(
    'kernel.account_or_network_missing',
    'CaipNetwork or CaipAddress is undefined: a session needs an account and a configured EVM network.',
  )
}

/** @throws `sessions.bad_grant` */
const badGrant = (found: string): never => {
  throw new LatchkeyError(
    'sessions.bad_grant',
    `The wallet granted something other than what was asked for: ${found}. It is not used.`,
    { context: { found } },
  )
}

/** The grant that a wallet answered to one request. @throws `sessions.bad_grant` */
function sessionOf(
  answer: unknown,
  { to, expiry }: SessionRequest,
  place: { account: ConnectedAccount; network: Network },
): SmartSession & { context: string } {
  const context = toContext(valueAt(answer, 'context'))
  if (context === undefined) return badGrant('a permission without a context')
  const known = knownFromWallet(answer, place.network.id, place.account)
  if (!known) return badGrant('a permission of another account')
  const { delegation, ...session } = known
  if (delegation && delegation.delegate.toLowerCase() !== to.toLowerCase())
    return badGrant('a permission for another session key')
  // A wallet may lower what it grants, and its answer may leave the end out.
  const end = session.expiry || expiry
  if (end > expiry) return badGrant('a permission that lasts longer')
  return { ...session, to: session.to ?? to, expiry: end, context, usage: undefined }
}

/** Tells the site's server of a grant. It is found without the server too, so a failure is only logged. */
async function tellService(
  { service, ctx }: Services,
  session: SmartSession & { context: string },
): Promise<boolean> {
  if (!service || !session.limits) return false
  try {
    await service.add(`${session.network}:${session.account}`, session, ctx.signal)
    return true
  } catch (error) {
    ctx.log.warn('The server does not keep the session.', error)
    return false
  }
}

/** Asks the wallet to grant permissions. */
export async function grant(
  services: Services,
  request: SessionRequest,
): Promise<readonly SmartSession[]> {
  const { ctx } = services
  const place = placeOf(services, request.network)
  const { account, network } = place
  const scope = { account: account.address, now: Math.floor(Date.now() / MS) }
  const problem = requestProblem(request, scope)
  if (problem) throw refusedError(problem)
  const { permissions } = await services.loadAdapter()
  if (!permissions) throw services.unable('wallet_grantPermissions')
  const at = { from: account.address, chainId: Number(network.reference) }
  const answer = await permissions.grant({
    account,
    network,
    permissions: request.permissions.map((permission) => toWire(request, permission, at)),
    signal: ctx.signal,
  })
  const granted = Array.isArray(answer) ? (answer as readonly Json[]) : []
  if (granted.length !== request.permissions.length)
    return badGrant(`${granted.length} permissions`)
  const sessions = granted.map((each) => sessionOf(each, request, place))
  return Promise.all(
    sessions.map(async (session) => {
      const { pci, context, dependencies, to, expiry, permissions: told } = session
      keepGrant(services, {
        network: network.id,
        from: account.address,
        context,
        expiry,
        ...(dependencies.length > 0 && { dependencies: dependencies.map((each) => ({ ...each })) }),
        ...(to !== undefined && { to }),
        ...(told !== undefined && { permission: told }),
      })
      ctx.events.emit('sessions:granted', { network: network.id, pci })
      return { ...session, isServed: await tellService(services, session) }
    }),
  )
}
