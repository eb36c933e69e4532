import {
  definePlugin,
  LatchkeyError,
  namespaceOf,
  type Account,
  type AdapterRegistration,
  type AnyPlugin,
  type Caip2,
  type Connection,
  type ConnectionChange,
  type Connector,
  type ConnectRequest,
  type Namespace,
  type Scopes,
} from '@latchkey/plugin-api'
import { codeOf, statesOf, type ReplayConnection, type ReplayLog } from './log.js'

/** A wallet that does what the log says, when the log says it. */
export interface ReplayWallet {
  readonly connector: Connector
  /** Answers the connect in progress. */
  answer(connection: ReplayConnection): void
  /** Rejects the connect in progress with an error of this code. */
  refuse(code: string | undefined): void
  /** Reports a step of the connect in progress. */
  step(name: string): void
  /** Reports a change of a connection, as its wallet would. */
  tell(id: string, change: ConnectionChange): void
  /** Answers a restore: with the connection, or with `undefined` where nothing is left. */
  restore(connection: ReplayConnection | undefined): void
}

/** The scopes of a connection in the log; its accounts are logged without their namespace. */
export const toScopes = ({ scopes }: ReplayConnection): Scopes =>
  Object.fromEntries(
    Object.entries(scopes).map(([namespace, scope]) => [
      namespace,
      { ...scope, accounts: scope.accounts.map((account) => ({ ...account, namespace })) },
    ]),
  )

/** The connect that waits for its answer. */
interface PendingConnect {
  request: ConnectRequest
  resolve(connection: Connection): void
  reject(error: unknown): void
}

function createConnection(
  from: ReplayConnection,
  listeners: Map<string, (change: ConnectionChange) => void>,
): Connection {
  const { id, connectorId } = from
  return {
    id,
    connectorId,
    scopes: toScopes(from),
    request: () =>
      Promise.reject(
        new LatchkeyError('wallet.unsupported_method', 'A wallet of a log answers no requests.'),
      ),
    onChange(listener) {
      listeners.set(id, listener)
      return () => void (listeners.get(id) === listener && listeners.delete(id))
    },
    canRelease: () => true,
    release: async () => undefined,
    snapshot: () => id,
  }
}

/** Makes a wallet that does nothing by itself: whoever replays the log calls its methods. */
export function createWallet(connectorId: string, namespaces: readonly Namespace[]): ReplayWallet {
  const listeners = new Map<string, (change: ConnectionChange) => void>()
  /** Restores that wait for their answer, by connection id. */
  const returning = new Map<string, (connection: Connection | undefined) => void>()
  let pending: PendingConnect | undefined
  return {
    connector: {
      id: connectorId,
      name: connectorId,
      kind: 'external',
      namespaces,
      availability: () => 'available',
      connect: (request) =>
        new Promise((resolve, reject) => (pending = { request, resolve, reject })),
      restore: (snapshot) => new Promise((resolve) => returning.set(String(snapshot), resolve)),
    },
    answer: (connection) => pending?.resolve(createConnection(connection, listeners)),
    refuse: (code) => pending?.reject(new LatchkeyError(codeOf(code), 'As the log says.')),
    step: (name) =>
      pending?.request.onStep(
        name === 'uri' ? { step: 'uri', uri: 'wc:replayed', expiresAt: 0 } : { step: name },
      ),
    tell: (id, change) => listeners.get(id)?.(change),
    restore(connection) {
      for (const [id, settle] of returning) {
        if (connection && connection.id !== id) continue
        returning.delete(id)
        settle(connection && createConnection(connection, listeners))
      }
    },
  }
}

/** Makes an adapter that spells accounts on each network as the log does. */
function createAdapter(log: ReplayLog, namespace: Namespace): AdapterRegistration {
  const spelled = new Map(
    statesOf(log).flatMap(({ namespaces, active }) => {
      const { accountKey, address } = namespaces[namespace] ?? {}
      return address === undefined
        ? []
        : [[`${accountKey} ${active.networks[namespace]}`, address] as const]
    }),
  )
  return {
    namespace,
    abilities: [],
    session: { methods: [], events: [] },
    resembles: () => true,
    load: async () => ({
      parseAddress: (text) => text,
      formatAddress: (text) => text,
      addressOn: ({ key, address }: Account, { id }) => spelled.get(`${key} ${id}`) ?? address,
    }),
  }
}

const toNetwork = (id: Caip2) => ({
  id,
  namespace: namespaceOf(id),
  reference: id.slice(id.indexOf(':') + 1),
  name: id,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: [],
})

/** Makes a plugin with the chain families and wallets of the log. */
export const createPlugin = (log: ReplayLog, wallets: readonly ReplayWallet[]): AnyPlugin =>
  definePlugin({
    id: 'replay',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [...log.namespaces],
    setup(ctx) {
      for (const namespace of log.namespaces) ctx.adapters.add(createAdapter(log, namespace))
      for (const id of log.networks) ctx.networks.add(toNetwork(id))
      for (const { connector } of wallets) ctx.connectors.add(connector)
    },
  })
