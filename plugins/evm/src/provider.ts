import { LatchkeyError, type Dispose, type PluginContext } from '@latchkey/plugin-api'
import { toChainId, toHex } from './chainId.js'
import { NAMESPACE } from './networks.js'
import { toProviderError } from './providerError.js'

interface Request {
  method: string
  params?: unknown
}

/** Answers from what the kernel knows once every stored connection came back or gave up. */
function restored({ connections, signal }: PluginContext): Promise<void> {
  return new Promise((resolve) => {
    if (!connections.get().restoring || signal.aborted) return resolve()
    const end = (): void => {
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const stop = connections.subscribe(({ restoring }) => void (restoring || end()))
    signal.addEventListener('abort', end)
  })
}

async function accounts(ctx: PluginContext): Promise<string[]> {
  await restored(ctx)
  return accountsNow(ctx)
}
/** The account in use; EIP-1193 callers take the first for it. */
const accountsNow = (ctx: PluginContext): string[] => {
  const active = ctx.accounts.active(NAMESPACE)
  return active ? [active.address] : []
}

/** Opens the modal and waits until something is connected, or the modal is closed. @throws `kernel.modal_closed`, `kernel.disposed` */
function connectByModal(ctx: PluginContext): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const stops: Dispose[] = []
    const settle = (otherwise?: LatchkeyError): void => {
      const found = accountsNow(ctx)
      if (!found.length && !otherwise) return
      for (const stop of stops.splice(0)) stop()
      if (found.length) resolve(found)
      else reject(otherwise!)
    }
    const dispose = (): void =>
      settle(
        new LatchkeyError(
          'kernel.disposed',
          'The kernel was disposed while it waited for a wallet.',
        ),
      )
    ctx.signal.addEventListener('abort', dispose)
    stops.push(
      ctx.connections.subscribe(() => settle()),
      ctx.events.on('modal:closed', () =>
        settle(new LatchkeyError('kernel.modal_closed', 'Modal closed')),
      ),
      () => ctx.signal.removeEventListener('abort', dispose),
    )
    ctx.modal.open('Connect')
  })
}

const chainParam = (params: unknown): `${string}:${string}` => {
  const [first] = Array.isArray(params)
    ? (params as [{ chainId?: unknown } | undefined])
    : [undefined]
  const id = toChainId(first?.chainId)
  if (id === undefined)
    throw Object.assign(
      new Error('Invalid chainId: expected one parameter with a hexadecimal chainId.'),
      { code: -32602 },
    )
  return `${NAMESPACE}:${id}`
}

const own: Readonly<Record<string, (ctx: PluginContext, params: unknown) => unknown>> = {
  eth_accounts: accounts,
  async eth_requestAccounts(ctx) {
    const found = await accounts(ctx)
    return found.length ? found : connectByModal(ctx)
  },
  eth_chainId: (ctx) => toHex(ctx.activeNetwork.current(NAMESPACE)?.reference ?? 0),
  net_version: (ctx) => ctx.activeNetwork.current(NAMESPACE)?.reference ?? '0',
  // Through the kernel, so that the modal and the wallet are on the same network.
  async wallet_switchEthereumChain(ctx, params) {
    await ctx.activeNetwork.switch(chainParam(params))
    return null
  },
  async wallet_addEthereumChain(ctx, params) {
    const id = chainParam(params)
    if (ctx.networks.find(id)) {
      // There is nothing to add: all that is left is the switch.
      demandAllowed(ctx, 'wallet_switchEthereumChain')
      await ctx.activeNetwork.switch(id)
    } else await forward(ctx, { method: 'wallet_addEthereumChain', params })
    return null
  },
}

const forward = (ctx: PluginContext, { method, params }: Request): Promise<unknown> => {
  const network = ctx.activeNetwork.current(NAMESPACE)
  if (!network)
    throw new LatchkeyError(
      'kernel.account_or_network_missing',
      'CaipNetwork or CaipAddress is undefined',
    )
  return ctx.connections.request({
    network: network.id,
    method,
    origin: 'host',
    ...(params !== undefined && { params }),
  })
}

/** What the host denies is denied here too, where the door is not asked. @throws `rpc.method_not_allowed` */
function demandAllowed({ rpc }: PluginContext, method: string): void {
  if (!rpc.ruleOf(method, NAMESPACE).denied) return
  const message = 'Requested RPC call is not allowed'
  throw new LatchkeyError('rpc.method_not_allowed', message, {
    context: { method },
    cause: { code: 4200, message },
  })
}

/**
 * Answers one request to `kernel.plugins.evm.provider`.
 * `eth_sendRawTransaction` goes to the network's own RPC, past the wallet, but like all that sends only while a wallet is connected; without one `getPublicClient` broadcasts.
 * @throws errors with the numeric codes of EIP-1193, EIP-3326 and JSON-RPC
 */
export async function handle(ctx: PluginContext, request: Request): Promise<unknown> {
  try {
    // Read once: a getter could name one method here and another one below.
    const { method, params } = request
    const answer = Object.hasOwn(own, method) ? own[method] : undefined
    if (!answer) return await forward(ctx, { method, params })
    demandAllowed(ctx, method)
    return await answer(ctx, params)
  } catch (error) {
    throw toProviderError(error)
  }
}
