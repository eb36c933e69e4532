import type { Caip2, ConnectedAccount } from '@latchkey/plugin-api'
import type { SessionToken, SmartSession } from '../api.js'
import { readStates, type ChainState } from '../chain/readStates.js'
import { readTokens } from '../chain/readTokens.js'
import { sessionKey, tokenKey } from '../sessionKey.js'
import type { Services } from '../setup.js'
import type { KnownSession } from './known.js'
import { mergeKnown } from './known.js'
import { askSources, forgetGrants } from './sources.js'

/** The sessions of an account, and who did not answer. */
export interface Reading {
  items: readonly SmartSession[]
  /** The same sessions with their delegations. */
  known: readonly KnownSession[]
  unread: readonly Caip2[]
  /** By their keys. */
  tokens: Readonly<Record<string, SessionToken>>
  serviceError: unknown
  walletError: unknown
  /** Keys of the sessions that have ended for certain. */
  over: readonly string[]
}

const MS = 1000
/** Of networks whose node does not answer. */
const CHAIN_MS = 10_000

const hasEnded = ({ expiry }: KnownSession): boolean => expiry > 0 && expiry * MS <= Date.now()

const toItem = ({ delegation: _, ...session }: KnownSession, state?: ChainState): SmartSession => ({
  ...session,
  usage: state?.usage,
})

/** The state of the sessions on one network; `undefined`: the network did not answer. */
async function askChain(
  { ctx, loadAdapter, networks }: Services,
  id: Caip2,
  sessions: readonly KnownSession[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ChainState> | undefined> {
  const network = networks().find((each) => each.id === id)
  const due = sessions.flatMap(({ pci, delegation }) => (delegation ? [{ pci, delegation }] : []))
  if (due.length === 0) return new Map()
  if (!network) return undefined
  try {
    const { read } = await loadAdapter()
    if (!read) return undefined
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHAIN_MS)])
    const states = await readStates(
      ({ method, params }) => read({ network, method, params, signal: bounded }),
      due.map(({ delegation }) => delegation),
    )
    return new Map(due.map(({ pci }, at) => [pci, states[at]!]))
  } catch (error) {
    ctx.log.debug(`What was used of sessions on ${id} is not known.`, error)
    return undefined
  }
}

/** Decimals and symbols of tokens on one network that are not known yet. */
async function askTokens(
  { ctx, loadAdapter, networks, slice }: Services,
  id: Caip2,
  sessions: readonly KnownSession[],
  signal: AbortSignal,
): Promise<readonly (readonly [key: string, token: SessionToken])[]> {
  const { tokens: before = {} } = slice.get()
  const wanted = sessions.flatMap(({ limits }) =>
    limits?.permission.type === 'erc20' ? [limits.permission.token] : [],
  )
  const due = [...new Set(wanted)].filter((token) => !before[tokenKey(id, token)])
  const network = networks().find((each) => each.id === id)
  if (due.length === 0 || !network) return []
  try {
    const { read } = await loadAdapter()
    if (!read) return []
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHAIN_MS)])
    const told = await readTokens(
      ({ method, params }) => read({ network, method, params, signal: bounded }),
      due,
    )
    return told.map(({ token, ...words }) => [tokenKey(id, token), words])
  } catch (error) {
    ctx.log.debug(`Tokens of sessions on ${id} are not known by name.`, error)
    return []
  }
}

/** Reads the sessions of an account from all who know them, and their state from the chain. */
export async function readSessions(
  services: Services,
  account: ConnectedAccount,
  network: Caip2,
  signal: AbortSignal,
): Promise<Reading> {
  const { sessions, ...silent } = await askSources(services, account, network, signal)
  const known = mergeKnown(sessions)
  const live = known.filter((session) => !hasEnded(session))
  const ids = [...new Set(live.map((session) => session.network))]
  const told = await Promise.all(
    ids.map(async (id) => {
      const here = live.filter((session) => session.network === id)
      const [state, tokens] = await Promise.all([
        askChain(services, id, here, signal),
        askTokens(services, id, here, signal),
      ])
      return { id, state, tokens }
    }),
  )
  const states = new Map(told.map(({ id, state }) => [id, state]))
  const tokens = Object.fromEntries(told.flatMap((one) => one.tokens))
  const stateOf = ({ network: id, pci }: KnownSession): ChainState | undefined =>
    states.get(id)?.get(pci)
  const isOver = (session: KnownSession): boolean =>
    hasEnded(session) || stateOf(session)?.isOver === true
  const over = known.filter(isOver)
  const contexts = over.flatMap(({ context }) => (context ? [context] : []))
  if (contexts.length > 0) forgetGrants(services, new Set(contexts))
  const kept = live
    .filter((session) => !isOver(session))
    .sort((one, other) => one.expiry - other.expiry)
  const items = kept.map((session) => toItem(session, stateOf(session)))
  return {
    ...{ items, known: kept, tokens, ...silent },
    unread: ids.filter((id) => !states.get(id)),
    // The end of a session without limits is somebody's word, and not a condition of the chain.
    over: over.filter((each) => each.limits ?? stateOf(each)?.isOver).map(sessionKey),
  }
}
