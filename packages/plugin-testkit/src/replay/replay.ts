import { createKernel, type Kernel, type StorageBackend } from '@latchkey/kernel'
import { brand, type Namespace } from '@latchkey/plugin-api'
import { calm, demand, isSame } from '../check.js'
import { memoryStorage } from '../memoryStorage.js'
import { createPlugin, createWallet, type ReplayWallet } from './fakes.js'
import { statesOf, toState, type ReplayEvent, type ReplayLog, type ReplayState } from './log.js'
import { stimulate } from './stimulus.js'

export interface Replay {
  /** The states of the log. */
  readonly expected: readonly ReplayState[]
  /** The states of the kernel in the replay; they end where it differs from the log. */
  readonly states: readonly ReplayState[]
}

/**
 * Turns of the event loop in which all started work settles: nothing here waits for more than a
 * promise.
 */
const TURNS = 4

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

/** The wallets of a log, each with the chain families in which it was asked or connected. */
function walletsOf(log: ReplayLog): ReadonlyMap<string, ReplayWallet> {
  const seen = statesOf(log).flatMap(({ attempt, connections }) => [
    ...(attempt ? [attempt] : []),
    ...connections.map(({ connectorId, scopes }) => ({
      connectorId,
      namespaces: Object.keys(scopes),
    })),
  ])
  const namespacesOf = (id: string): readonly Namespace[] => {
    const used = seen.flatMap(({ connectorId, namespaces }) =>
      connectorId === id ? namespaces : [],
    )
    return log.namespaces.filter((name) => used.includes(name))
  }
  return new Map(
    unique(seen.map(({ connectorId }) => connectorId)).map((id) => [
      id,
      createWallet(id, namespacesOf(id)),
    ]),
  )
}

/** The stored connections that the log restores. */
function storedBefore(log: ReplayLog): StorageBackend {
  const storage = memoryStorage(() => undefined)
  const back = log.entries.flatMap((entry) =>
    'event' in entry && entry.event === 'connection:established' && entry.restored
      ? [entry.connectionId]
      : [],
  )
  const found = back.flatMap((id) => {
    const state = statesOf(log).find(({ connections }) =>
      connections.some((each) => each.id === id),
    )
    const connection = state?.connections.find((each) => each.id === id)
    if (!state || !connection) return []
    const current = Object.fromEntries(
      Object.entries(state.namespaces)
        .filter(([, { connectionId }]) => connectionId === id)
        .map(([name, { accountKey }]) => [name, accountKey]),
    )
    return [
      {
        id,
        connectorId: connection.connectorId,
        name: connection.connectorId,
        namespaces: Object.keys(connection.scopes),
        current,
        snapshot: id,
      },
    ]
  })
  if (found.length)
    storage.setItem(`${brand.storagePrefix}-default:kernel:v1:connections`, JSON.stringify(found))
  return storage
}

/** Records each state that differs from the one before. */
function watch({ ports: { connections, activeNetwork } }: Kernel): ReplayState[] {
  const states: ReplayState[] = []
  const look = (): void => {
    const state = toState(connections.get(), activeNetwork.get())
    if (!isSame(state, states.at(-1))) states.push(state)
  }
  connections.subscribe(look)
  activeNetwork.subscribe(look)
  look()
  return states
}

/**
 * The state that a cause led to. Where networks change together with something else, they are
 * reported first, and the states that follow at once belong to the same cause.
 */
function outcomeOf({ entries }: ReplayLog, before: ReplayState, after: ReplayState): ReplayState {
  const following =
    entries[entries.findIndex((entry) => 'state' in entry && entry.state === after) + 1]
  const isBeginning = isSame({ ...before, active: undefined }, { ...after, active: undefined })
  return isBeginning && following && 'state' in following ? following.state : after
}

/** The next event of that name after a state. */
const lookAhead =
  ({ entries }: ReplayLog, state: ReplayState) =>
  (
    event: string,
    about: Pick<ReplayEvent, 'connectorId' | 'connectionId'>,
  ): ReplayEvent | undefined => {
    const from = entries.findIndex((entry) => 'state' in entry && entry.state === state)
    return entries
      .slice(from)
      .find(
        (entry): entry is { at: number } & ReplayEvent =>
          'event' in entry &&
          entry.event === event &&
          Object.entries(about).every(([key, value]) => entry[key as 'connectorId'] === value),
      )
  }

/**
 * Replays a log of `@latchkey/inspector` with a new kernel and wallets that do only what the log
 * says. The log must begin with the kernel. Requests and steps of plugins have no state and are not
 * replayed.
 * @returns both sequences of states: `expect(states).toEqual(expected)`
 * @example const { states, expected } = await replay(log)
 */
export async function replay(log: ReplayLog): Promise<Replay> {
  const expected = statesOf(log)
  const [first] = expected
  demand(log.version === 1 && first, 'This is not a log of version 1 with a state in it.')
  demand(!log.dropped, `The log is not whole: ${log.dropped} entries were dropped.`)
  demand(
    !first.connections.length,
    'The log begins with a wallet that is connected: record from the moment the kernel is made.',
  )
  const wallets = walletsOf(log)
  const network = first.active.networks[first.active.namespace ?? '']
  const kernel = createKernel({
    metadata: { name: 'Replay' },
    storage: storedBefore(log),
    mobile: false,
    logLevel: 'silent',
    ...(network && { defaultNetwork: network }),
    plugins: [createPlugin(log, [...wallets.values()])],
  })
  try {
    const states = watch(kernel)
    await kernel.ready
    await kernel.ports.late.load()
    for (const namespace of log.namespaces) await kernel.ports.adapter(namespace)
    await follow({ kernel, log, expected, states, wallets })
    return { expected, states: [...states] }
  } finally {
    kernel.dispose()
  }
}

async function follow({
  kernel,
  log,
  expected,
  states,
  wallets,
}: {
  kernel: Kernel
  log: ReplayLog
  expected: readonly ReplayState[]
  states: readonly ReplayState[]
  wallets: ReadonlyMap<string, ReplayWallet>
}): Promise<void> {
  for (const [index, after] of expected.entries()) {
    await calm(TURNS)
    const before = expected[index - 1]
    if (before && states.length === index)
      stimulate({
        kernel,
        before,
        after: outcomeOf(log, before, after),
        wallet: (id) => wallets.get(id),
        next: lookAhead(log, after),
      })
    await calm(TURNS)
    if (!isSame(states[index], after)) return
  }
}
