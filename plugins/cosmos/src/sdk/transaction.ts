import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { AminoSignDoc } from '../api.js'

interface Coin {
  readonly denom: string
  readonly amount: string
}
/** A bank transfer in protobuf and in Amino. */
interface Message {
  body: Uint8Array
  amino: { type: string; value: Readonly<Record<string, unknown>> }
}
/** A transaction before it is signed. */
export interface Draft {
  message: Message
  chainId: string
  accountNumber: bigint
  sequence: bigint
  publicKey: Uint8Array
  publicKeyType?: string
  fee: { amount: readonly Coin[]; gas: bigint; granter?: string; payer?: string }
  isDirect: boolean
}

const bodyOf = (from: string, to: string, amount: readonly Coin[], memo: string): Uint8Array => {
  const value = MsgSend.encode(
    MsgSend.fromPartial({ fromAddress: from, toAddress: to, amount: [...amount] }),
  ).finish()
  return TxBody.encode(
    TxBody.fromPartial({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], memo }),
  ).finish()
}

export function bankSend(from: string, to: string, value: bigint, denom: string): Message {
  const amount = [{ denom, amount: String(value) }]
  return {
    body: bodyOf(from, to, amount, ''),
    amino: { type: 'cosmos-sdk/MsgSend', value: { from_address: from, to_address: to, amount } },
  }
}

/** Encodes the signer, the sign mode and the fee. */
export function authInfo({
  publicKey,
  publicKeyType = '/cosmos.crypto.secp256k1.PubKey',
  sequence,
  fee,
  isDirect,
}: Draft): Uint8Array {
  const mode = isDirect ? SignMode.SIGN_MODE_DIRECT : SignMode.SIGN_MODE_LEGACY_AMINO_JSON
  const { amount, gas, granter = '', payer = '' } = fee
  return AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: [
        {
          publicKey: {
            typeUrl: publicKeyType,
            value: PubKey.encode(PubKey.fromPartial({ key: publicKey })).finish(),
          },
          modeInfo: { single: { mode } },
          sequence,
        },
      ],
      fee: { amount: [...amount], gasLimit: gas, granter, payer },
    }),
  ).finish()
}

export const toTx = (
  bodyBytes: Uint8Array,
  authInfoBytes: Uint8Array,
  signature: Uint8Array,
): Uint8Array =>
  TxRaw.encode(TxRaw.fromPartial({ bodyBytes, authInfoBytes, signatures: [signature] })).finish()

export const toAmino = ({
  message,
  chainId,
  accountNumber,
  sequence,
  fee,
}: Draft): AminoSignDoc => ({
  chain_id: chainId,
  account_number: String(accountNumber),
  sequence: String(sequence),
  memo: '',
  fee: { amount: fee.amount, gas: String(fee.gas) },
  msgs: [message.amino],
})

/** Encodes a signed Amino document as transaction bytes. */
export function fromAmino(
  draft: Draft,
  { memo, fee, sequence }: AminoSignDoc,
): { body: Uint8Array; auth: Uint8Array } {
  const { from_address, to_address, amount } = draft.message.amino.value as unknown as {
    from_address: string
    to_address: string
    amount: Coin[]
  }
  return {
    body: bodyOf(from_address, to_address, amount, memo),
    auth: authInfo({ ...draft, sequence: BigInt(sequence), fee: { ...fee, gas: BigInt(fee.gas) } }),
  }
}

/** Whether two transaction bodies have the same messages; their memos may differ. */
export function isSameMessage(one: Uint8Array, other: Uint8Array): boolean {
  const [mine, theirs] = [one, other].map((bytes) =>
    TxBody.decode(bytes)
      .messages.map(({ typeUrl, value }) => `${typeUrl} ${value.join()}`)
      .join(';'),
  )
  return mine === theirs
}
