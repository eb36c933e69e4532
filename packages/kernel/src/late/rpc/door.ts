import { isCaip2, LatchkeyError, namespaceOf, type Caip2, type ChainAdapter, type Network, type RpcClass, type RpcRequest, type Scope } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import type { Link, Links } from '../connections/links.js'
import { stateOf, type Picture } from '../connections/machine.js'
import { toRequestError } from '../errors.js'
import type { Pending } from './pending.js'
import { classOf } from './policy.js'

const NOT_ALLOWED = 'Requested RPC call is not allowed'
const gone = (): LatchkeyError => new LatchkeyError('wallet.disconnected', 'The wallet was disconnected while it was asked.')
const aborted = (): LatchkeyError => new LatchkeyError('kernel.aborted', 'Request was aborted', { context: { reason: 'cancelled' } })
const disposed = (): LatchkeyError => new LatchkeyError('kernel.disposed', 'The kernel was disposed while a request was under way.')

/** Whether what is sent to that wallet reaches that network. */
const reaches = ({ networks, network }: Scope, id: Caip2): boolean => (networks === 'any' ? network === undefined || network === id : networks.includes(id))

type Route = { to: 'wallet'; link: Link } | { to: 'network'; read: NonNullable<ChainAdapter['read']>; network: Network }

export function createDoor(core: KernelCore, links: Links, pending: Pending, read: () => Picture): Pick<LateHalf, 'request' | 'classOf' | 'rejectPending'> {
  const { adapters, networks, events, signal: kernel } = core

  /** The network's own RPC, where the adapter can read and the network is known. */
  const reader = async (id: Caip2): Promise<Route | undefined> => {
    const network = networks.find(id)?.value
    if (!network || !adapters.find(network.namespace)?.value.abilities.includes('read')) return undefined
    const adapter = await core.adapter(network.namespace)
    return adapter.read && { to: 'network', network, read: (request) => adapter.read!(request) }
  }
  const linkFor = ({ network, connectionId }: RpcRequest): { link: Link; scope: Scope } | undefined => {
    const namespace = namespaceOf(network)
    const link = links.find(connectionId ?? stateOf(read(), namespace)?.connectionId)
    const scope = own(link?.connection.scopes, namespace)
    return link && scope && { link, scope }
  }
  /** @throws `rpc.no_connection`, `wallet.chain_disconnected` */
  const wallet = ({ network }: RpcRequest, cls: RpcClass, found: ReturnType<typeof linkFor>): Route => {
    const { link, scope } = found ?? refuse('rpc.no_connection', { network }, `No wallet is connected on ${network}: connect one first.`)
    // Sent there, it would happen elsewhere.
    if (cls === 'send' && scope.networks === 'any' && !reaches(scope, network)) refuse('wallet.chain_disconnected', { network }, `The wallet is on ${scope.network}, not on ${network}: switch first.`)
    return { to: 'wallet', link }
  }
  const answer = (request: RpcRequest, route: Route, cls: RpcClass): Promise<unknown> => {
    const { network, method, params, signal } = request
    const more = params === undefined ? {} : { params }
    const both = [[signal, aborted], [kernel, disposed]] as const
    if (route.to === 'network') return pending.run(undefined, both, (stop) => route.read({ network: route.network, method, ...more, signal: stop }))
    const { connection, signal: life } = route.link
    return pending.run({ cls, namespace: namespaceOf(network), connectionId: connection.id }, [...both, [life, gone]], (stop) => connection.request({ network, method, ...more, signal: stop }))
  }
  const request = async (given: RpcRequest): Promise<unknown> => {
    const { network, method } = given
    if (!isCaip2(network)) refuse('kernel.account_or_network_missing', {}, 'CaipNetwork or CaipAddress is undefined')
    const cls = classOf(core, method, namespaceOf(network))
    if (!cls) throw new LatchkeyError('rpc.method_not_allowed', NOT_ALLOWED, { context: { method: String(method) }, details: String(method), cause: { code: 4200, message: NOT_ALLOWED } })
    const found = linkFor(given)
    const isForWallet = cls !== 'read' || (found && reaches(found.scope, network) && (found.scope.methods === 'any' || found.scope.methods.includes(method)))
    const route = (isForWallet ? undefined : await reader(network)) ?? wallet(given, cls, found)
    return answer(given, route, cls)
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
        events.emit('request:settled', { network: given.network, method: String(given.method), ok })
      }
    },
    classOf: (method, namespace) => classOf(core, method, namespace),
    rejectPending: (reason) => pending.rejectAll(new LatchkeyError('kernel.aborted', 'Request was aborted', { context: { reason: reason ?? 'rejected' } })),
  }
}
