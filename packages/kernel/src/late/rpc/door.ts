import {
  brand,
  isCaip2,
  LatchkeyError,
  namespaceOf,
  type Caip2,
  type RequestPreviewer,
  type RpcClass,
  type RpcRequest,
  type Scope,
  type Token,
} from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { ruleOf } from '../../registry/rules.js'
import { lazy } from '../../support/lazy.js'
import { refuse } from '../../support/refuse.js'
import type { Link, Links } from '../connections/links.js'
import { scopeOf, stateOf, type Picture } from '../connections/machine.js'
import { toRequestError } from '../errors.js'
import { bounded } from '../services/bounded.js'
import { aborted, disposed } from '../steps.js'
import { unknownNetwork } from '../unknownNetwork.js'
import { isBound, type Pending } from './pending.js'
import { frozenCopy, plainCopy } from './plainCopy.js'

/** The token of the point `previews`. Written out: whatever calls `createToken` here would draw the contract's whole entry into a chunk of its own, 250 B of a page's start. */
const PREVIEWS: Token<RequestPreviewer> = Symbol.for(`${brand.scope}/previews`)
const NOT_ALLOWED = 'Requested RPC call is not allowed'

/** Whether what is sent to that wallet reaches that network. */
const reaches = ({ networks, network }: Scope, id: Caip2): boolean =>
  networks === 'any' ? network === undefined || network === id : networks.includes(id)
interface Way {
  link: Link
  scope: Scope
}

/** Whose abort ends any request. */
const signalsOf = (kernel: AbortSignal, { signal }: RpcRequest) =>
  [
    [signal, aborted],
    [kernel, disposed],
  ] as const

/**
 * A request as plain data. Each field is read once, before anything is decided by it: what is classified, shown and handed on is one and the same.
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

/** Asks the network's own RPC, where the adapter can read and the network is known. */
async function readFrom(
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

/** Whether the wallet itself says that it answers a read there. */
const answers = (way: Way | undefined, { network, method }: RpcRequest): boolean =>
  !!way &&
  reaches(way.scope, network) &&
  (way.scope.methods === 'any' || way.scope.methods.includes(method))

/** Finds the wallet that a request is for: the one that it names, or the current one of its namespace. */
const createWayFinder =
  (links: Links, read: () => Picture) =>
  ({ network, connectionId }: RpcRequest): Way | undefined => {
    const link = links.find(connectionId ?? stateOf(read(), namespaceOf(network)).connectionId)
    const scope = scopeOf(read(), link?.connection.id, namespaceOf(network))
    return link && scope && { link, scope }
  }

export function createDoor(
  core: KernelCore,
  links: Links,
  pending: Pending,
  read: () => Picture,
): Pick<LateHalf, 'request'> {
  const loadPreview = lazy('kernel', 'the signing preview', () => import('./preview.js'))
  const previewers = core.points.open(PREVIEWS, 'kernel')
  const wayTo = createWayFinder(links, read)
  const askWallet = (
    request: RpcRequest,
    cls: RpcClass,
    way: Way | undefined,
  ): Promise<unknown> => {
    const { signal: caller, connectionId: _, origin = 'host', ...rest } = request
    const { network } = rest
    const {
      link: { connection, signal: life },
      scope,
    } = way ?? refuse('rpc.no_connection', { network }, `No wallet is connected on ${network}.`)
    // Sent there, it would happen elsewhere.
    if (cls === 'send' && scope.networks === 'any' && !reaches(scope, network))
      refuse(
        'wallet.chain_disconnected',
        { network },
        `The wallet is on ${scope.network}, not on ${network}: switch first.`,
      )
    const ended = [life, () => life.reason as LatchkeyError] as const
    const run = (ask: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> =>
      pending.run(
        { cls, namespace: namespaceOf(network), connectionId: connection.id },
        [...signalsOf(core.signal, request), ended],
        ask,
      )
    if (!isBound({ cls }) || !previewers.get().length)
      return run((signal) => connection.request({ ...rest, signal }))
    // Held while the visitor looks, bound to account and network all the while.
    return run(async (signal) => {
      const { preview } = await loadPreview()
      const needs = {
        core,
        previewers,
        bounded,
        frozenCopy,
        network: core.networks.find(network)?.value ?? unknownNetwork(core.adapters, network),
      }
      const held = { ...rest, origin, class: cls, caller, connectionId: connection.id }
      return connection.request({ ...rest, params: await preview(needs, held, signal), signal })
    })
  }
  const request = async (plain: RpcRequest): Promise<unknown> => {
    const { network, method } = plain
    if (!isCaip2(network))
      refuse('kernel.account_or_network_missing', {}, 'CaipNetwork or CaipAddress is undefined')
    const rule = ruleOf(core, method, namespaceOf(network))
    const cls = rule.class ?? refuseMethod(method)
    const way = wayTo(plain)
    // A read that only the wallet can answer is its own affair: no node is told what was asked.
    const isForNode = cls === 'read' && rule.nodes && !answers(way, plain)
    const told = isForNode ? await readFrom(core, pending, plain) : undefined
    const result = told ? told.result : await askWallet(plain, cls, way)
    if (cls === 'send') core.events.emit('kernel:balance-changed', { network })
    return result
  }
  return {
    async request(given) {
      let plain: Partial<RpcRequest> = {}
      let ok = false
      try {
        plain = toPlain(given)
        const result = await request(plain as RpcRequest)
        ok = true
        return result
      } catch (error) {
        throw toRequestError(error, String(plain.method))
      } finally {
        core.events.emit('request:settled', {
          network: plain.network!,
          method: String(plain.method),
          ok,
        })
      }
    },
  }
}
