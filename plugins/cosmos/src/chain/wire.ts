import { badAnswer, readSafely } from '@latchkey/plugin-api/wallet'
import type { AminoSignDoc, CosmosSignature, DirectSignDoc } from '../api.js'
import { fromBase64, toBase64 } from './bytes.js'

// The WalletConnect profile of this namespace: JSON with bytes in base64 and integers in decimal text.

/** The document of `cosmos_signDirect`. */
export interface WireDirectDoc {
  chainId: string
  accountNumber: string
  authInfoBytes: string
  bodyBytes: string
}

/** @throws `wallet.bad_answer` */
const refuse = (method: string, expected: string): never => {
  throw badAnswer(method, expected)
}

/** Reads a signature of 64 bytes, and its key where the wallet names it. @throws `wallet.bad_answer` */
export function readSignature(value: unknown, method: string): CosmosSignature {
  const found = readSafely((): CosmosSignature | undefined => {
    const { signature, pub_key } = value as {
      signature?: unknown
      pub_key?: { type?: unknown; value?: unknown }
    }
    if (typeof signature !== 'string' || fromBase64(signature).length !== 64) return undefined
    const { type, value: key } = pub_key ?? {}
    return {
      signature,
      pub_key: {
        type: typeof type === 'string' ? type : 'tendermint/PubKeySecp256k1',
        value: typeof key === 'string' ? key : '',
      },
    }
  })
  return found ?? refuse(method, 'a signature of 64 bytes')
}

/** Converts a document for direct signing to its form on the wire. */
export const toWireDirect = ({
  chainId,
  accountNumber,
  authInfoBytes,
  bodyBytes,
}: DirectSignDoc): WireDirectDoc => ({
  chainId,
  accountNumber: String(accountNumber),
  authInfoBytes: toBase64(authInfoBytes),
  bodyBytes: toBase64(bodyBytes),
})

/** Reads a document for direct signing from the wire. `undefined` for anything else. */
export const fromWireDirect = (value: unknown): DirectSignDoc | undefined =>
  readSafely(() => {
    const { chainId, accountNumber, authInfoBytes, bodyBytes } = value as WireDirectDoc
    return typeof chainId === 'string'
      ? {
          chainId,
          accountNumber: BigInt(accountNumber),
          authInfoBytes: fromBase64(authInfoBytes),
          bodyBytes: fromBase64(bodyBytes),
        }
      : undefined
  })

/** Reads a document for amino signing as plain JSON. `undefined` for anything else. */
export const readAmino = (value: unknown): AminoSignDoc | undefined =>
  readSafely(() => {
    const doc = JSON.parse(JSON.stringify(value)) as AminoSignDoc
    const { chain_id, account_number, sequence, memo, fee, msgs } = doc
    const isDoc =
      [chain_id, account_number, sequence, memo, fee.gas].every(
        (text) => typeof text === 'string',
      ) &&
      Array.isArray(fee.amount) &&
      Array.isArray(msgs)
    return isDoc ? doc : undefined
  })

/** Reads the answer of `cosmos_signDirect`. @throws `wallet.bad_answer` */
export function readDirectAnswer(value: unknown): {
  signed: DirectSignDoc
  signature: CosmosSignature
} {
  const { signed, signature } = (value ?? {}) as Record<string, unknown>
  return {
    signed: fromWireDirect(signed) ?? refuse('cosmos_signDirect', 'a signed document'),
    signature: readSignature(signature, 'cosmos_signDirect'),
  }
}
/** Reads the answer of `cosmos_signAmino`. @throws `wallet.bad_answer` */
export function readAminoAnswer(value: unknown): {
  signed: AminoSignDoc
  signature: CosmosSignature
} {
  const { signed, signature } = (value ?? {}) as Record<string, unknown>
  return {
    signed: readAmino(signed) ?? refuse('cosmos_signAmino', 'a signed document'),
    signature: readSignature(signature, 'cosmos_signAmino'),
  }
}

/** One account in the answer of `cosmos_getAccounts`. */
export interface WireAccount {
  algo: string
  address: string
  /** In base64. */
  pubkey: string
}
/** Reads the answer of `cosmos_getAccounts`. @throws `wallet.bad_answer` */
export const readAccounts = (value: unknown): readonly WireAccount[] =>
  readSafely(() => {
    const list = Array.from(value as WireAccount[], ({ algo, address, pubkey }) => ({
      algo,
      address,
      pubkey: toBase64(fromBase64(pubkey)),
    }))
    return list.every(
      ({ algo, address }) => typeof algo === 'string' && typeof address === 'string',
    )
      ? list
      : undefined
  }) ?? refuse('cosmos_getAccounts', 'a list of keys')
