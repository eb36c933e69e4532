import type { RpcClass } from '@latchkey/plugin-api'

/** Reads that a node of the network answers: EIP-1474, and what nodes have added to it since. */
const CHAIN_READS = [
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_coinbase',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_fillTransaction',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_hashrate',
  'eth_maxPriorityFeePerGas',
  'eth_mining',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_protocolVersion',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_peerCount',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
]

/**
 * Reads that only the wallet answers (accounts of EIP-1474, EIP-2255, EIP-5792, ERC-7715, EIP-7811).
 * A node could not answer them, and would learn who asks about what.
 */
const WALLET_READS = [
  'eth_accounts',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getPermissions',
  'wallet_getSupportedExecutionPermissions',
]

const SIGNS = [
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_grantPermissions',
  'wallet_requestExecutionPermissions',
]

/** Methods that broadcast what is signed already: a node can do that too. */
const BROADCASTS = ['eth_sendRawTransaction', 'eth_sendRawTransactionSync']

const SENDS = ['eth_sendTransaction', 'eth_sendUserOperation', 'wallet_sendCalls', ...BROADCASTS]

const WALLET_STATE = [
  'eth_requestAccounts',
  'wallet_addEthereumChain',
  'wallet_requestPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_revokePermissions',
  'wallet_showCallsStatus',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
]

const withClass = (names: readonly string[], kind: RpcClass): [string, RpcClass][] =>
  names.map((name) => [name, kind])

/**
 * The methods that this plugin handles, by class (EIP-1474, 712, 747, 2255, 3085, 3326, 4337, 5792,
 * 7811, ERC-7715).
 * `eth_sign` is left out on purpose: what it signs cannot be told from a transaction. A host that
 * must have it adds it with `rpcPolicy.allow`.
 */
export const methods = (): Record<string, RpcClass> =>
  Object.fromEntries([
    ...withClass(CHAIN_READS, 'read'),
    ...withClass(WALLET_READS, 'read'),
    ...withClass(SIGNS, 'sign'),
    ...withClass(SENDS, 'send'),
    ...withClass(WALLET_STATE, 'wallet-state'),
  ])

/** The methods that a node of the network can answer. */
export const nodeMethods = (): readonly string[] => [...CHAIN_READS, ...BROADCASTS]

/**
 * Whether a method only reads (`safe`), or signs or sends (`unsafe`). `undefined` for settings of
 * the wallet, and for methods that this plugin does not handle.
 */
export function classify(method: string): 'safe' | 'unsafe' | undefined {
  const all = methods()
  const kind = Object.hasOwn(all, method) ? all[method] : undefined
  return kind === 'read' ? 'safe' : kind === 'sign' || kind === 'send' ? 'unsafe' : undefined
}
