import { createKernel, type KernelOptions } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { evm, classify } from '../index.js'
import { methods, nodeMethods } from './methods.js'

it.each([
  ['eth_getBalance', 'RPC-01'],
  ['eth_getBlockByNumber', 'RPC-02'],
  ['eth_call', 'RPC-03'],
  ['eth_estimateGas', 'RPC-04'],
  ['eth_gasPrice', 'RPC-04'],
  ['eth_getLogs', 'RPC-05'],
  ['eth_getTransactionReceipt', 'RPC-06'],
  ['wallet_getCapabilities', 'RPC-07'],
  ['wallet_getCallsStatus', 'RPC-08'],
  ['wallet_getAssets', 'RPC-09'],
  ['eth_accounts', 'RPC-34'],
  ['eth_chainId', 'RPC-34'],
])('%s is classified as safe [%s]', (method) => {
  expect(classify(method)).toBe('safe')
})

it.each([
  ['personal_sign', 'RPC-10'],
  ['eth_signTypedData_v4', 'RPC-11'],
  ['eth_sendTransaction', 'RPC-12'],
  ['wallet_sendCalls', 'RPC-17'],
])('%s is classified as unsafe [%s]', (method) => {
  expect(classify(method)).toBe('unsafe')
})

it.each(['eth_sendRawTransaction', 'eth_signTransaction', 'wallet_grantPermissions'])(
  '%s is classified as unsafe',
  (method) => {
    expect(classify(method)).toBe('unsafe')
  },
)

const STRANGE = [
  'eth_sign',
  'eth_foo',
  '',
  '__proto__',
  'constructor',
  'toString',
  'ETH_CALL',
  ' eth_call',
  'eth_call ',
  'eth_call\u0000',
  'debug_traceTransaction',
  'anvil_setBalance',
  'evm_mine',
  'admin_addPeer',
  'solana_signMessage',
]
it.each(STRANGE)('%j is classified as neither safe nor unsafe', (method) => {
  expect(classify(method)).toBeUndefined()
})
it.each([
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_requestPermissions',
  'wallet_watchAsset',
])('%s changes the wallet and is classified as neither safe nor unsafe', (method) => {
  expect(classify(method)).toBeUndefined()
  expect(methods()[method]).toBe('wallet-state')
})

/** Asks the rpc door of a kernel without a connection for a method; returns its error code. */
async function atTheDoor(method: string, rpcPolicy?: KernelOptions['rpcPolicy']): Promise<unknown> {
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    plugins: [evm({ networks: [{ ...mainnet, rpcUrls: { default: { http: [] } } }] })],
    ...(rpcPolicy && { rpcPolicy }),
  })
  try {
    await kernel.ports.late.load()
    return await kernel.ports.connections
      .request({ network: 'eip155:1', method })
      .catch((error: unknown) => (error as { code: unknown }).code)
  } finally {
    kernel.dispose()
  }
}

it('The rpc door allows every method of the table, and reads of nodes need no connection', async () => {
  for (const [method, cls] of Object.entries(methods()))
    expect([method, await atTheDoor(method)]).toEqual([
      method,
      cls === 'read' && nodeMethods().includes(method) ? 'http.unreachable' : 'rpc.no_connection',
    ])
})
it('The rpc door refuses every method outside the table', async () => {
  for (const method of STRANGE)
    expect([method, await atTheDoor(method)]).toEqual([method, 'rpc.method_not_allowed'])
})
it('The host narrows and widens the methods that the rpc door allows', async () => {
  expect(await atTheDoor('eth_sendRawTransaction', { deny: ['eth_sendRawTransaction'] })).toBe(
    'rpc.method_not_allowed',
  )
  expect(await atTheDoor('eth_sign', { allow: { eth_sign: 'sign' } })).toBe('rpc.no_connection')
})
it('The table of methods has every read of EIP-1474', () => {
  const reads =
    'web3_clientVersion web3_sha3 net_version net_listening net_peerCount eth_blockNumber ' +
    'eth_getBalance eth_getStorageAt eth_getTransactionCount ' +
    'eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber ' +
    'eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_getCode eth_call ' +
    'eth_estimateGas eth_getBlockByHash eth_getBlockByNumber eth_getTransactionByHash ' +
    'eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex ' +
    'eth_getTransactionReceipt eth_newFilter eth_newBlockFilter ' +
    'eth_newPendingTransactionFilter eth_uninstallFilter eth_getFilterChanges ' +
    'eth_getFilterLogs eth_getLogs eth_gasPrice eth_chainId eth_accounts eth_syncing ' +
    'eth_coinbase'
  for (const method of reads.split(' '))
    expect([method, methods()[method]]).toEqual([method, 'read'])
})
it('Methods for nodes read the chain or broadcast signed transactions, and never reach a wallet (audit A1)', () => {
  const all = methods()
  expect(
    nodeMethods().filter(
      (method) =>
        !Object.hasOwn(all, method) ||
        (all[method] !== 'read' && !method.startsWith('eth_sendRawTransaction')),
    ),
  ).toEqual([])
  expect(
    nodeMethods().filter((method) => method.startsWith('wallet_') || /accounts|sign/i.test(method)),
  ).toEqual([])
})
it.each([
  ['wallet_requestExecutionPermissions', 'sign'],
  ['wallet_revokeExecutionPermission', 'wallet-state'],
  ['wallet_getSupportedExecutionPermissions', 'read'],
  ['wallet_getGrantedExecutionPermissions', 'read'],
])('%s of ERC-7715 is in class %s', (method, cls) => {
  expect(methods()[method]).toBe(cls)
})
