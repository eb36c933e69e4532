import type { RpcClass } from '@latchkey/plugin-api'

/** The methods of the WalletConnect profile of this namespace; every wallet is asked for them. */
export const SIGN_MESSAGE = 'polkadot_signMessage'
export const SIGN_TRANSACTION = 'polkadot_signTransaction'
export const WALLET_METHODS: readonly string[] = [SIGN_TRANSACTION, SIGN_MESSAGE]

/** Methods that only read from a public node. */
export const NODE_METHODS: readonly string[] = [
  'chain_getBlock',
  'chain_getBlockHash',
  'chain_getFinalizedHead',
  'chain_getHeader',
  'payment_queryFeeDetails',
  'payment_queryInfo',
  'rpc_methods',
  'state_call',
  'state_getKeysPaged',
  'state_getMetadata',
  'state_getReadProof',
  'state_getRuntimeVersion',
  'state_getStorage',
  'state_getStorageHash',
  'state_getStorageSize',
  'state_queryStorageAt',
  'system_accountNextIndex',
  'system_chain',
  'system_chainType',
  'system_health',
  'system_name',
  'system_properties',
  'system_version',
]

/**
 * The methods that the RPC policy allows, by class. None of them sends: `send` and the host's own
 * `ApiPromise` hand a signed transaction to the node themselves.
 */
export const methods = (): Record<string, RpcClass> => ({
  ...Object.fromEntries(NODE_METHODS.map((name) => [name, 'read' as const])),
  ...Object.fromEntries(WALLET_METHODS.map((name) => [name, 'sign' as const])),
})
