import type { RpcClass } from '@latchkey/plugin-api'

export const SIGN_MESSAGE = 'solana_signMessage'
export const SIGN_TRANSACTION = 'solana_signTransaction'
export const SIGN_ALL = 'solana_signAllTransactions'
export const SIGN_AND_SEND = 'solana_signAndSendTransaction'
export const GET_ACCOUNTS = 'solana_getAccounts'
export const REQUEST_ACCOUNTS = 'solana_requestAccounts'
/** Hands a signed transaction to a node. Wallets are never asked for this. */
export const SEND_SIGNED = 'sendTransaction'

/** The methods of a node's JSON-RPC that only read. */
const NODE_READS: readonly string[] = [
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockProduction',
  'getBlockTime',
  'getBlocks',
  'getBlocksWithLimit',
  'getClusterNodes',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getIdentity',
  'getInflationGovernor',
  'getInflationRate',
  'getInflationReward',
  'getLargestAccounts',
  'getLatestBlockhash',
  'getLeaderSchedule',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getSlotLeader',
  'getSlotLeaders',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'getVoteAccounts',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'simulateTransaction',
]

/**
 * The methods that this plugin handles, each with its class: those of wallets by their
 * WalletConnect profile, those of nodes by Solana's JSON-RPC.
 */
export const methods = (): Record<string, RpcClass> => ({
  ...Object.fromEntries([...NODE_READS, GET_ACCOUNTS].map((name) => [name, 'read' as const])),
  [REQUEST_ACCOUNTS]: 'wallet-state',
  [SIGN_MESSAGE]: 'sign',
  [SIGN_TRANSACTION]: 'sign',
  [SIGN_ALL]: 'sign',
  [SIGN_AND_SEND]: 'send',
  [SEND_SIGNED]: 'send',
})

/**
 * Methods that a node of the network can answer. Which accounts a wallet has, only the wallet
 * knows.
 */
export const nodeMethods = (): readonly string[] => [...NODE_READS, SEND_SIGNED]

/**
 * Whether a method only reads (`safe`), or signs or sends (`unsafe`). `undefined` for settings of
 * the wallet and for methods that this plugin does not handle.
 */
export function classify(method: string): 'safe' | 'unsafe' | undefined {
  const all = methods()
  const kind = Object.hasOwn(all, method) ? all[method] : undefined
  return kind === 'read' ? 'safe' : kind === 'sign' || kind === 'send' ? 'unsafe' : undefined
}
