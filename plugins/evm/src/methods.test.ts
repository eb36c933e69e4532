import { describe, expect, it } from 'vitest'
import { classify, methods } from './methods.js'

describe('remote methods', () => {
  it.each([
    ['eth_getBalance', 'RPC-01'], ['eth_getBlockByNumber', 'RPC-02'], ['eth_call', 'RPC-03'], ['eth_estimateGas', 'RPC-04'], ['eth_gasPrice', 'RPC-04'], ['eth_getLogs', 'RPC-05'], ['eth_getTransactionReceipt', 'RPC-06'],
    ['wallet_getCapabilities', 'RPC-07'], ['wallet_getCallsStatus', 'RPC-08'], ['wallet_getAssets', 'RPC-09'], ['eth_accounts', 'RPC-34'], ['eth_chainId', 'RPC-34'],
  ])('%s is safe [%s]', (method) => {
    expect(classify(method)).toBe('safe')
  })

  it.each([['personal_sign', 'RPC-10'], ['eth_signTypedData_v4', 'RPC-11'], ['eth_sendTransaction', 'RPC-12'], ['wallet_sendCalls', 'RPC-17']])('%s is unsafe [%s]', (method) => {
    expect(classify(method)).toBe('unsafe')
  })

  it('are neither where they change the wallet, or nobody speaks for them', () => {
    for (const method of ['wallet_switchEthereumChain', 'wallet_watchAsset', 'eth_sign', 'eth_foo', '__proto__', 'constructor']) expect(classify(method)).toBeUndefined()
  })

  it('has every read of EIP-1474 as a read', () => {
    const reads = 'web3_clientVersion web3_sha3 net_version net_listening net_peerCount eth_blockNumber eth_getBalance eth_getStorageAt eth_getTransactionCount eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_getCode eth_call eth_estimateGas eth_getBlockByHash eth_getBlockByNumber eth_getTransactionByHash eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionReceipt eth_newFilter eth_newBlockFilter eth_newPendingTransactionFilter eth_uninstallFilter eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_gasPrice eth_chainId eth_accounts eth_syncing eth_coinbase'
    for (const method of reads.split(' ')) expect([method, methods()[method]]).toEqual([method, 'read'])
  })
})
