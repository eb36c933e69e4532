import { namespaceOf, type Account, type ActiveNetworkState, type Caip2, type ConnectionInfo, type ConnectionsState, type ConnectStep, type Namespace, type NamespaceState, type Scope, type Scopes } from '@latchkey/plugin-api'
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

export type ConnectionEvent =
  | { type: 'begun'; connectorId: string; namespaces: readonly Namespace[]; awaited: readonly Namespace[] }
  | { type: 'step'; step: ConnectStep }
  /** The attempt is over, well or badly; what still waits for a stored connection goes on waiting. */
  | { type: 'ended'; awaited: readonly Namespace[] }
  /** Stored connections are awaited in these namespaces only; `over`: in none ever after. */
  | { type: 'awaiting'; awaited: readonly Namespace[]; over: boolean }
  /**
   * There is a connection; one of the same id is replaced. It becomes current where it claims to, with that key if it has it;
   * `yields`: not where another one is current. `lead`: whether the active namespace follows: always, if nobody is connected in it, never.
   */
  | { type: 'established'; info: ConnectionInfo; claims: Readonly<Record<Namespace, string | undefined>>; lead: 'always' | 'ifIdle' | 'never'; yields?: boolean }
  /** What the wallet shows, as a whole: a namespace that is missing has ended, one that is new is known and not current. */
  | { type: 'scopes'; id: string; scopes: Scopes }
  /** The wallet went to a network. */
  | { type: 'network'; id: string; network: Caip2 }
  /** The connection ended, or its part in these namespaces. */
  | { type: 'closed'; id: string; namespaces?: readonly Namespace[] }
  | { type: 'selected'; id: string; namespace: Namespace; key: string }
  /** The visitor uses this network; its namespace becomes the active one. */
  | { type: 'moved'; network: Caip2 }
  /** Takes back a move that the wallet refused. */
  | { type: 'returned'; namespace: Namespace; network: Caip2 | undefined; active: Namespace | undefined }
  /** Spelling may have changed: a network was added, an adapter arrived. */
  | { type: 'respelled' }

/** Types that can be in use; others are shown only. */
export const USABLE: readonly string[] = ['eoa', 'smartAccount', 'payment']

export const infoOf = ({ connections }: Picture, id: string | undefined): ConnectionInfo | undefined => connections.connections.find((info) => info.id === id)
export const stateOf = ({ connections }: Picture, namespace: Namespace): NamespaceState | undefined => own(connections.namespaces, namespace)

const isOn = ({ networks }: Account, network: Caip2 | undefined): boolean => !networks || network === undefined || networks.includes(network)
/** Whether something can be done with that connection on that network. */
export const serves = ({ networks, accounts }: Scope, network: Caip2): boolean => (networks === 'any' || networks.includes(network)) && accounts.some((account) => isOn(account, network))

/** The account to use: the first wanted one that exists on the network, else one of the preferred type, else any. */
function pick({ accounts }: Scope, network: Caip2 | undefined, wanted: readonly (string | undefined)[], preferred: string): Account | undefined {
  const here = accounts.filter((account) => isOn(account, network))
  const pool = here.length ? here : accounts
  const found = wanted.map((key) => pool.find((account) => account.key === key)).find(Boolean)
  return found ?? pool.find(({ type }) => type === preferred) ?? pool.find(({ type }) => USABLE.includes(type)) ?? pool[0]
}

const change = (picture: Picture, connections: Partial<ConnectionsState>): Picture => ({ ...picture, connections: { ...picture.connections, ...connections } })

function put(picture: Picture, namespace: Namespace, next: NamespaceState): Picture {
  const now = stateOf(picture, namespace)
  const isSame = now?.status === next.status && now.connectionId === next.connectionId && now.accountKey === next.accountKey && now.address === next.address
  return isSame ? picture : change(picture, { namespaces: { ...picture.connections.namespaces, [namespace]: next } })
}
const clear = (picture: Picture, namespace: Namespace): Picture => put(picture, namespace, { status: 'disconnected' })

/** Makes a connection current in a namespace, or finds its account and spelling anew. */
function settle(picture: Picture, world: World, namespace: Namespace, id: string, wanted: readonly (string | undefined)[]): Picture {
  const scope = own(infoOf(picture, id)?.scopes, namespace)
  const network = own(picture.active.networks, namespace)
  const account = scope && pick(scope, network, wanted, world.preferred(namespace))
  if (!account) return clear(picture, namespace)
  const address = (network && world.spell(account, network)) ?? account.address
  return put(picture, namespace, { status: 'connected', connectionId: id, accountKey: account.key, address })
}
/** The same for whatever is current there. */
function resettle(picture: Picture, world: World, namespace: Namespace): Picture {
  const { connectionId, accountKey } = stateOf(picture, namespace) ?? {}
  return connectionId === undefined ? picture : settle(picture, world, namespace, connectionId, [accountKey])
}

const go = (picture: Picture, namespace: Namespace, network: Caip2 | undefined): Picture =>
  network === undefined || own(picture.active.networks, namespace) === network ? picture : { ...picture, active: { ...picture.active, networks: { ...picture.active.networks, [namespace]: network } } }
const lead = (picture: Picture, namespace: Namespace | undefined): Picture => (picture.active.namespace === namespace ? picture : { ...picture, active: { ...picture.active, namespace } })

/** The network in use where a connection becomes current: the wallet's own, else one that it serves. */
function place(picture: Picture, { networks }: World, namespace: Namespace, scope: Scope): Picture {
  if (scope.network) return go(picture, namespace, scope.network)
  const now = own(picture.active.networks, namespace)
  return now !== undefined && serves(scope, now) ? picture : go(picture, namespace, networks.find((id) => namespaceOf(id) === namespace && serves(scope, id)))
}

/** What is neither awaited nor attempted any more is not connecting. */
function calm(picture: Picture, awaited: readonly Namespace[]): Picture {
  const { namespaces, attempt } = picture.connections
  const idle = Object.keys(namespaces).filter((name) => namespaces[name]?.status === 'connecting' && !awaited.includes(name) && !attempt?.namespaces.includes(name))
  return idle.reduce(clear, picture)
}

function begin(picture: Picture, { connectorId, namespaces, awaited }: Extract<ConnectionEvent, { type: 'begun' }>): Picture {
  const quiet = calm(change(picture, { attempt: { connectorId, namespaces, step: { step: 'opening' } } }), awaited)
  return namespaces.reduce((now, name) => (stateOf(now, name)?.status === 'connected' ? now : put(now, name, { status: 'connecting' })), quiet)
}

function establish(picture: Picture, { info, claims, lead: how, yields }: Extract<ConnectionEvent, { type: 'established' }>, world: World): Picture {
  const others = picture.connections.connections.filter(({ id }) => id !== info.id)
  let next = change(picture, { connections: [...others, info] })
  for (const [name, { connectionId }] of Object.entries(picture.connections.namespaces)) if (connectionId === info.id && !own(info.scopes, name)) next = clear(next, name)
  const claimed = Object.keys(info.scopes).filter((name) => {
    const holder = stateOf(next, name)?.connectionId
    return Object.hasOwn(claims, name) && !(yields && holder !== undefined && holder !== info.id)
  })
  for (const [name, scope] of Object.entries(info.scopes)) {
    const { connectionId, accountKey } = stateOf(next, name) ?? {}
    const isMine = connectionId === info.id
    if (!isMine && !claimed.includes(name)) continue
    next = settle(place(next, world, name, scope), world, name, info.id, [scope.selected, claims[name], isMine ? accountKey : undefined])
  }
  const { namespace: active } = next.active
  const follows = how === 'always' || (how === 'ifIdle' && stateOf(next, active ?? '')?.status !== 'connected')
  return follows && claimed[0] !== undefined && !claimed.includes(active ?? '') ? lead(next, claimed[0]) : next
}

function close(picture: Picture, id: string, gone: (namespace: Namespace) => boolean): Picture {
  const info = infoOf(picture, id)
  if (!info) return picture
  const scopes = Object.fromEntries(Object.entries(info.scopes).filter(([name]) => !gone(name)))
  const all = picture.connections.connections
  const next = change(picture, { connections: Object.keys(scopes).length ? all.map((each) => (each === info ? { ...info, scopes } : each)) : all.filter((each) => each !== info) })
  return Object.keys(info.scopes).filter((name) => gone(name) && stateOf(next, name)?.connectionId === id).reduce(clear, next)
}

const rescope = (picture: Picture, info: ConnectionInfo, scopes: Scopes): Picture => change(picture, { connections: picture.connections.connections.map((each) => (each.id === info.id ? { ...info, scopes } : each)) })

function update(picture: Picture, id: string, scopes: Scopes, world: World): Picture {
  const info = infoOf(picture, id)
  if (!info) return picture
  if (!Object.keys(scopes).length) return close(picture, id, () => true)
  let next = rescope(close(picture, id, (name) => !own(scopes, name)), info, scopes)
  for (const [name, scope] of Object.entries(scopes)) {
    const { connectionId, accountKey } = stateOf(next, name) ?? {}
    if (connectionId !== id) continue
    const before = own(info.scopes, name)
    // The wallet's own choice counts when it is made, not whenever it is repeated.
    const wanted = scope.selected !== before?.selected ? [scope.selected, accountKey] : [accountKey, scope.selected]
    if (scope.network !== before?.network) next = go(next, name, scope.network)
    next = settle(next, world, name, id, wanted)
  }
  return next
}

function travel(picture: Picture, id: string, network: Caip2, world: World): Picture {
  const namespace = namespaceOf(network)
  const info = infoOf(picture, id)
  const scope = own(info?.scopes, namespace)
  if (!info || !scope) return picture
  const next = scope.network === network ? picture : rescope(picture, info, { ...info.scopes, [namespace]: { ...scope, network } })
  return stateOf(next, namespace)?.connectionId === id ? resettle(go(next, namespace, network), world, namespace) : next
}

function select(picture: Picture, { id, namespace, key }: Extract<ConnectionEvent, { type: 'selected' }>, world: World): Picture {
  const scope = own(infoOf(picture, id)?.scopes, namespace)
  const account = scope?.accounts.find((each) => each.key === key)
  if (!scope || !account) return picture
  const isCurrent = stateOf(picture, namespace)?.connectionId === id
  let next = isCurrent ? picture : place(picture, world, namespace, scope)
  // An account that is on other networks takes the visitor there.
  if (!isOn(account, own(next.active.networks, namespace))) next = go(next, namespace, world.networks.find((network) => account.networks?.includes(network)))
  return settle(next, world, namespace, id, [key])
}

/** The next picture; the same object where the event changes nothing. */
export function reduce(picture: Picture, event: ConnectionEvent, world: World): Picture {
  switch (event.type) {
    case 'begun': return begin(picture, event)
    case 'step': return picture.connections.attempt ? change(picture, { attempt: { ...picture.connections.attempt, step: event.step } }) : picture
    case 'ended': return calm(picture.connections.attempt ? change(picture, { attempt: undefined }) : picture, event.awaited)
    case 'awaiting': return calm(picture.connections.restoring && event.over ? change(picture, { restoring: false }) : picture, event.awaited)
    case 'established': return establish(picture, event, world)
    case 'scopes': return update(picture, event.id, event.scopes, world)
    case 'network': return travel(picture, event.id, event.network, world)
    case 'closed': return close(picture, event.id, (name) => event.namespaces?.includes(name) ?? true)
    case 'selected': return select(picture, event, world)
    case 'moved': {
      const namespace = namespaceOf(event.network)
      return resettle(lead(go(picture, namespace, event.network), namespace), world, namespace)
    }
    case 'returned': return resettle(lead(go(picture, event.namespace, event.network), event.active), world, event.namespace)
    case 'respelled': return Object.keys(picture.connections.namespaces).reduce((now, name) => resettle(now, world, name), picture)
  }
}
