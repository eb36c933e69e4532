/** An error in the form in which a wallet's provider rejects (EIP-1193). */
export interface RpcError extends Error {
  code: number
  data?: unknown
}

/** Makes an error with a code of EIP-1193, EIP-1474 or EIP-3085 (4902). */
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

/**
 * Converts what viem or a node threw into the error that the wallet reports. The code and the data of
 * the node are kept: they are looked for in the error and in its causes. Without any the code is
 * -32603 (internal error).
 */
export function toRpcError(error: unknown): RpcError {
  const given = (error ?? {}) as Partial<RpcError> & {
    cause?: unknown
    shortMessage?: string
    details?: string
  }
  if (error instanceof Error && Number.isInteger(given.code)) return error as RpcError
  if (given.cause !== undefined) {
    const inner = toRpcError(given.cause)
    if (inner.code !== -32603 || inner.data !== undefined) return inner
  }
  return rpcError(
    -32603,
    given.details ?? given.shortMessage ?? given.message ?? 'Internal JSON-RPC error.',
  )
}

/**
 * Values that broken or hostile wallets throw in place of an error, by name. Each call makes a new
 * value, because reading some of them changes them.
 */
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
