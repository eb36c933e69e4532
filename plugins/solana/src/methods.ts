import type { RpcClass } from '@latchkey/plugin-api'

export const SIGN_MESSAGE = 'solana_signMessage'
export const SIGN_TRANSACTION = 'solana_signTransaction'
export const SIGN_ALL = 'solana_signAllTransactions'
export const SIGN_AND_SEND = 'solana_signAndSendTransaction'
export const GET_ACCOUNTS = 'solana_getAccounts'
export const REQUEST_ACCOUNTS = 'solana_requestAccounts'
/** Hands a node what is signed already: never the wallet's affair. */
export const SEND_SIGNED = 'sendTransaction'

/** JSON-RPC of a node, what only reads. */
const read =
  'AccountInfo Balance Block BlockCommitment BlockHeight BlockProduction BlockTime Blocks BlocksWithLimit ClusterNodes EpochInfo EpochSchedule FeeForMessage FirstAvailableBlock GenesisHash Health HighestSnapshotSlot Identity InflationGovernor InflationRate InflationReward LargestAccounts LatestBlockhash LeaderSchedule MinimumBalanceForRentExemption MultipleAccounts ProgramAccounts RecentPerformanceSamples RecentPrioritizationFees SignatureStatuses SignaturesForAddress Slot SlotLeader SlotLeaders StakeMinimumDelegation Supply TokenAccountBalance TokenAccountsByDelegate TokenAccountsByOwner TokenLargestAccounts TokenSupply Transaction TransactionCount Version VoteAccounts'
    .split(' ')
    .map((name) => `get${name}`)
const chainReads = [...read, 'isBlockhashValid', 'minimumLedgerSlot', 'simulateTransaction']

/** The methods that this plugin speaks for, each in its class: those of wallets by their WalletConnect profile, those of nodes by Solana's JSON-RPC. */
export const methods = (): Record<string, RpcClass> => ({
  ...Object.fromEntries([...chainReads, GET_ACCOUNTS].map((name) => [name, 'read' as const])),
  [REQUEST_ACCOUNTS]: 'wallet-state',
  [SIGN_MESSAGE]: 'sign',
  [SIGN_TRANSACTION]: 'sign',
  [SIGN_ALL]: 'sign',
  [SIGN_AND_SEND]: 'send',
  [SEND_SIGNED]: 'send',
})

/** Those that a node of the network can answer. Which accounts a wallet has, only it knows. */
export const nodeMethods = (): readonly string[] => [...chainReads, SEND_SIGNED]

/** Whether a method only reads (`safe`), or signs or sends (`unsafe`). `undefined` for settings of the wallet, and for what is not spoken for. */
export function classify(method: string): 'safe' | 'unsafe' | undefined {
  const all = methods()
  const kind = Object.hasOwn(all, method) ? all[method] : undefined
  return kind === 'read' ? 'safe' : kind === 'sign' || kind === 'send' ? 'unsafe' : undefined
}
