/** How a method stands to the visitor: asked in the frame, or answered without. */
export type FrameMethodKind = 'unsafe' | 'safe'

const kinds = (kind: FrameMethodKind, methods: readonly string[]) =>
  methods.map((method) => [method, kind] as const)

const methods: ReadonlyMap<string, FrameMethodKind> = new Map([
  ...kinds('unsafe', [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'eth_sendUserOperation',
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
    'wallet_revokePermissions',
    'wallet_revokeExecutionPermission',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ]),
  ...kinds('safe', [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_chainId',
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    'wallet_getSupportedExecutionPermissions',
    'wallet_getGrantedExecutionPermissions',
  ]),
])

/** The methods of `rpc request`, in the spelling of EIPs and of the WalletConnect profiles. */
export const frameMethods: readonly string[] = [...methods.keys()]

/**
 * The kind of a method that the frame runs. `undefined`: it refuses with 4200 and 'Requested RPC
 * call is not allowed'. Reads of a chain go to the network and never to the frame.
 */
export const frameMethodKind = (method: string): FrameMethodKind | undefined => methods.get(method)
