import {
  knownNamespaces,
  type Caip2,
  type ConnectedAccount,
  type Namespace,
  type NetworkChange,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { own } from '../../support/own.js'
import { onAbort, runSteps } from '../steps.js'
import {
  infoOf,
  networkOf,
  reduce,
  scopeOf,
  stateOf,
  type ConnectionEvent,
  type Picture,
  type World,
} from './machine.js'

/** The one hand that writes who is connected and on which networks. */
export interface Book {
  read(): Picture
  /** Lets the machine handle the events and writes what comes out. Tells nobody yet. */
  apply(...events: readonly ConnectionEvent[]): void
  /** Tells as events, at once, what is different since it was last told. With an origin the network steps of plugins follow; waits for all that run, and never rejects. */
  tell(origin?: NetworkChange['origin']): Promise<void>
}

interface Told {
  network: Caip2 | undefined
  account: ConnectedAccount | undefined
}

/** The account in use, in the spelling of its network. */
function accountIn(picture: Picture, namespace: Namespace): ConnectedAccount | undefined {
  const { connectionId, accountKey, address } = stateOf(picture, namespace)
  const account = scopeOf(picture, connectionId, namespace)?.accounts.find(
    ({ key }) => key === accountKey,
  )
  return account && connectionId !== undefined && address !== undefined
    ? { ...account, connectionId, address }
    : undefined
}

function createWorld({ networks, adapterNow, storage, options, report }: KernelCore): World {
  return {
    get networks() {
      return networks.get().map(({ value }) => value.id)
    },
    spell(account, id) {
      try {
        const network = networks.find(id)?.value
        return network && adapterNow(account.namespace)?.addressOn(account, network)
      } catch (error) {
        return void report(error, `adapter of ${account.namespace}: addressOn`)
      }
    },
    preferred: (namespace) =>
      own(storage.get('accountTypes'), namespace) ??
      own(options.get().accountTypes, namespace) ??
      own(knownNamespaces, namespace)?.accountType ??
      'eoa',
  }
}

function createTeller(core: KernelCore, read: () => Picture): Book['tell'] {
  const { events, networks, flows, signal } = core
  const told = new Map<Namespace, Told>()
  const running = new Map<Namespace, { stop(): void; done: Promise<void> }>()
  const now = (namespace: Namespace): Told => ({
    network: networkOf(read(), namespace),
    account: accountIn(read(), namespace),
  })
  const all = (): Namespace[] => [
    ...new Set([
      ...told.keys(),
      ...Object.keys(read().active.networks),
      ...Object.keys(read().connections.namespaces),
    ]),
  ]
  for (const namespace of all()) told.set(namespace, now(namespace))
  let active = read().active.namespace
  /** A newer change of a namespace ends the steps of the one before. */
  const begin = (change: NetworkChange): void => {
    running.get(change.namespace)?.stop()
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    const forget = onAbort(signal, stop)
    running.set(change.namespace, {
      stop,
      done: runSteps(core, 'network step', flows.network, change, controller.signal).finally(
        forget,
      ),
    })
  }
  return async (origin) => {
    const isElsewhere = read().active.namespace !== active
    active = read().active.namespace
    const changes = all().map((namespace) => ({
      namespace,
      before: told.get(namespace),
      after: now(namespace),
    }))
    // Listeners may change things, and so come back here.
    for (const { namespace, after } of changes) told.set(namespace, after)
    for (const {
      namespace,
      before,
      after: { network, account },
    } of changes) {
      const [was, is] = [before?.account, account]
      const isMoved = before?.network !== network || (isElsewhere && namespace === active)
      const isOther =
        was?.connectionId !== is?.connectionId ||
        was?.key !== is?.key ||
        was?.address !== is?.address
      if (isMoved)
        events.emit('network:changed', {
          namespace,
          network,
          supported: network !== undefined && !!networks.find(network),
        })
      if (isOther) events.emit('account:changed', { namespace, account })
      if (origin && (isMoved || (isOther && was && is)))
        begin({
          namespace,
          network,
          previousNetwork: before?.network,
          account,
          previousAccount: was,
          origin,
        })
    }
    await Promise.all([...running.values()].map(({ done }) => done))
  }
}

/** @param gate sees every new picture before anybody else does */
export function createBook(core: KernelCore, gate: (picture: Picture) => void): Book {
  const { connections, activeNetwork, networks, onDispose } = core
  const world = createWorld(core)
  const read = (): Picture => ({ connections: connections.get(), active: activeNetwork.get() })
  const fold = (picture: Picture, events: readonly ConnectionEvent[]): Picture =>
    events.reduce((now, event) => reduce(now, event, world), picture)
  const apply: Book['apply'] = (...events) => {
    const before = read()
    const after = fold(before, events)
    gate(after)
    if (after.active !== before.active) activeNetwork.set(after.active)
    // A listener of the networks may have changed connections on its own; what it did to one of them stays.
    const now = read()
    const isUntouched = (event: ConnectionEvent): boolean =>
      event.type !== 'revised' || infoOf(now, event.info.id) === infoOf(before, event.info.id)
    const { connections: next } =
      now.connections === before.connections ? after : fold(now, events.filter(isUntouched))
    const spelled = fold({ connections: next, active: now.active }, [
      { type: 'respelled' },
    ]).connections
    if (spelled !== now.connections) connections.set(spelled)
  }
  const tell = createTeller(core, read)
  onDispose(
    networks.subscribe(() => {
      apply({ type: 'respelled' })
      void tell()
    }),
  )
  return { read, apply, tell }
}
