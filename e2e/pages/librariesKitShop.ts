// The wallet code of a shop that is written with @solana/kit. It imports no other library: the page
// hands it the signer.
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createSignableMessage,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  type MessageModifyingSigner,
  type TransactionSendingSigner,
} from '@solana/kit'

const SYSTEM = address('11111111111111111111111111111111')

/** @returns the signature in base58 */
export async function signText(signer: MessageModifyingSigner, text: string): Promise<string> {
  const [signed] = await signer.modifyAndSignMessages([createSignableMessage(text)])
  return getBase58Decoder().decode(signed!.signatures[signer.address]!)
}

/** @returns the transaction's id */
export async function pay(
  signer: TransactionSendingSigner,
  url: string,
  to: string,
  lamports: bigint,
): Promise<string> {
  const { value: latest } = await createSolanaRpc(url).getLatestBlockhash().send()
  const data = new Uint8Array(12)
  data[0] = 2
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  const message = appendTransactionMessageInstruction(
    {
      programAddress: SYSTEM,
      accounts: [
        { address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
        { address: address(to), role: AccountRole.WRITABLE },
      ],
      data,
    },
    setTransactionMessageLifetimeUsingBlockhash(
      latest,
      setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 })),
    ),
  )
  return getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message))
}
