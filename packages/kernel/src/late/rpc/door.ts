import { brand, isCaip2, LatchkeyError, namespaceOf, type Caip2, type RequestPreviewer, type RpcClass, type RpcRequest, type Scope, type Token } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { lazy } from '../../support/lazy.js'
import { refuse } from '../../support/refuse.js'
import type { Link, Links } from '../connections/links.js'
import { scopeOf, stateOf, type Picture } from '../connections/machine.js'
import { toRequestError } from '../errors.js'
import { bounded } from '../services/bounded.js'
import { aborted, disposed } from '../steps.js'
import { unknownNetwork } from '../unknownNetwork.js'
import { isBound, type Pending } from './pending.js'
import { classOf } from './policy.js'

/** The token of the point `previews`. Written out: whatever calls `createToken` here would draw the contract's whole entry into a chunk of its own, 250 B of a page's start. */
const PREVIEWS: Token<RequestPreviewer> = Symbol.for(`${brand.scope}/previews`)
const NOT_ALLOWED = 'Requested RPC call is not allowed'

/** Whether what is sent to that wallet reaches that network. */
const reaches = ({ networks, network }: Scope, id: Caip2): boolean => (networks === 'any' ? network === undefined || network === id : networks.includes(id))
interface Way {
  link: Link
  scope: Scope
}

/** Whose abort ends any request. */
const signalsOf = (kernel: AbortSignal, { signal }: RpcRequest) => [
  [signal, aborted],
  [kernel, disposed],
] as const

/** Asks the network's own RPC, where the adapter can read and the network is known. */
async function readFrom({ networks, adapters, adapter: load, signal: kernel }: KernelCore, pending: Pending, request: RpcRequest): Promise<{ result: unknown } | undefined> {
  const { signal: _, connectionId: __, origin: ___, network: id, ...rest } = request
  const network = networks.find(id)?.value
  const adapter = network && adapters.find(network.namespace)?.value.abilities.includes('read') ? await load(network.namespace) : undefined
  return network && adapter?.read && { result: await pending.run({ cls: 'read', namespace: network.namespace }, signalsOf(kernel, request), async (signal) => adapter.read!({ ...rest, network, signal })) }
}

/** @throws `rpc.method_not_allowed` */
const refuseMethod = (method: unknown): never => {
  throw new LatchkeyError('rpc.method_not_allowed', NOT_ALLOWED, { context: { method: String(method) }, cause: { code: 4200, message: NOT_ALLOWED } })
}

export function createDoor(core: KernelCore, links: Links, pending: Pending, read: () => Picture): Pick<LateHalf, 'request' | 'classOf'> {
  const loadPreview = lazy('kernel', 'the signing preview', () => import('./preview.js'))
  const previewers = core.points.open(PREVIEWS, 'kernel')
  const wayTo = ({ network, connectionId }: RpcRequest): Way | undefined => {
    const link = links.find(connectionId ?? stateOf(read(), namespaceOf(network)).connectionId)
    const scope = scopeOf(read(), link?.connection.id, namespaceOf(network))
    return link && scope && { link, scope }
  }
  const askWallet = (request: RpcRequest, cls: RpcClass, way: Way | undefined): Promise<unknown> => {
    const { signal: caller, connectionId: _, origin = 'host', ...rest } = request
    const { network } = rest
    const { link: { connection, signal: life }, scope } = way ?? refuse('rpc.no_connection', { network }, `No wallet is connected on ${network}.`)
    // Sent there, it would happen elsewhere.
    if (cls === 'send' && scope.networks === 'any' && !reaches(scope, network)) refuse('wallet.chain_disconnected', { network }, `The wallet is on ${scope.network}, not on ${network}: switch first.`)
    const ended = [life, () => life.reason as LatchkeyError] as const
    const run = (ask: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> => pending.run({ cls, namespace: namespaceOf(network), connectionId: connection.id }, [...signalsOf(core.signal, request), ended], ask)
    if (!isBound({ cls }) || !previewers.get().length) return run((signal) => connection.request({ ...rest, signal }))
    // Held while the visitor looks, bound to account and network all the while.
    return run(async (signal) => {
      const { preview } = await loadPreview()
      const held = { ...rest, origin, class: cls, caller, connectionId: connection.id }
      return connection.request({ ...rest, params: await preview({ core, previewers, bounded, network: core.networks.find(network)?.value ?? unknownNetwork(core.adapters, network) }, held, signal), signal })
    })
  }
  const request = async (given: RpcRequest): Promise<unknown> => {
    const { network, method } = given
    if (!isCaip2(network)) refuse('kernel.account_or_network_missing', {}, 'CaipNetwork or CaipAddress is undefined')
    const cls = classOf(core, method, namespaceOf(network)) ?? refuseMethod(method)
    const way = wayTo(given)
    const isForWallet = cls !== 'read' || (way && reaches(way.scope, network) && (way.scope.methods === 'any' || way.scope.methods.includes(method)))
    const told = isForWallet ? undefined : await readFrom(core, pending, given)
    const result = told ? told.result : await askWallet(given, cls, way)
    if (cls === 'send') core.events.emit('kernel:balance-changed', { network })
    return result
  }
  return {
    async request(given) {
      let ok = false
      try {
        const result = await request(given)
        ok = true
        return result
      } catch (error) {
        throw toRequestError(error, String(given.method))
      } finally {
        core.events.emit('request:settled', { network: given.network, method: String(given.method), ok })
      }
    },
    classOf: (method, namespace) => classOf(core, method, namespace),
  }
}
