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

/**
 * The state of the machine at one moment: the connections and the networks in use. The machine is a
 * pure function: it turns a state and an event into the next state and has no side effect.
 */
export interface MachineState {
  readonly connections: ConnectionsState
  readonly active: ActiveNetworkState
}

/** Facts that the machine reads while it decides. */
export interface World {
  /** Ids of the configured networks, in their order. */
  readonly networks: readonly Caip2[]
  /** The account's address as that network spells it; `undefined` while its adapter is not loaded. */
  spell(account: Account, network: Caip2): string | undefined
  /** The type of account that is used first. */
  preferred(namespace: Namespace): string
}

/** An attempt begins: its namespaces that are not connected become `connecting`. */
interface Begun {
  type: 'begun'
  connectorId: string
  namespaces: readonly Namespace[]
}
/** The attempt has reached a step. */
interface Step {
  type: 'step'
  step: ConnectStep
}
/**
 * The attempt is over, whether it connected or not, or the restoring is. A namespace that is neither
 * attempted nor awaited any more is no longer `connecting`.
 */
interface Rested {
  type: 'rested'
  /** Namespaces in which a stored connection may still come back. */
  awaited: readonly Namespace[]
  attempt?: 'over'
  restoring?: 'over'
}
/**
 * A connection has changed: it was made, its wallet shows other accounts or is on another network,
 * the visitor chose an account, or it ended in some namespaces. Without scopes it ended as a whole.
 * A namespace that it shows for the first time does not become its own unless it claims it.
 */
interface Revised {
  type: 'revised'
  info: ConnectionInfo
  /** Namespaces in which it becomes the current one, each with the key of the wanted account. */
  claims?: Readonly<Record<Namespace, string | undefined>>
  /** It claims no namespace in which another connection is current. */
  yields?: boolean
  /**
   * When the active namespace changes to one that it claims: always, or only if no wallet is connected
   * in the active one.
   */
  lead?: 'always' | 'ifIdle' | undefined
}
/** A network comes into use, and its namespace becomes the active one. */
interface Moved {
  type: 'moved'
  namespace: Namespace
  network: Caip2 | undefined
  active: Namespace | undefined
}
/** Addresses may be spelled differently now: a network was added, or an adapter has loaded. */
interface Respelled {
  type: 'respelled'
}
export type ConnectionEvent = Begun | Step | Rested | Revised | Moved | Respelled

/** Types of accounts that can be in use; accounts of other types are only shown. */
export const USABLE_TYPES: readonly string[] = ['eoa', 'smartAccount', 'payment']

export const infoOf = (
  { connections }: MachineState,
  id: string | undefined,
): ConnectionInfo | undefined => connections.connections.find((info) => info.id === id)
export const scopeOf = (
  machineState: MachineState,
  id: string | undefined,
  namespace: Namespace,
): Scope | undefined => own(infoOf(machineState, id)?.scopes, namespace)
export const stateOf = ({ connections }: MachineState, namespace: Namespace): NamespaceState =>
  own(connections.namespaces, namespace) ?? { status: 'disconnected' }
export const networkOf = ({ active }: MachineState, namespace: Namespace): Caip2 | undefined =>
  own(active.networks, namespace)

const isOn = ({ networks }: Account, network: Caip2 | undefined): boolean =>
  !networks || network === undefined || networks.includes(network)
/**
 * Whether a connection can be used on that network: with the account of that key if it has it, else
 * with any of its accounts.
 */
export const serves = ({ networks, accounts }: Scope, network: Caip2, key?: string): boolean => {
  const account = accounts.find((each) => each.key === key)
  return (
    (networks === 'any' || networks.includes(network)) &&
    (account ? [account] : accounts).some((each) => isOn(each, network))
  )
}

const change = (
  machineState: MachineState,
  connections: Partial<ConnectionsState>,
): MachineState => ({
  ...machineState,
  connections: { ...machineState.connections, ...connections },
})

function put(machineState: MachineState, namespace: Namespace, next: NamespaceState): MachineState {
  const { namespaces } = machineState.connections
  // All members are texts and always in the same order, so that equal states are equal as JSON.
  return JSON.stringify(own(namespaces, namespace)) === JSON.stringify(next)
    ? machineState
    : change(machineState, { namespaces: { ...namespaces, [namespace]: next } })
}

/**
 * Makes a connection current in a namespace, with the first wanted account that exists on the
 * network in use, else one of the preferred type, else any. Without a scope there the namespace is
 * disconnected.
 */
function settle(
  machineState: MachineState,
  world: World,
  namespace: Namespace,
  id: string,
  wanted: readonly (string | undefined)[],
): MachineState {
  const { accounts = [] } = scopeOf(machineState, id, namespace) ?? {}
  const network = networkOf(machineState, namespace)
  const here = accounts.filter((account) => isOn(account, network))
  const pool = here.length ? here : accounts
  const found = wanted.map((key) => pool.find((account) => account.key === key)).find(Boolean)
  const account =
    found ??
    pool.find(({ type }) => type === world.preferred(namespace)) ??
    pool.find(({ type }) => USABLE_TYPES.includes(type)) ??
    pool[0]
  return put(
    machineState,
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
/**
 * The account in use, if it stays in use. Where it stood in for one of the preferred type, as on a
 * network without smart accounts, it gives way on a network that has one.
 */
function keptKey(
  before: MachineState,
  now: MachineState,
  { preferred }: World,
  namespace: Namespace,
): string | undefined {
  const { connectionId, accountKey } = stateOf(now, namespace)
  const { accounts = [] } = scopeOf(now, connectionId, namespace) ?? {}
  const on = (network: Caip2 | undefined): readonly string[] =>
    accounts.filter((account) => isOn(account, network)).map(({ type }) => type)
  const type = preferred(namespace)
  const isStandIn =
    !on(networkOf(before, namespace)).includes(type) && on(networkOf(now, namespace)).includes(type)
  return isStandIn ? undefined : accountKey
}

/** Finds account and spelling anew for the connection that is current in a namespace. */
function resettle(
  machineState: MachineState,
  world: World,
  namespace: Namespace,
  before = machineState,
): MachineState {
  const { connectionId } = stateOf(machineState, namespace)
  return connectionId === undefined
    ? machineState
    : settle(machineState, world, namespace, connectionId, [
        keptKey(before, machineState, world, namespace),
      ])
}

function move(
  machineState: MachineState,
  namespace: Namespace,
  network: Caip2 | undefined,
  active = machineState.active.namespace,
): MachineState {
  const { networks } = machineState.active
  const isSame =
    (network === undefined || own(networks, namespace) === network) &&
    active === machineState.active.namespace
  return isSame
    ? machineState
    : {
        ...machineState,
        active: {
          namespace: active,
          networks: network === undefined ? networks : { ...networks, [namespace]: network },
        },
      }
}
/** Brings into use the network that the wallet is on, else one that the connection serves. */
function place(
  machineState: MachineState,
  { networks }: World,
  namespace: Namespace,
  scope: Scope,
  key: string | undefined,
): MachineState {
  const now = networkOf(machineState, namespace)
  const isGood = now !== undefined && serves(scope, now, key)
  return move(
    machineState,
    namespace,
    scope.network ??
      (isGood
        ? now
        : networks.find((id) => namespaceOf(id) === namespace && serves(scope, id, key))),
  )
}

function rest(machineState: MachineState, { awaited, attempt, restoring }: Rested): MachineState {
  const next =
    attempt || restoring
      ? change(machineState, {
          ...(attempt && { attempt: undefined }),
          ...(restoring && { restoring: false }),
        })
      : machineState
  const busy = [...awaited, ...(next.connections.attempt?.namespaces ?? [])]
  return Object.keys(next.connections.namespaces)
    .filter((name) => stateOf(next, name).status === 'connecting' && !busy.includes(name))
    .reduce((now, name) => put(now, name, { status: 'disconnected' }), next)
}

function revise(
  machineState: MachineState,
  { info, claims = {}, yields, lead }: Revised,
  world: World,
): MachineState {
  const { id, scopes } = info
  const before = infoOf(machineState, id)
  const all = machineState.connections.connections
  const others = all.filter((each) => each !== before)
  let next = change(machineState, {
    connections: !Object.keys(scopes).length
      ? others
      : before
        ? all.map((each) => (each === before ? info : each))
        : [...all, info],
  })
  const claimed: Namespace[] = []
  for (const name of new Set([...Object.keys(scopes), ...Object.keys(before?.scopes ?? {})])) {
    const [scope, old] = [own(scopes, name), own(before?.scopes, name)]
    const { connectionId } = stateOf(next, name)
    const isMine = connectionId === id
    const isClaimed =
      scope && Object.hasOwn(claims, name) && (isMine || connectionId === undefined || !yields)
    if (!isMine && !isClaimed) continue
    if (isClaimed) claimed.push(name)
    if (scope && (isClaimed || scope.network !== old?.network))
      next = place(next, world, name, scope, claims[name])
    // The wallet's choice of account counts when it changes, not each time that it is repeated.
    const chosen = scope?.selected === old?.selected ? undefined : scope?.selected
    next = settle(next, world, name, id, [
      chosen,
      claims[name],
      isMine ? keptKey(machineState, next, world, name) : undefined,
      scope?.selected,
    ])
  }
  const { namespace = '' } = next.active
  const leads = lead === 'always' || (lead && stateOf(next, namespace).status !== 'connected')
  return leads && claimed[0] !== undefined && !claimed.includes(namespace)
    ? move(next, claimed[0], undefined, claimed[0])
    : next
}

/** The next state, or the same object if the event changes nothing. */
export function reduce(
  machineState: MachineState,
  event: ConnectionEvent,
  world: World,
): MachineState {
  const { attempt, namespaces } = machineState.connections
  switch (event.type) {
    case 'begun': {
      const { type: _, ...begun } = event
      const isIdle = (name: Namespace): boolean =>
        stateOf(machineState, name).status !== 'connected'
      return begun.namespaces
        .filter(isIdle)
        .reduce(
          (now, name) => put(now, name, { status: 'connecting' }),
          change(machineState, { attempt: { ...begun, step: { step: 'opening' } } }),
        )
    }
    case 'step':
      return attempt
        ? change(machineState, { attempt: { ...attempt, step: event.step } })
        : machineState
    case 'rested':
      return rest(machineState, event)
    case 'revised':
      return revise(machineState, event, world)
    case 'moved':
      return resettle(
        move(machineState, event.namespace, event.network, event.active),
        world,
        event.namespace,
        machineState,
      )
    case 'respelled':
      return Object.keys(namespaces).reduce((now, name) => resettle(now, world, name), machineState)
  }
}
