import {
  assertIsTransactionWithinSizeLimit,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  SOLANA_ERROR__SIGNER__WALLET_MULTISIGN_UNIMPLEMENTED,
  SolanaError,
  type Address,
  type SignableMessage,
  type SignatureBytes,
  type Transaction,
  type TransactionSendingSignerConfig,
  type TransactionWithinSizeLimit,
  type TransactionWithLifetime,
} from '@solana/kit'
import type { SignOptions, SolanaProvider } from '../api.js'
import { isSameBytes } from '../chain/bytes.js'

type Given = Transaction | (Transaction & TransactionWithLifetime)
type Signed = Transaction & TransactionWithinSizeLimit & TransactionWithLifetime
type Config = TransactionSendingSignerConfig

const toOptions = (account: Address, { abortSignal }: Config = {}): SignOptions => ({
  account,
  ...(abortSignal && { signal: abortSignal }),
})
const encode = (transaction: Given): Uint8Array =>
  Uint8Array.from(getTransactionEncoder().encode(transaction))

export async function signMessages(
  provider: SolanaProvider,
  account: Address,
  messages: readonly SignableMessage[],
  config?: Config,
): Promise<readonly SignableMessage[]> {
  const signed: SignableMessage[] = []
  for (const { content, signatures } of messages) {
    const signature = await provider.signMessage(content, toOptions(account, config))
    signed.push(
      Object.freeze({
        content,
        signatures: Object.freeze({ ...signatures, [account]: signature as SignatureBytes }),
      }),
    )
  }
  return Object.freeze(signed)
}

/** A wallet that changed the message may have changed how long it can be sent. */
async function readSigned(bytes: Uint8Array, given: Given): Promise<Signed> {
  const transaction = getTransactionDecoder().decode(bytes)
  assertIsTransactionWithinSizeLimit(transaction)
  const isSame = isSameBytes(
    new Uint8Array(transaction.messageBytes),
    new Uint8Array(given.messageBytes),
  )
  return Object.freeze({
    ...transaction,
    lifetimeConstraint:
      isSame && 'lifetimeConstraint' in given
        ? given.lifetimeConstraint
        : await getTransactionLifetimeConstraintFromCompiledTransactionMessage(
            getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) as Parameters<
              typeof getTransactionLifetimeConstraintFromCompiledTransactionMessage
            >[0],
          ),
  })
}

export async function signTransactions(
  provider: SolanaProvider,
  account: Address,
  transactions: readonly Given[],
  config?: Config,
): Promise<readonly Signed[]> {
  if (!transactions.length) return []
  const signed = await provider.signAllTransactions(
    transactions.map(encode),
    toOptions(account, config),
  )
  return Promise.all(signed.map((bytes, index) => readSigned(bytes, transactions[index]!)))
}

/**
 * Takes one transaction at a time: were the second of two refused, the caller would not learn that
 * the first has been sent, and might pay twice.
 */
export async function sendTransactions(
  provider: SolanaProvider,
  account: Address,
  transactions: readonly Given[],
  config: Config = {},
): Promise<readonly SignatureBytes[]> {
  if (transactions.length > 1)
    throw new SolanaError(SOLANA_ERROR__SIGNER__WALLET_MULTISIGN_UNIMPLEMENTED)
  const [transaction] = transactions
  if (!transaction) return []
  const { minContextSlot } = config
  const signature = await provider.signAndSendTransaction(
    encode(transaction),
    minContextSlot === undefined ? {} : { minContextSlot: Number(minContextSlot) },
    toOptions(account, config),
  )
  return [new Uint8Array(getBase58Encoder().encode(signature)) as SignatureBytes]
}
