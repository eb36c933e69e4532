export interface RpcError extends Error {
  code: number
  data?: unknown
}

/** An error with a code of EIP-1193 or EIP-1474. */
export function rpcError(code: number, message: string, data?: unknown): RpcError {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
}

export const rejected = (): RpcError => rpcError(4001, 'User rejected the request.')
export const unauthorized = (): RpcError =>
  rpcError(4100, 'The requested account and/or method has not been authorized by the user.')
export const unsupported = (method: string): RpcError =>
  rpcError(4200, `The method "${method}" is not supported.`)
export const offline = (): RpcError =>
  rpcError(4900, 'The provider is disconnected from all chains.')
export const chainOffline = (chainId: number): RpcError =>
  rpcError(4901, `The provider is not connected to chain ${chainId}.`)
export const unknownChain = (chainId: number): RpcError =>
  rpcError(
    4902,
    `Unrecognized chain ID "0x${chainId.toString(16)}". Try adding the chain using wallet_addEthereumChain first.`,
  )
export const busy = (method: string): RpcError =>
  rpcError(-32002, `Request of type '${method}' already pending. Please wait.`)
export const invalidParams = (why: string): RpcError =>
  rpcError(-32602, `Invalid parameters: ${why}`)

/** Whatever a library below threw, as the wallet reports it: with the node's own code where there is one. */
export function toRpcError(error: unknown): RpcError {
  const known = (error ?? {}) as Partial<RpcError> & {
    cause?: unknown
    shortMessage?: string
    details?: string
  }
  if (error instanceof Error && Number.isInteger(known.code)) return error as RpcError
  if (known.cause !== undefined) {
    const inner = toRpcError(known.cause)
    if (inner.code !== -32603 || inner.data !== undefined) return inner
  }
  return rpcError(
    -32603,
    known.details ?? known.shortMessage ?? known.message ?? 'Internal JSON-RPC error.',
  )
}

/** Shapes that some wallet somewhere throws instead of an error. Made anew each time: some are spoilt by being looked at. */
export const oddErrors = {
  undefined: () => undefined,
  null: () => null,
  string: () => 'User rejected the request.',
  number: () => 4001,
  emptyObject: () => ({}),
  codeOnly: () => ({ code: 4001 }),
  codeAsString: () => ({ code: '4001', message: 'User rejected the request.' }),
  messageOnly: () => new Error('User rejected the request'),
  nested: () => ({
    code: -32603,
    message: 'Internal JSON-RPC error.',
    data: { originalError: { code: 4001, message: 'User rejected the request.' } },
  }),
  cyclic: () => {
    const error: Record<string, unknown> = { code: -32000, message: 'cyclic' }
    error['cause'] = error
    error['data'] = { error }
    return error
  },
  throwingGetters: () =>
    Object.defineProperties(
      {},
      {
        code: {
          enumerable: true,
          get: () => {
            throw new Error('code getter')
          },
        },
        message: {
          enumerable: true,
          get: () => {
            throw new Error('message getter')
          },
        },
      },
    ),
  revokedProxy: () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  },
  hugeMessage: () => Object.assign(new Error('x'.repeat(1_000_000)), { code: -32603 }),
  function: () => () => 'no',
  symbol: () => Symbol('no'),
  frozen: () => Object.freeze({ code: 4001, message: Object.freeze({}) }),
} satisfies Record<string, () => unknown>

export type OddError = keyof typeof oddErrors
