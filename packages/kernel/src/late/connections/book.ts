import type { Caip2, ConnectedAccount, Namespace, NetworkChange } from '@latchkey/plugin-api'
import { knownNamespaces } from '@latchkey/plugin-api/namespaces'
import type { KernelCore } from '../../core.js'
import { namedAccountType } from '../../state/accounts.js'
import { own } from '../../support/own.js'
import { onAbort } from '../../support/time.js'
import { runSteps } from '../steps.js'
import {
  infoOf,
  networkOf,
  reduce,
  scopeOf,
  stateOf,
  type ConnectionEvent,
  type MachineState,
  type World,
} from './machine.js'

/** The only writer of who is connected and of the networks in use. */
export interface Book {
  read(): MachineState
  /** Lets the machine handle the events and writes the result, without emitting an event. */
  apply(...events: readonly ConnectionEvent[]): void
  /**
   * Emits, in this very call, an event for each change since the last call. With an origin the
   * plugins' network steps run as well.
   * @returns resolves when no network step runs any more; never rejects
   */
  emitChanges(origin?: NetworkChange['origin']): Promise<void>
}

/** The state of a namespace that was emitted last. */
interface Emitted {
  network: Caip2 | undefined
  account: ConnectedAccount | undefined
}

/** The account in use of a namespace, its address spelled as the network in use spells it. */
function accountIn(machineState: MachineState, namespace: Namespace): ConnectedAccount | undefined {
  const { connectionId, accountKey, address } = stateOf(machineState, namespace)
  const account = scopeOf(machineState, connectionId, namespace)?.accounts.find(
    ({ key }) => key === accountKey,
  )
  return account && connectionId !== undefined && address !== undefined
    ? { ...account, connectionId, address }
    : undefined
}

function createWorld(core: KernelCore): World {
  const { networks, adapterNow, report } = core
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
      namedAccountType(core, namespace) ?? own(knownNamespaces, namespace)?.accountType ?? 'eoa',
  }
}

/** Runs the plugins' network steps. A newer change of a namespace ends the steps of the older one. */
function createNetworkSteps(core: KernelCore) {
  const running = new Map<Namespace, { stop(): void; done: Promise<void> }>()
  return {
    begin(change: NetworkChange): void {
      running.get(change.namespace)?.stop()
      const controller = new AbortController()
      const stop = (): void => controller.abort()
      const forget = onAbort(core.signal, stop)
      running.set(change.namespace, {
        stop,
        done: runSteps(core, 'network step', core.flows.network, change, controller.signal).finally(
          forget,
        ),
      })
    },
    /** Resolves when the steps of all namespaces are over. */
    wait: (): Promise<unknown> => Promise.all([...running.values()].map(({ done }) => done)),
  }
}

const isOtherAccount = (
  before: ConnectedAccount | undefined,
  now: ConnectedAccount | undefined,
): boolean =>
  before?.connectionId !== now?.connectionId ||
  before?.key !== now?.key ||
  before?.address !== now?.address

function createChangeEmitter(core: KernelCore, read: () => MachineState): Book['emitChanges'] {
  const { events, networks } = core
  const steps = createNetworkSteps(core)
  const emitted = new Map<Namespace, Emitted>()
  const stateNow = (namespace: Namespace): Emitted => ({
    network: networkOf(read(), namespace),
    account: accountIn(read(), namespace),
  })
  const namespaces = (): Namespace[] => [
    ...new Set([
      ...emitted.keys(),
      ...Object.keys(read().active.networks),
      ...Object.keys(read().connections.namespaces),
    ]),
  ]
  for (const namespace of namespaces()) emitted.set(namespace, stateNow(namespace))
  let active = read().active.namespace
  return async (origin) => {
    const isElsewhere = read().active.namespace !== active
    active = read().active.namespace
    const changes = namespaces().map((namespace) => ({
      namespace,
      before: emitted.get(namespace),
      after: stateNow(namespace),
    }))
    // A listener may cause further changes, and so call this function again.
    for (const { namespace, after } of changes) emitted.set(namespace, after)
    for (const { namespace, before, after } of changes) {
      const { network, account } = after
      const previousAccount = before?.account
      const isMoved = before?.network !== network || (isElsewhere && namespace === active)
      const isOther = isOtherAccount(previousAccount, account)
      const supported = network !== undefined && !!networks.find(network)
      if (isMoved) events.emit('network:changed', { namespace, network, supported })
      if (isOther) events.emit('account:changed', { namespace, account })
      if (origin && (isMoved || (isOther && previousAccount && account))) {
        const previousNetwork = before?.network
        steps.begin({ namespace, network, previousNetwork, account, previousAccount, origin })
      }
    }
    await steps.wait()
  }
}

/** @param onState gets every new state before it is written */
export function createBook(core: KernelCore, onState: (machineState: MachineState) => void): Book {
  const { connections, activeNetwork, networks, onDispose } = core
  const world = createWorld(core)
  const read = (): MachineState => ({ connections: connections.get(), active: activeNetwork.get() })
  const fold = (machineState: MachineState, events: readonly ConnectionEvent[]): MachineState =>
    events.reduce((now, event) => reduce(now, event, world), machineState)
  const apply: Book['apply'] = (...events) => {
    const before = read()
    const after = fold(before, events)
    onState(after)
    if (after.active !== before.active) activeNetwork.set(after.active)
    // A listener of the active network may have changed connections in the call above. Its changes
    // win: `revised` events of the same connections are dropped.
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
  const emitChanges = createChangeEmitter(core, read)
  onDispose(
    networks.subscribe(() => {
      apply({ type: 'respelled' })
      void emitChanges()
    }),
  )
  return { read, apply, emitChanges }
}
