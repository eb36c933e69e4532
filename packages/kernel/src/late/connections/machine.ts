import {
  namespaceOf,
  type Account,
  type ActiveNetworkState,
  type Caip2,
  type ConnectionInfo,
  type ConnectionsState,
  type ConnectStep,
  type Namespace,
  type NamespaceState,
  type Scope,
} from '@latchkey/plugin-api'
import { own } from '../../support/own.js'

/** Who is connected, and on which networks. The machine turns one picture and an event into the next one and touches nothing else. */
export interface Picture {
  readonly connections: ConnectionsState
  readonly active: ActiveNetworkState
}

/** What the machine asks while it decides. */
export interface World {
  /** Configured networks, in their order. */
  readonly networks: readonly Caip2[]
  /** The account's address as that network spells it, if anybody can tell. */
  spell(account: Account, network: Caip2): string | undefined
  /** Which type of account to begin with. */
  preferred(namespace: Namespace): string
}

/** An attempt begins: what is not connected is connecting. */
interface Begun {
  type: 'begun'
  connectorId: string
  namespaces: readonly Namespace[]
}
/** Where the attempt stands. */
interface Step {
  type: 'step'
  step: ConnectStep
}
/** Something is over: the attempt, well or badly, or the restoring. What is neither attempted nor awaited any more is not connecting. */
interface Rested {
  type: 'rested'
  /** Namespaces in which a stored connection may still come back. */
  awaited: readonly Namespace[]
  attempt?: 'over'
  restoring?: 'over'
}
/**
 * All that is to say of a connection: it is there, its wallet shows other accounts or went to another network, an account was chosen, it ended in some namespaces,
 * or as a whole, having no scopes any more. One that shows a namespace for the first time is known there and not current.
 */
interface Revised {
  type: 'revised'
  info: ConnectionInfo
  /** Where it becomes the current one, with that account if it has it. */
  claims?: Readonly<Record<Namespace, string | undefined>>
  /** It claims nothing where another connection is current. */
  yields?: boolean
  /** Whether the active namespace follows what it claims: always, or if nobody is connected in the active one. */
  lead?: 'always' | 'ifIdle' | undefined
}
/** A network comes into use, and a namespace with it. */
interface Moved {
  type: 'moved'
  namespace: Namespace
  network: Caip2 | undefined
  active: Namespace | undefined
}
/** Addresses may be spelled in another way now: a network was added, an adapter arrived. */
interface Respelled {
  type: 'respelled'
}
export type ConnectionEvent = Begun | Step | Rested | Revised | Moved | Respelled

/** Types that can be in use; others are shown only. */
export const USABLE: readonly string[] = ['eoa', 'smartAccount', 'payment']

export const infoOf = (
  { connections }: Picture,
  id: string | undefined,
): ConnectionInfo | undefined => connections.connections.find((info) => info.id === id)
export const scopeOf = (
  picture: Picture,
  id: string | undefined,
  namespace: Namespace,
): Scope | undefined => own(infoOf(picture, id)?.scopes, namespace)
export const stateOf = ({ connections }: Picture, namespace: Namespace): NamespaceState =>
  own(connections.namespaces, namespace) ?? { status: 'disconnected' }
export const networkOf = ({ active }: Picture, namespace: Namespace): Caip2 | undefined =>
  own(active.networks, namespace)

const isOn = ({ networks }: Account, network: Caip2 | undefined): boolean =>
  !networks || network === undefined || networks.includes(network)
/** Whether something can be done with that connection on that network; with that account, if it has it. */
export const serves = ({ networks, accounts }: Scope, network: Caip2, key?: string): boolean => {
  const account = accounts.find((each) => each.key === key)
  return (
    (networks === 'any' || networks.includes(network)) &&
    (account ? [account] : accounts).some((each) => isOn(each, network))
  )
}

const change = (picture: Picture, connections: Partial<ConnectionsState>): Picture => ({
  ...picture,
  connections: { ...picture.connections, ...connections },
})

function put(picture: Picture, namespace: Namespace, next: NamespaceState): Picture {
  const { namespaces } = picture.connections
  // All of it is text, always in this order.
  return JSON.stringify(own(namespaces, namespace)) === JSON.stringify(next)
    ? picture
    : change(picture, { namespaces: { ...namespaces, [namespace]: next } })
}

/** Makes a connection current in a namespace: with the first wanted account that exists on the network, else one of the preferred type, else any. Without a scope it has ended there. */
function settle(
  picture: Picture,
  world: World,
  namespace: Namespace,
  id: string,
  wanted: readonly (string | undefined)[],
): Picture {
  const { accounts = [] } = scopeOf(picture, id, namespace) ?? {}
  const network = networkOf(picture, namespace)
  const here = accounts.filter((account) => isOn(account, network))
  const pool = here.length ? here : accounts
  const found = wanted.map((key) => pool.find((account) => account.key === key)).find(Boolean)
  const account =
    found ??
    pool.find(({ type }) => type === world.preferred(namespace)) ??
    pool.find(({ type }) => USABLE.includes(type)) ??
    pool[0]
  return put(
    picture,
    namespace,
    account
      ? {
          status: 'connected',
          connectionId: id,
          accountKey: account.key,
          address: (network && world.spell(account, network)) ?? account.address,
        }
      : { status: 'disconnected' },
  )
}
/** Finds account and spelling anew for whatever is current there. */
function resettle(picture: Picture, world: World, namespace: Namespace): Picture {
  const { connectionId, accountKey } = stateOf(picture, namespace)
  return connectionId === undefined
    ? picture
    : settle(picture, world, namespace, connectionId, [accountKey])
}

function move(
  picture: Picture,
  namespace: Namespace,
  network: Caip2 | undefined,
  active = picture.active.namespace,
): Picture {
  const { networks } = picture.active
  const isSame =
    (network === undefined || own(networks, namespace) === network) &&
    active === picture.active.namespace
  return isSame
    ? picture
    : {
        ...picture,
        active: {
          namespace: active,
          networks: network === undefined ? networks : { ...networks, [namespace]: network },
        },
      }
}
/** The network in use is the wallet's own, else one that it serves. */
function place(
  picture: Picture,
  { networks }: World,
  namespace: Namespace,
  scope: Scope,
  key: string | undefined,
): Picture {
  const now = networkOf(picture, namespace)
  const isGood = now !== undefined && serves(scope, now, key)
  return move(
    picture,
    namespace,
    scope.network ??
      (isGood
        ? now
        : networks.find((id) => namespaceOf(id) === namespace && serves(scope, id, key))),
  )
}

function rest(picture: Picture, { awaited, attempt, restoring }: Rested): Picture {
  const next =
    attempt || restoring
      ? change(picture, {
          ...(attempt && { attempt: undefined }),
          ...(restoring && { restoring: false }),
        })
      : picture
  const busy = [...awaited, ...(next.connections.attempt?.namespaces ?? [])]
  return Object.keys(next.connections.namespaces)
    .filter((name) => stateOf(next, name).status === 'connecting' && !busy.includes(name))
    .reduce((now, name) => put(now, name, { status: 'disconnected' }), next)
}

function revise(
  picture: Picture,
  { info, claims = {}, yields, lead }: Revised,
  world: World,
): Picture {
  const { id, scopes } = info
  const before = infoOf(picture, id)
  const all = picture.connections.connections
  const others = all.filter((each) => each !== before)
  let next = change(picture, {
    connections: !Object.keys(scopes).length
      ? others
      : before
        ? all.map((each) => (each === before ? info : each))
        : [...all, info],
  })
  const claimed: Namespace[] = []
  for (const name of new Set([...Object.keys(scopes), ...Object.keys(before?.scopes ?? {})])) {
    const [scope, old] = [own(scopes, name), own(before?.scopes, name)]
    const { connectionId, accountKey } = stateOf(next, name)
    const isMine = connectionId === id
    const isClaimed =
      scope && Object.hasOwn(claims, name) && (isMine || connectionId === undefined || !yields)
    if (!isMine && !isClaimed) continue
    if (isClaimed) claimed.push(name)
    if (scope && (isClaimed || scope.network !== old?.network))
      next = place(next, world, name, scope, claims[name])
    // The wallet's own choice counts when it is made, not whenever it is repeated.
    const chosen = scope?.selected === old?.selected ? undefined : scope?.selected
    next = settle(next, world, name, id, [
      chosen,
      claims[name],
      isMine ? accountKey : undefined,
      scope?.selected,
    ])
  }
  const { namespace = '' } = next.active
  const leads = lead === 'always' || (lead && stateOf(next, namespace).status !== 'connected')
  return leads && claimed[0] !== undefined && !claimed.includes(namespace)
    ? move(next, claimed[0], undefined, claimed[0])
    : next
}

/** The next picture; the same object where the event changes nothing. */
export function reduce(picture: Picture, event: ConnectionEvent, world: World): Picture {
  const { attempt, namespaces } = picture.connections
  switch (event.type) {
    case 'begun': {
      const { type: _, ...begun } = event
      const isIdle = (name: Namespace): boolean => stateOf(picture, name).status !== 'connected'
      return begun.namespaces
        .filter(isIdle)
        .reduce(
          (now, name) => put(now, name, { status: 'connecting' }),
          change(picture, { attempt: { ...begun, step: { step: 'opening' } } }),
        )
    }
    case 'step':
      return attempt ? change(picture, { attempt: { ...attempt, step: event.step } }) : picture
    case 'rested':
      return rest(picture, event)
    case 'revised':
      return revise(picture, event, world)
    case 'moved':
      return resettle(
        move(picture, event.namespace, event.network, event.active),
        world,
        event.namespace,
      )
    case 'respelled':
      return Object.keys(namespaces).reduce((now, name) => resettle(now, world, name), picture)
  }
}
