import { brand, type AccountAction, type AccountTab, type AdapterRegistration, type ConnectMethod, type Connector, type Network, type RpcPolicy } from '@latchkey/plugin-api'
import type { Flows } from './core.js'
import { createEvents } from './events/events.js'
import { resolveOptions } from './options/options.js'
import { createList, createRegistry, type OwnedList } from './registry/registry.js'
import { createLogs } from './services/log.js'
import { createState, type State } from './state/store.js'
import { kernelStorage } from './storage/kernelStorage.js'
import { createVault } from './storage/storage.js'
import { createBin } from './support/bin.js'
import type { KernelOptions, ResolvedOptions } from './types.js'

/** What stands before any part that knows another: options, logs, events, store, storage, and the way errors are reported. */
export function createBase(given: KernelOptions) {
  const resolved = resolveOptions(given)
  const controller = new AbortController()
  let reporting = false
  const report = (error: unknown, where: string): void => {
    log.error(where, error)
    // A listener of this very event may throw too.
    if (reporting) return
    reporting = true
    events.emit('kernel:error-reported', { error, where })
    reporting = false
  }
  const reporter = (where: string) => (error: unknown): void => report(error, where)
  const events = createEvents(reporter('kernel: listener of an event'))
  const state = createState(reporter('kernel: listener of a state'))
  const options = state.slice<ResolvedOptions>('options', resolved)
  const logs = createLogs(options.get)
  const log = logs.of(brand.name)
  const bin = createBin(reporter('kernel: dispose'))
  const vault = createVault(`${brand.storagePrefix}-${resolved.id}`, given.storage, reporter('kernel: storage'))
  bin.add(vault.dispose)
  bin.add(events.clear)
  const storage = vault.open('kernel', { version: 1, keys: kernelStorage })
  return { id: resolved.id, options, controller, signal: controller.signal, events, state, logs, log, bin, vault, storage, report }
}
export type Base = ReturnType<typeof createBase>

export type FlowLists = { readonly [Step in keyof Flows]: OwnedList<Flows[Step][number]['value']> }

/** Everything that plugins can add to. */
export function createRegistries(state: State) {
  const byId = ({ id }: { id: string }): string => id
  const flows: FlowLists = { before: createList(), after: createList(), network: createList(), close: createList() }
  return {
    adapters: createRegistry<AdapterRegistration>(state, 'adapters', ({ namespace }) => namespace),
    connectors: createRegistry<Connector>(state, 'connectors', byId),
    networks: createRegistry<Network>(state, 'networks', byId),
    accountActions: createRegistry<AccountAction>(state, 'accountActions', byId),
    accountTabs: createRegistry<AccountTab>(state, 'accountTabs', byId),
    connectMethods: createRegistry<ConnectMethod>(state, 'connectMethods', byId),
    policies: createList<RpcPolicy>(),
    flows,
  }
}
export type Registries = ReturnType<typeof createRegistries>

/** The lists of flow steps as the late half reads them. */
export const readFlows = ({ before, after, network, close }: FlowLists): Flows => ({
  get before() {
    return before.items
  },
  get after() {
    return after.items
  },
  get network() {
    return network.items
  },
  get close() {
    return close.items
  },
})
