import { LatchkeyError } from '@latchkey/plugin-api'
import type {
  Address,
  MessageModifyingSigner,
  TransactionModifyingSigner,
  TransactionSendingSigner,
} from '@solana/kit'
import type { SolanaKernel } from './api.js'

/** A signer of @solana/kit whose key is in the visitor's wallet. */
export type KitSigner = TransactionModifyingSigner &
  TransactionSendingSigner &
  MessageModifyingSigner

/**
 * The connected account as a signer of @solana/kit: for a fee payer, an authority, a message. It
 * signs by its own account, also after the visitor has chosen another one.
 * @param account the address of a connected account. Default: the account in use
 * @throws `kernel.account_or_network_missing`
 * @example setTransactionMessageFeePayerSigner(createKitSigner(kernel), message)
 */
export function createKitSigner(kernel: SolanaKernel, account?: string): KitSigner {
  const { provider } = kernel.plugins.solana
  const address = (account ?? provider.address) as Address | undefined
  if (address === undefined)
    throw new LatchkeyError(
      'kernel.account_or_network_missing',
      'No account of Solana is connected: open the modal first.',
    )
  const kit = (): Promise<typeof import('./sdk/kit.js')> => import('./sdk/kit.js')
  return Object.freeze<KitSigner>({
    address,
    modifyAndSignMessages: async (messages, config) =>
      (await kit()).signMessages(provider, address, messages, config),
    modifyAndSignTransactions: async (transactions, config) =>
      (await kit()).signTransactions(provider, address, transactions, config),
    signAndSendTransactions: async (transactions, config) =>
      (await kit()).sendTransactions(provider, address, transactions, config),
  })
}
