import { chainOffline, rpcError } from './errors.js'
import type { RequestArguments, WalletChain, WalletSettings } from './types.js'

/** Sends one request to a chain's node. */
export type NodeRequest = (args: RequestArguments) => Promise<unknown>

const fetchJson = async (url: string, body: string): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return response.json()
}

/**
 * Makes the function that asks a chain's node. It throws the node's own errors, 4901 for a chain that
 * the wallet does not know, and -32603 where the node does not answer.
 * @param post sends a JSON body to a URL and answers the parsed JSON; by `fetch` if left out
 */
export function nodeRequest(
  chain: WalletChain | undefined,
  chainId: number,
  post: WalletSettings['post'] = fetchJson,
): NodeRequest {
  return async ({ method, params }) => {
    if (!chain) throw chainOffline(chainId)
    let answer: { result?: unknown; error?: { code: number; message: string; data?: unknown } }
    try {
      answer = (await post(
        chain.url,
        JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
      )) as typeof answer
    } catch (error) {
      throw rpcError(
        -32603,
        `The node of "${chain.name}" does not answer: ${(error as Error).message}`,
      )
    }
    if (answer.error) throw rpcError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result
  }
}

/**
 * The methods of EIP-1474 that the wallet passes on to the node: those that read, and the sending of a
 * signed transaction. A node's administrative methods are missing, because sites must not reach them.
 */
export const passedOn: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_blobBaseFee',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
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
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_protocolVersion',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_peerCount',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
])
