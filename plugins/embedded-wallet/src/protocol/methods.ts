/** How a method stands to the visitor: asked in the frame, or answered without. */
export type FrameMethodKind = 'unsafe' | 'safe'

/** Methods by which a visitor grants permissions (ERC-7715), by their present and their former name. */
export const GRANT_METHODS: readonly string[] = [
  'wallet_requestExecutionPermissions',
  'wallet_grantPermissions',
]
/** Methods by which a visitor takes a permission back. */
export const REVOKE_METHODS: readonly string[] = [
  'wallet_revokeExecutionPermission',
  'wallet_revokePermissions',
]
const PERMISSION_READS: readonly string[] = [
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
]
/** Methods that send something to a network. */
const SENDS: readonly string[] = [
  'eth_sendTransaction',
  'wallet_sendCalls',
  'eth_sendUserOperation',
  'solana_signAndSendTransaction',
]

const kinds = (kind: FrameMethodKind, methods: readonly string[]) =>
  methods.map((method) => [method, kind] as const)

const methods: ReadonlyMap<string, FrameMethodKind> = new Map([
  ...kinds('unsafe', [
    'personal_sign',
    'eth_signTypedData_v4',
    ...SENDS,
    ...GRANT_METHODS,
    ...REVOKE_METHODS,
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
  ]),
  ...kinds('safe', [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_chainId',
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    ...PERMISSION_READS,
  ]),
])

/** The methods of `rpc request`, in the spelling of EIPs and of the WalletConnect profiles. */
export const frameMethods: readonly string[] = [...methods.keys()]

/**
 * The kind of a method that the frame runs. `undefined`: it refuses with 4200 and 'Requested RPC
 * call is not allowed'. Reads of a chain go to the network and never to the frame.
 */
export const frameMethodKind = (method: string): FrameMethodKind | undefined => methods.get(method)

/** Whether a method of the frame is one of permissions (ERC-7715), which smart accounts alone have. */
export const isPermissionMethod = (method: string): boolean =>
  [...GRANT_METHODS, ...REVOKE_METHODS, ...PERMISSION_READS].includes(method)

/** Whether a method may have an effect before the frame hears that its request is taken back. */
export const hasEffect = (method: string): boolean =>
  [...SENDS, ...GRANT_METHODS, ...REVOKE_METHODS].includes(method)
