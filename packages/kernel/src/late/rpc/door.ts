import {
  createToken,
  isCaip2,
  LatchkeyError,
  namespaceOf,
  type Caip2,
  type RequestPreviewer,
  type RpcClass,
  type RpcRequest,
  type Scope,
} from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { ruleOf } from '../../registry/rules.js'
import { lazy } from '../../support/lazy.js'
import { refuse } from '../../support/refuse.js'
import type { Link, Links } from '../connections/links.js'
import { scopeOf, stateOf, type MachineState } from '../connections/machine.js'
import { toRequestError } from '../errors.js'
import { unknownNetwork } from '../network/unknownNetwork.js'
import { abortedError, disposedError } from '../../support/time.js'
import { isBound, type Pending } from './pending.js'
import { frozenCopy, plainCopy } from './plainCopy.js'

/** The specification's text. */
const NOT_ALLOWED = 'Requested RPC call is not allowed'

/** Whether a wallet's request would go to that network. */
const isOnNetwork = ({ networks, network }: Scope, id: Caip2): boolean =>
  networks === 'any' ? network === undefined || network === id : networks.includes(id)

/** The wallet that a request goes to, with its scope in the request's namespace. */
interface Route {
  link: Link
  scope: Scope
}

/** The signals that end any request, each with the error that it ends with. */
const signalsOf = (kernel: AbortSignal, { signal }: RpcRequest) =>
  [
    [signal, abortedError],
    [kernel, disposedError],
  ] as const

/**
 * A request as plain data. Each field is read once and before any decision, so that the request that
 * is classified is also the one that is shown to the visitor and sent to the wallet.
 * @throws whatever reading a field throws, and what {@link plainCopy} throws
 */
function toPlain({
  network,
  method,
  params,
  connectionId,
  signal,
  origin,
}: RpcRequest): RpcRequest {
  return {
    network,
    method,
    ...(params !== undefined && { params: plainCopy(params) }),
    ...(connectionId !== undefined && { connectionId }),
    ...(signal && { signal }),
    ...(origin && { origin }),
  }
}

/** Asks the network's own RPC if the network is configured and its adapter can read. */
async function readFromNode(
  { networks, adapters, adapter: load, signal: kernel }: KernelCore,
  pending: Pending,
  request: RpcRequest,
): Promise<{ result: unknown } | undefined> {
  const { signal: _, connectionId: __, origin: ___, network: id, ...rest } = request
  const network = networks.find(id)?.value
  const adapter =
    network && adapters.find(network.namespace)?.value.abilities.includes('read')
      ? await load(network.namespace)
      : undefined
  return (
    network &&
    adapter?.read && {
      result: await pending.run(
        { cls: 'read', namespace: network.namespace },
        signalsOf(kernel, request),
        async (signal) => adapter.read!({ ...rest, network, signal }),
      ),
    }
  )
}

/** @throws `rpc.method_not_allowed` */
const refuseMethod = (method: unknown): never => {
  throw new LatchkeyError('rpc.method_not_allowed', NOT_ALLOWED, {
    context: { method: String(method) },
    cause: { code: 4200, message: NOT_ALLOWED },
  })
}

/** Whether the wallet says that it answers a read on that network itself. */
const answersItself = (route: Route | undefined, { network, method }: RpcRequest): boolean =>
  !!route &&
  isOnNetwork(route.scope, network) &&
  (route.scope.methods === 'any' || route.scope.methods.includes(method))

/** Finds the wallet for a request: the one that it names, or the current one of its namespace. */
const createRouteFinder =
  (links: Links, read: () => MachineState) =>
  ({ network, connectionId }: RpcRequest): Route | undefined => {
    const link = links.find(connectionId ?? stateOf(read(), namespaceOf(network)).connectionId)
    const scope = scopeOf(read(), link?.connection.id, namespaceOf(network))
    return link && scope && { link, scope }
  }

/** Makes what asks a wallet, after the visitor's review where a previewer takes the request. */
function createAskWallet(core: KernelCore, pending: Pending) {
  const loadPreview = lazy('kernel', 'the signing preview', () => import('./preview.js'))
  const previewers = core.points.open(createToken<RequestPreviewer>('previews'), 'kernel')
  return (request: RpcRequest, cls: RpcClass, route: Route | undefined): Promise<unknown> => {
    const { signal: caller, connectionId: _, origin = 'host', ...rest } = request
    const { network } = rest
    const {
      link: { connection, signal: life },
      scope,
    } = route ?? refuse('rpc.no_connection', { network }, `No wallet is connected on ${network}.`)
    // The wallet is on another network and would send it there.
    if (cls === 'send' && scope.networks === 'any' && !isOnNetwork(scope, network))
      refuse(
        'wallet.chain_disconnected',
        { network },
        `The wallet is on ${scope.network}, not on ${network}: switch first.`,
      )
    const ended = [life, () => life.reason as LatchkeyError] as const
    const run = (ask: Parameters<Pending['run']>[2]): Promise<unknown> =>
      pending.run(
        { cls, namespace: namespaceOf(network), connectionId: connection.id },
        [...signalsOf(core.signal, request), ended],
        ask,
      )
    if (!isBound({ cls }) || !previewers.get().length)
      return run((signal, onSubmitted) => connection.request({ ...rest, signal, onSubmitted }))
    // The request waits while the visitor reviews it. It is rejected if account or network change.
    return run(async (signal, onSubmitted) => {
      const { preview } = await loadPreview()
      const needs = {
        core,
        previewers,
        frozenCopy,
        network: core.networks.find(network)?.value ?? unknownNetwork(core.adapters, network),
      }
      const pendingReview = { ...rest, origin, class: cls, caller, connectionId: connection.id }
      return connection.request({
        ...rest,
        params: await preview(needs, pendingReview, signal),
        signal,
        onSubmitted,
      })
    })
  }
}

/** A wallet's answer to a request that sends is the hash, or says more than that. */
const hashOf = (result: unknown): { hash?: string } =>
  typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result) ? { hash: result } : {}

/**
 * The one way from the page to its wallets: classifies each request by its exact method, and refuses
 * or routes it.
 */
export function createDoor(
  core: KernelCore,
  links: Links,
  pending: Pending,
  read: () => MachineState,
): Pick<LateHalf, 'request'> {
  const askWallet = createAskWallet(core, pending)
  const routeOf = createRouteFinder(links, read)
  const request = async (plain: RpcRequest, onClass: (cls: RpcClass) => void): Promise<unknown> => {
    const { network, method } = plain
    if (!isCaip2(network))
      refuse('kernel.account_or_network_missing', {}, 'CaipNetwork or CaipAddress is undefined')
    const rule = ruleOf(core, method, namespaceOf(network))
    const cls = rule.class ?? refuseMethod(method)
    onClass(cls)
    const route = routeOf(plain)
    // A read that the wallet answers itself is not sent to a node, which would learn what was asked.
    const isForNode = cls === 'read' && rule.nodes && !answersItself(route, plain)
    const answer = isForNode ? await readFromNode(core, pending, plain) : undefined
    const result = answer ? answer.result : await askWallet(plain, cls, route)
    if (cls === 'send') core.events.emit('kernel:balance-changed', { network, ...hashOf(result) })
    return result
  }
  return {
    async request(given) {
      let plain: Partial<RpcRequest> = {}
      let ok = false
      let cls: RpcClass | undefined
      try {
        plain = toPlain(given)
        const result = await request(plain as RpcRequest, (found) => (cls = found))
        ok = true
        return result
      } catch (error) {
        throw toRequestError(error, String(plain.method))
      } finally {
        core.events.emit('request:settled', {
          network: plain.network!,
          method: String(plain.method),
          class: cls,
          ok,
        })
      }
    },
  }
}
