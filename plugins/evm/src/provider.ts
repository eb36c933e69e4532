import { isLatchkeyError, LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import { toChainId, toHex } from './chainId.js'
import { NAMESPACE } from './networks.js'

interface Request {
  method: string
  params?: unknown
}

const NUMBERS: Readonly<Record<string, number>> = {
  'wallet.user_rejected': 4001, 'kernel.modal_closed': 4001, 'wallet.unauthorized': 4100, 'rpc.no_connection': 4100, 'rpc.method_not_allowed': 4200, 'wallet.unsupported_method': 4200,
  'wallet.disconnected': 4900, 'wallet.chain_disconnected': 4901, 'wallet.unknown_chain': 4902, 'kernel.network_unknown': 4902, 'wallet.request_pending': -32002,
}

/** What EIP-1193 callers expect: a numeric code, the wallet's own message and data, ours as the cause. */
function toProviderError(error: unknown): Error {
  if (!isLatchkeyError(error)) return error instanceof Error ? error : new Error(String(error))
  const { cause } = error
  const original = typeof cause === 'object' && cause !== null ? (cause as { message?: unknown; data?: unknown; code?: unknown }) : {}
  const code = NUMBERS[error.code] ?? (isLatchkeyError(error, 'rpc.failed') ? error.context.rpcCode : undefined) ?? -32603
  const message = typeof original.message === 'string' && original.message ? original.message : error.message
  return Object.assign(new Error(message, { cause: error }), { code, ...(original.data !== undefined && { data: original.data }) })
}

const accounts = (ctx: PluginContext): string[] => {
  const active = ctx.accounts.active(NAMESPACE)
  return active ? [active.address] : []
}

/** Opens the modal and waits until something is connected, or the modal is closed. */
function connectByModal(ctx: PluginContext): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const found = accounts(ctx)
      if (found.length) finish(() => resolve(found))
    }
    const stops = [
      ctx.connections.subscribe(check),
      ctx.events.on('modal:closed', () => finish(() => (accounts(ctx).length ? resolve(accounts(ctx)) : reject(new LatchkeyError('kernel.modal_closed', 'Modal closed'))))),
    ]
    const finish = (end: () => void): void => {
      for (const stop of stops) stop()
      end()
    }
    ctx.modal.open('Connect')
  })
}

const chainParam = (params: unknown): `${string}:${string}` => {
  const [first] = Array.isArray(params) ? (params as [{ chainId?: unknown } | undefined]) : [undefined]
  const id = toChainId(first?.chainId)
  if (id === undefined) throw Object.assign(new Error('Invalid chainId: expected one parameter with a hexadecimal chainId.'), { code: -32602 })
  return `${NAMESPACE}:${id}`
}

const own: Readonly<Record<string, (ctx: PluginContext, params: unknown) => unknown>> = {
  eth_accounts: accounts,
  eth_requestAccounts: async (ctx) => (accounts(ctx).length ? accounts(ctx) : connectByModal(ctx)),
  eth_chainId: (ctx) => toHex(ctx.activeNetwork.current(NAMESPACE)?.reference ?? 0),
  net_version: (ctx) => ctx.activeNetwork.current(NAMESPACE)?.reference ?? '0',
  // Through the kernel, so that the modal and the wallet are on the same network.
  async wallet_switchEthereumChain(ctx, params) {
    await ctx.activeNetwork.switch(chainParam(params))
    return null
  },
  async wallet_addEthereumChain(ctx, params) {
    const id = chainParam(params)
    if (ctx.networks.find(id)) await ctx.activeNetwork.switch(id)
    else await forward(ctx, { method: 'wallet_addEthereumChain', params })
    return null
  },
}

const forward = (ctx: PluginContext, { method, params }: Request): Promise<unknown> => {
  const network = ctx.activeNetwork.current(NAMESPACE)
  if (!network) throw new LatchkeyError('kernel.account_or_network_missing', 'CaipNetwork or CaipAddress is undefined')
  return ctx.connections.request({ network: network.id, method, ...(params !== undefined && { params }) })
}

/** Answers one request to `kernel.plugins.evm.provider`. */
export async function handle(ctx: PluginContext, request: Request): Promise<unknown> {
  try {
    const answer = Object.hasOwn(own, request.method) ? own[request.method] : undefined
    return answer ? await answer(ctx, request.params) : await forward(ctx, request)
  } catch (error) {
    throw toProviderError(error)
  }
}
