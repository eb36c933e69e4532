import { LatchkeyError, type Dispose, type PluginContext } from '@latchkey/plugin-api'
import { toChainId, toHex } from '../chain/chainId.js'
import { NAMESPACE } from '../chain/networks.js'
import { toProviderError } from './providerError.js'

interface Request {
  method: string
  params?: unknown
}

/** Resolves once every stored connection has been restored or given up. */
function untilRestored({ connections, signal }: PluginContext): Promise<void> {
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

/** The account in use, after stored connections were restored. Never prompts. */
async function restoredAddresses(ctx: PluginContext): Promise<string[]> {
  await untilRestored(ctx)
  return activeAddresses(ctx)
}
/** The account in use, alone: EIP-1193 callers take the first of the list. */
const activeAddresses = (ctx: PluginContext): string[] => {
  const active = ctx.accounts.active(NAMESPACE)
  return active ? [active.address] : []
}

/**
 * Opens the modal and waits until an account is connected, or the modal is closed.
 * @throws `kernel.modal_closed`, `kernel.disposed`
 */
function connectInModal(ctx: PluginContext): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const stops: Dispose[] = []
    /** Ends the wait if an account is connected, or else if there is an error. */
    const settle = (error?: LatchkeyError): void => {
      const found = activeAddresses(ctx)
      if (!found.length && !error) return
      for (const stop of stops.splice(0)) stop()
      if (found.length) resolve(found)
      else reject(error!)
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

/** The CAIP-2 id of the chain in the parameters `[{ chainId: '0x1' }]`. @throws -32602 */
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

/** Methods that are answered here. */
const ownMethods: Readonly<Record<string, (ctx: PluginContext, params: unknown) => unknown>> = {
  eth_accounts: restoredAddresses,
  async eth_requestAccounts(ctx) {
    const found = await restoredAddresses(ctx)
    return found.length ? found : connectInModal(ctx)
  },
  eth_chainId: (ctx) => toHex(ctx.activeNetwork.current(NAMESPACE)?.reference ?? 0),
  net_version: (ctx) => ctx.activeNetwork.current(NAMESPACE)?.reference ?? '0',
  // The kernel switches, so that the modal and the wallet are on the same network.
  async wallet_switchEthereumChain(ctx, params) {
    await ctx.activeNetwork.switch(chainParam(params))
    return null
  },
  async wallet_addEthereumChain(ctx, params) {
    const id = chainParam(params)
    if (ctx.networks.find(id)) {
      // The network is known here: it is switched to, and not added.
      demandAllowed(ctx, 'wallet_switchEthereumChain')
      await ctx.activeNetwork.switch(id)
    } else await forward(ctx, { method: 'wallet_addEthereumChain', params })
    return null
  },
}

/** Sends a request of the host to the wallet, or to a node for methods that only read. */
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

/**
 * Refuses what the host denies, for methods that the kernel does not see because they are answered
 * here. @throws `rpc.method_not_allowed`
 */
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
 * `eth_sendRawTransaction` goes to a node of the network, but only while a wallet is connected, as
 * every method that sends; without a wallet use `getPublicClient`.
 * @throws errors with the numeric codes of EIP-1193, EIP-3326 and JSON-RPC
 */
export async function handle(ctx: PluginContext, request: Request): Promise<unknown> {
  try {
    // Both are read once: a getter could name another method the second time.
    const { method, params } = request
    const answer = Object.hasOwn(ownMethods, method) ? ownMethods[method] : undefined
    if (!answer) return await forward(ctx, { method, params })
    demandAllowed(ctx, method)
    return await answer(ctx, params)
  } catch (error) {
    throw toProviderError(error)
  }
}
