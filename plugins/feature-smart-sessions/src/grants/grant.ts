import type { Limits } from '@latchkey/smart-account'
import {
  LatchkeyError,
  type Caip2,
  type ConnectedAccount,
  type Json,
  type Network,
} from '@latchkey/plugin-api'
import type { SessionRequest, SmartSession } from '../api.js'
import { knownFromWallet, toContext, type KnownSession } from '../list/known.js'
import { keepGrant } from '../list/sources.js'
import { NAMESPACE, type Services } from '../setup.js'
import { valueAt } from './kinds.js'
import { DEFAULT_CALLS, refusedError, requestProblem } from './problems.js'
import { widerParts, type WiderPart } from './widerParts.js'
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

/** The outcome of a request: sessions in its order, or the fault of the answer. */
export interface GrantOutcome {
  sessions: readonly SmartSession[]
  /** All grants of the account in the answer, those that are not used too: each can be taken back. */
  known: readonly KnownSession[]
  /** `sessions.bad_grant` where the wallet granted something other than what was asked for. */
  error: LatchkeyError | undefined
}

/** One permission of a wallet's answer. */
interface Answered {
  /** `undefined`: it has no context, or is of another account. */
  known: (KnownSession & { context: string }) | undefined
  /** Place of the permission in the request; `undefined`: none of them was asked for. */
  at: number | undefined
  /** Why it is not used, in words. */
  problem: string | undefined
}

/** The parts of a grant that allow more than one permission of a request. */
function widerThan(request: SessionRequest, at: number, known: KnownSession): readonly WiderPart[] {
  const { to, expiry, maxCalls = DEFAULT_CALLS } = request
  const { delegation } = known
  const asked: Limits = {
    permission: request.permissions[at]!,
    expiry,
    ...(maxCalls !== 'any' && { maxCalls }),
  }
  const isOther = delegation && delegation.delegate.toLowerCase() !== to.toLowerCase()
  const isLonger = known.expiry > expiry
  const wider = delegation ? widerParts(asked, delegation) : []
  return [
    ...new Set([
      ...(isOther ? (['to'] as const) : []),
      ...(isLonger ? (['expiry'] as const) : []),
      ...wider,
    ]),
  ]
}

const PROBLEMS: Partial<Record<WiderPart, string>> = {
  to: 'a permission for another session key',
  expiry: 'a permission that lasts longer',
}
const problemOf = (wider: readonly WiderPart[]): string | undefined => {
  const [first, ...more] = wider
  if (first === undefined) return undefined
  const one = more.length === 0 ? PROBLEMS[first] : undefined
  return one ?? `a permission that is wider (${wider.join(', ')})`
}

/**
 * Reads a permission of an answer, and finds the one of the request that it stands for: a wallet may leave some
 * out, or tell them in another order.
 * @param open places of the request that nothing was found for yet
 */
function readAnswered(
  answer: unknown,
  request: SessionRequest,
  place: { account: ConnectedAccount; network: Network },
  open: readonly number[],
): Answered {
  const context = toContext(valueAt(answer, 'context'))
  const nothing = { known: undefined, at: undefined }
  if (context === undefined) return { ...nothing, problem: 'a permission without a context' }
  const found = knownFromWallet(answer, place.network.id, place.account)
  if (!found) return { ...nothing, problem: 'a permission of another account' }
  const judged = open.map((at) => ({ at, wider: widerThan(request, at, found) }))
  const match = judged.find(({ wider }) => wider.length === 0) ?? judged[0]
  const { at, wider } = match ?? { at: undefined, wider: ['kind'] as const }
  return { known: { ...found, context, wider }, at, problem: problemOf(wider) }
}

/** Reads all permissions of an answer. */
function readAnswer(
  granted: readonly Json[],
  request: SessionRequest,
  place: { account: ConnectedAccount; network: Network },
): readonly Answered[] {
  const open = new Set(request.permissions.keys())
  return granted.map((each, index) => {
    const others = [...open].filter((at) => at !== index)
    const read = readAnswered(each, request, place, open.has(index) ? [index, ...others] : others)
    if (read.at !== undefined) open.delete(read.at)
    return read
  })
}

const badGrant = (found: string, known: readonly KnownSession[]): LatchkeyError =>
  new LatchkeyError(
    'sessions.bad_grant',
    `The wallet granted something other than what was asked for: ${found}. It is not used. ` +
      'What was granted is in the list of sessions, where the visitor takes it back.',
    { context: { found, kept: known.map(({ network, pci, wider }) => ({ network, pci, wider })) } },
  )

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

/** Keeps a grant in this page's record, and tells the server of one that is used. */
async function keep(
  services: Services,
  { to: key, expiry: latest }: SessionRequest,
  { known, problem }: Answered & { known: KnownSession & { context: string } },
): Promise<SmartSession> {
  const { delegation: _, ...found } = known
  // A wallet may lower what it grants, and its answer may leave key and end out.
  const session = {
    ...found,
    to: found.to ?? key,
    expiry: found.expiry || latest,
    usage: undefined,
  }
  const { pci, network, account, context, dependencies, to, expiry, permissions, wider } = session
  keepGrant(services, {
    ...{ network, from: account, context, expiry, to },
    ...(dependencies.length > 0 && { dependencies: dependencies.map((each) => ({ ...each })) }),
    ...(permissions !== undefined && { permission: permissions }),
    ...(wider.length > 0 && { wider: [...wider] }),
  })
  if (problem !== undefined) return session
  services.ctx.events.emit('sessions:granted', { network, pci })
  return { ...session, isServed: await tellService(services, session) }
}

/**
 * Asks the wallet to grant permissions.
 * @throws `rpc.method_not_allowed`, `sessions.refused`, `kernel.account_or_network_missing`, `evm.*`, `wallet.*`
 */
export async function grant(services: Services, request: SessionRequest): Promise<GrantOutcome> {
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
  const answered = readAnswer(granted, request, place)
  const kept = await Promise.all(
    answered.flatMap((each) => {
      const { known } = each
      if (!known) return []
      return [keep(services, request, { ...each, known }).then((session) => ({ ...each, session }))]
    }),
  )
  const known = answered.flatMap((each) => each.known ?? [])
  const problems = answered.flatMap(({ problem: found }) => found ?? [])
  if (granted.length !== request.permissions.length) problems.push(`${granted.length} permissions`)
  return {
    sessions: kept
      .filter(({ problem: found }) => found === undefined)
      .sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
      .map(({ session }) => session),
    known,
    error: problems.length > 0 ? badGrant(problems.join('; '), known) : undefined,
  }
}
