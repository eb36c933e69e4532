import type { RpcClass } from '@latchkey/plugin-api'

const eth = (names: string): string[] => names.split(' ').map((name) => `eth_${name}`)
const wallet = (names: string): string[] => names.split(' ').map((name) => `wallet_${name}`)

/** EIP-1474 and what nodes added to it since, EIP-5792, EIP-7811. */
const read = [
  ...eth('accounts blobBaseFee blockNumber call chainId coinbase createAccessList estimateGas feeHistory fillTransaction gasPrice getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber hashrate maxPriorityFeePerGas mining newBlockFilter newFilter newPendingTransactionFilter protocolVersion syncing uninstallFilter simulateV1'),
  'net_listening', 'net_peerCount', 'net_version', 'web3_clientVersion', 'web3_sha3',
  ...wallet('getAssets getCallsStatus getCapabilities getPermissions'),
]
const sign = ['personal_sign', ...eth('signTypedData signTypedData_v3 signTypedData_v4 signTransaction'), ...wallet('grantPermissions')]
const send = [...eth('sendTransaction sendRawTransaction sendRawTransactionSync sendUserOperation'), 'wallet_sendCalls']
const state = [...eth('requestAccounts'), ...wallet('addEthereumChain requestPermissions revokePermissions showCallsStatus switchEthereumChain watchAsset')]

/**
 * The methods that this plugin speaks for (EIP-1474, 712, 747, 2255, 3085, 3326, 4337, 5792, 7811), each in its class.
 * `eth_sign` is missing on purpose: what it signs cannot be told from a transaction. A host that must have it adds it with `rpcPolicy.allow`.
 */
export const methods = (): Record<string, RpcClass> => ({
  ...Object.fromEntries(read.map((name) => [name, 'read' as const])),
  ...Object.fromEntries(sign.map((name) => [name, 'sign' as const])),
  ...Object.fromEntries(send.map((name) => [name, 'send' as const])),
  ...Object.fromEntries(state.map((name) => [name, 'wallet-state' as const])),
})

/** Whether a method only reads (`safe`), or signs or sends (`unsafe`). `undefined` for settings of the wallet, and for what is not spoken for. */
export function classify(method: string): 'safe' | 'unsafe' | undefined {
  const all = methods()
  const kind = Object.hasOwn(all, method) ? all[method] : undefined
  return kind === 'read' ? 'safe' : kind === 'sign' || kind === 'send' ? 'unsafe' : undefined
}
