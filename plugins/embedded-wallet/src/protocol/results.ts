import { is, optional, strictObject } from 'valibot'
import { MAX_RPC_LENGTH } from './bounds.js'
import { list, signedMessage, text, textLike, transactionHash } from './fields.js'

const base58 = textLike(/^[1-9A-HJ-NP-Za-km-z]+$/, 128)
const base64 = textLike(/^[\w+/-]+=*$/, MAX_RPC_LENGTH)

/**
 * Results of the methods that sign a message or send; Solana's as its WalletConnect profile has them. Permissions
 * (ERC-7715) are judged by whoever asked for them.
 */
const results = {
  personal_sign: signedMessage,
  eth_signTypedData_v4: signedMessage,
  eth_sendTransaction: transactionHash,
  /** The hash of the operation (ERC-4337). */
  eth_sendUserOperation: transactionHash,
  /** EIP-5792, version 2.0.0. */
  wallet_sendCalls: strictObject({ id: text(8_194) }),
  solana_signMessage: strictObject({ signature: base58 }),
  solana_signTransaction: strictObject({ signature: base58, transaction: optional(base64) }),
  solana_signAllTransactions: strictObject({ transactions: list(base64, 20) }),
  solana_signAndSendTransaction: strictObject({ signature: base58 }),
} as const

/**
 * Whether a result has the form of its method. Every other method may answer any JSON, as
 * {@link FrameSuccess} bounds it.
 */
export const isFrameResult = (method: string, result: unknown): boolean =>
  !Object.hasOwn(results, method) || is(results[method as keyof typeof results], result)

/** Whether a text is a transaction hash of eip155. */
export const isTransactionHash = (value: unknown): value is `0x${string}` =>
  is(transactionHash, value)
/** Whether a text is a signature of eip155, also of ERC-1271 and ERC-6492. */
export const isSignedMessage = (value: unknown): value is `0x${string}` => is(signedMessage, value)
