import type { RpcClass } from '@latchkey/plugin-api'

const eth = (names: string): string[] => names.split(' ').map((name) => `eth_${name}`)
const wallet = (names: string): string[] => names.split(' ').map((name) => `wallet_${name}`)

/** What a node of the network answers: EIP-1474 and what nodes added to it since. */
const chainReads = [
  ...eth(
    'blobBaseFee blockNumber call chainId coinbase createAccessList estimateGas feeHistory fillTransaction gasPrice getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber hashrate maxPriorityFeePerGas mining newBlockFilter newFilter newPendingTransactionFilter protocolVersion syncing uninstallFilter simulateV1',
  ),
  'net_listening',
  'net_peerCount',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
]
/** What only the wallet knows (EIP-1474's accounts, EIP-2255, EIP-5792, ERC-7715, EIP-7811): a node would learn who asks about what, and could not answer. */
const walletReads = [
  'eth_accounts',
  ...wallet(
    'getAssets getCallsStatus getCapabilities getGrantedExecutionPermissions getPermissions getSupportedExecutionPermissions',
  ),
]
const sign = [
  'personal_sign',
  ...eth('signTypedData signTypedData_v3 signTypedData_v4 signTransaction'),
  ...wallet('grantPermissions requestExecutionPermissions'),
]
/** Broadcasts bytes that are signed already. */
const broadcast = eth('sendRawTransaction sendRawTransactionSync')
const send = [...eth('sendTransaction sendUserOperation'), ...broadcast, 'wallet_sendCalls']
const state = [
  ...eth('requestAccounts'),
  ...wallet(
    'addEthereumChain requestPermissions revokeExecutionPermission revokePermissions showCallsStatus switchEthereumChain watchAsset',
  ),
]

/**
 * The methods that this plugin speaks for (EIP-1474, 712, 747, 2255, 3085, 3326, 4337, 5792, 7811, ERC-7715), each in its class.
 * `eth_sign` is missing on purpose: what it signs cannot be told from a transaction. A host that must have it adds it with `rpcPolicy.allow`.
 */
export const methods = (): Record<string, RpcClass> => ({
  ...Object.fromEntries([...chainReads, ...walletReads].map((name) => [name, 'read' as const])),
  ...Object.fromEntries(sign.map((name) => [name, 'sign' as const])),
  ...Object.fromEntries(send.map((name) => [name, 'send' as const])),
  ...Object.fromEntries(state.map((name) => [name, 'wallet-state' as const])),
})

/** Those that a node of the network can answer. */
export const nodeMethods = (): readonly string[] => [...chainReads, ...broadcast]

/** Whether a method only reads (`safe`), or signs or sends (`unsafe`). `undefined` for settings of the wallet, and for what is not spoken for. */
export function classify(method: string): 'safe' | 'unsafe' | undefined {
  const all = methods()
  const kind = Object.hasOwn(all, method) ? all[method] : undefined
  return kind === 'read' ? 'safe' : kind === 'sign' || kind === 'send' ? 'unsafe' : undefined
}
