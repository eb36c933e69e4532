import type { RpcClass } from '@latchkey/plugin-api'

/** The methods of the family's WalletConnect profile: what any wallet is asked for. */
export const SIGN_MESSAGE = 'polkadot_signMessage'
export const SIGN_TRANSACTION = 'polkadot_signTransaction'
export const WALLET_METHODS: readonly string[] = [SIGN_TRANSACTION, SIGN_MESSAGE]

/** What a public node answers without changing anything. */
export const NODE_METHODS: readonly string[] =
  'chain_getBlock chain_getBlockHash chain_getFinalizedHead chain_getHeader payment_queryFeeDetails payment_queryInfo rpc_methods state_call state_getKeysPaged state_getMetadata state_getReadProof state_getRuntimeVersion state_getStorage state_getStorageHash state_getStorageSize state_queryStorageAt system_accountNextIndex system_chain system_chainType system_health system_name system_properties system_version'.split(
    ' ',
  )

/** The methods that this plugin speaks for. Nothing sends by the door: a signed transaction goes to the node from `send`, or from the host's own `ApiPromise`. */
export const methods = (): Record<string, RpcClass> => ({
  ...Object.fromEntries(NODE_METHODS.map((name) => [name, 'read' as const])),
  ...Object.fromEntries(WALLET_METHODS.map((name) => [name, 'sign' as const])),
})
