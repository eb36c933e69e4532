import { LatchkeyError } from '@latchkey/plugin-api'
import type { AminoSignDoc, CosmosSignature, DirectSignDoc } from './api.js'
import { fromBase64, toBase64 } from './bytes.js'
import { read } from './errors.js'

// The namespace's WalletConnect profile: JSON, bytes as base64, whole numbers as decimal text.

/** `cosmos_signDirect`'s document. */
export interface WireDirectDoc {
  chainId: string
  accountNumber: string
  authInfoBytes: string
  bodyBytes: string
}

const bad = (method: string, what: string): never => {
  throw new LatchkeyError('wallet.bad_answer', `${method} was answered with ${what}.`, {
    context: { method },
  })
}

/** Base64 of 64 bytes, and the key where the wallet names it. @throws `wallet.bad_answer` */
export function readSignature(value: unknown, method: string): CosmosSignature {
  const found = read((): CosmosSignature | undefined => {
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
  return found ?? bad(method, 'something else than a signature of 64 bytes')
}

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

/** A document for direct signing, from the wire. `undefined` for anything else. */
export const fromWireDirect = (value: unknown): DirectSignDoc | undefined =>
  read(() => {
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

/** A document for amino signing as plain JSON. `undefined` for anything else. */
export const readAmino = (value: unknown): AminoSignDoc | undefined =>
  read(() => {
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

/** @throws `wallet.bad_answer` */
export function readDirectAnswer(value: unknown): {
  signed: DirectSignDoc
  signature: CosmosSignature
} {
  const { signed, signature } = (value ?? {}) as Record<string, unknown>
  return {
    signed: fromWireDirect(signed) ?? bad('cosmos_signDirect', 'no signed document'),
    signature: readSignature(signature, 'cosmos_signDirect'),
  }
}
/** @throws `wallet.bad_answer` */
export function readAminoAnswer(value: unknown): {
  signed: AminoSignDoc
  signature: CosmosSignature
} {
  const { signed, signature } = (value ?? {}) as Record<string, unknown>
  return {
    signed: readAmino(signed) ?? bad('cosmos_signAmino', 'no signed document'),
    signature: readSignature(signature, 'cosmos_signAmino'),
  }
}

/** One key of `cosmos_getAccounts`. */
export interface WireAccount {
  algo: string
  address: string
  /** Base64. */
  pubkey: string
}
/** @throws `wallet.bad_answer` */
export const readAccounts = (value: unknown): readonly WireAccount[] =>
  read(() => {
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
  }) ?? bad('cosmos_getAccounts', 'something else than a list of keys')
