import {
  isLatchkeyError,
  LatchkeyError,
  type Caip2,
  type ConnectionInfo,
} from '@latchkey/plugin-api'
import type { Emitter } from './emitter.js'
import { toLibraryError } from './errors.js'
import type { LibraryClient, LibrarySession } from './library.js'
import type { UniversalNeeds } from './needs.js'

/** The parts of the provider that its client needs. */
export interface ClientNeeds extends Pick<
  UniversalNeeds,
  'ctx' | 'connectorId' | 'client' | 'begin'
> {
  emitter: Emitter
  /** The session that the provider has now. */
  session(): LibrarySession | undefined
  /** Takes the session of a new connection. @throws `walletconnect.session_missing` */
  adopt(info: ConnectionInfo): LibrarySession
  /** Follows the kernel to its state of now. */
  settle(): Promise<void>
  /** Attempts of the provider itself, which learns of their sessions from its own call. */
  own: { connecting: number }
  /** Whether `connect` opens the modal. */
  opensModal(): boolean
  onUri(uri: string): void
}

type Params<Name extends 'connect' | 'request' | 'disconnect'> = Parameters<LibraryClient[Name]>[0]

const refuse = (option: string, message: string): never => {
  throw toLibraryError(new LatchkeyError('kernel.invalid_option', message, { context: { option } }))
}

/** Chain families that a proposal names, also by single chains (`eip155:1`). */
const familiesOf = ({ optionalNamespaces }: Params<'connect'>): readonly string[] => [
  ...new Set(Object.keys(optionalNamespaces ?? {}).map((key) => key.split(':')[0]!)),
]

/** Begins a pairing in the kernel, and hands its codes and its session to the library. */
async function connect(needs: ClientNeeds, params: Params<'connect'>) {
  const { ctx, connectorId, begin, own } = needs
  if (params.pairingTopic !== undefined)
    refuse('pairingTopic', 'A code is used once here: leave pairingTopic out.')
  const namespaces = familiesOf(params)
  let offer: (uri: string) => void
  const offered = new Promise<string>((resolve) => (offer = resolve))
  let shown: string | undefined
  const show = (): void => {
    const { attempt } = ctx.connections.get()
    if (attempt?.connectorId !== connectorId || attempt.step.step !== 'uri') return
    const { uri } = attempt.step as { uri: string }
    if (uri === shown) return
    // The library announces the first code itself.
    if (shown === undefined) offer(uri)
    else needs.onUri(uri)
    shown = uri
  }
  own.connecting++
  const attempt = begin(namespaces.length ? { namespaces } : {})
  const stop = ctx.connections.subscribe(show)
  const session = attempt.outcome
    .then(needs.adopt, async (error: unknown) => {
      throw toLibraryError(
        attempt.isLeft() && isLatchkeyError(error, 'kernel.aborted')
          ? new LatchkeyError('kernel.modal_closed', 'Modal closed', { cause: error })
          : error,
      )
    })
    .finally(() => {
      stop()
      own.connecting--
      // In a later task: the library takes the session first.
      setTimeout(() => void needs.settle())
    })
  session.catch(() => undefined)
  if (needs.opensModal())
    ctx.modal.open('ConnectingWalletConnect', namespaces.length ? { namespaces } : {})
  const uri = await Promise.race([offered, session.then(() => undefined)])
  return { ...(uri !== undefined && { uri }), approval: () => session }
}

/** @throws in the library's words, where a topic is not that of the provider's session */
function demandSession({ session }: ClientNeeds, topic: string): void {
  if (topic === undefined || topic !== session()?.topic)
    throw new Error(`No matching key. session or pairing topic doesn't exist: ${topic}`)
}

async function request(needs: ClientNeeds, params: Params<'request'>) {
  const { topic, chainId, request: asked } = params
  demandSession(needs, topic)
  try {
    return await needs.ctx.connections.request({
      network: chainId as Caip2,
      method: asked.method,
      ...(asked.params !== undefined && { params: asked.params }),
      connectionId: topic,
      origin: 'host',
    })
  } catch (error) {
    throw toLibraryError(error)
  }
}

/** Ends the kernel's connection. */
async function disconnect(needs: ClientNeeds, { topic }: Params<'disconnect'>) {
  demandSession(needs, topic)
  try {
    await needs.ctx.connections.disconnect({ connectionId: topic })
  } catch (error) {
    throw toLibraryError(error)
  }
}

/** A storage for as long as the page: the kernel keeps connections, and any script could write more. */
function memory() {
  const entries = new Map<string, unknown>()
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
}

/**
 * The session client that the library is given. It has the members of the published client that
 * the library and its users call; each goes through the kernel. Keys, pairings and the socket stay
 * with the supervised client.
 */
export function createClient(needs: ClientNeeds): LibraryClient {
  const { client, emitter, session, ctx } = needs
  const { core, metadata } = client.sdk.client
  const sessions = (): LibrarySession[] => [session()].filter((one) => one !== undefined)
  const view = {
    protocol: 'wc',
    version: 2,
    name: 'client',
    metadata,
    core: {
      projectId: core.projectId,
      storage: memory(),
      // The supervised client cleans its pairings up itself.
      expirer: { set: () => undefined },
      relayer: { subscriber: { unsubscribe: async () => undefined } },
    },
    session: {
      get length() {
        return sessions().length
      },
      get keys() {
        return sessions().map(({ topic }) => topic)
      },
      get values() {
        return sessions()
      },
      getAll: sessions,
      get(topic: string) {
        const found = sessions().find((one) => one.topic === topic)
        if (!found) throw new Error(`No matching key. session: ${topic}`)
        return found
      },
      // The library would keep a wallet's capabilities in the session for ever.
      update: async () => undefined,
    },
    pairing: { length: 0, keys: [], values: [], getAll: () => [] },
    on: emitter.on,
    once: emitter.once,
    off: emitter.off,
    removeListener: emitter.off,
    connect: (params: Params<'connect'>) => connect(needs, params),
    request: (params: Params<'request'>) => request(needs, params),
    disconnect: (params: Params<'disconnect'>) => disconnect(needs, params),
    ping: ({ topic }: { topic: string }) => client.ping(topic),
    extend: ({ topic }: { topic: string }) => client.extend(topic),
    authenticate: () =>
      Promise.reject(
        toLibraryError(
          new LatchkeyError(
            'wallet.unsupported_method',
            'Sign in with @latchkey/feature-siwx: it asks while the wallet connects.',
            { context: { method: 'wc_sessionAuthenticate' } },
          ),
        ) as Error,
      ),
  }
  ctx.onDispose(emitter.clear)
  return view as unknown as LibraryClient
}
