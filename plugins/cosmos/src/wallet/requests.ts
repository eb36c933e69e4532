import { LatchkeyError, type WireRequest } from '@latchkey/plugin-api'
import { badAnswer, badParams, readSafely, unsupportedMethod } from '@latchkey/plugin-api/wallet'
import { messageOf } from '../chain/adr36.js'
import { ask, type Key, type KeplrLike } from './keplr.js'
import { toBase64 } from '../chain/bytes.js'
import { fromWireDirect, readAmino, readSignature, type WireDirectDoc } from '../chain/wire.js'

/** A request for a wallet of Keplr's kind. */
interface KeplrRequest extends WireRequest {
  provider: KeplrLike
  /** Without namespace: `cosmoshub-4`. */
  chainId: string
  /** The wallet's key on this chain. */
  key: Key
}

/** Refuses malformed parameters. @throws `rpc.failed` */
const refuse = (method: string, expected: string): never => {
  throw badParams(method, expected)
}

/**
 * The document to sign. Parameters are `{ signerAddress, signDoc }`; some callers wrap them in a list.
 * @throws `wallet.unauthorized` if another account is to sign
 */
function signDocOf({ method, params, key }: KeplrRequest): unknown {
  const [given] = (Array.isArray(params) ? params : [params]) as [
    { signerAddress?: unknown; signDoc?: unknown } | undefined,
  ]
  if (given?.signerAddress !== key.address)
    throw new LatchkeyError(
      'wallet.unauthorized',
      `${method} was asked for ${String(given?.signerAddress)}, ` +
        `but the wallet's account is ${key.address}: use that one.`,
      { context: { method } },
    )
  return given.signDoc
}
/**
 * Refuses a document for another chain than the request's: the wallet would show the visitor the
 * request's chain and sign for the other one.
 * @throws `rpc.failed`
 */
const demandChain = ({ method, chainId }: KeplrRequest, named: string): void => {
  if (named !== chainId) refuse(method, `a document for chain "${chainId}", not for "${named}"`)
}

/** Signs a document in protobuf (SIGN_MODE_DIRECT). Its bytes come and go in base64. */
async function signDirect(request: KeplrRequest): Promise<unknown> {
  const { provider, chainId, key, method, signal } = request
  const doc =
    fromWireDirect(signDocOf(request)) ??
    refuse(method, 'signDoc with chainId, accountNumber, authInfoBytes and bodyBytes as base64')
  demandChain(request, doc.chainId)
  const answer = await ask(provider, 'signDirect', [chainId, key.address, doc], signal)
  const signed = readSafely((): WireDirectDoc => {
    const { bodyBytes, authInfoBytes, accountNumber } = (
      answer as { signed: Record<string, unknown> }
    ).signed
    return {
      chainId,
      accountNumber: String(accountNumber ?? doc.accountNumber),
      authInfoBytes: toBase64(Uint8Array.from(authInfoBytes as Uint8Array)),
      bodyBytes: toBase64(Uint8Array.from(bodyBytes as Uint8Array)),
    }
  })
  if (!signed) throw badAnswer(method, 'a signed document')
  return {
    signed,
    signature: signatureOf(
      readSafely(() => (answer as { signature: unknown }).signature),
      request,
    ),
  }
}

/**
 * Signs a document in Amino JSON. One that holds only a text (ADR-36) is handed to the wallet as that
 * text, so that the visitor can read it; it is for no chain.
 */
async function signAmino(request: KeplrRequest): Promise<unknown> {
  const { provider, chainId, key, method, signal } = request
  const doc =
    readAmino(signDocOf(request)) ??
    refuse(method, 'signDoc with chain_id, account_number, sequence, fee, msgs and memo')
  const message = messageOf(doc)
  if (message !== undefined)
    return {
      signed: doc,
      signature: signatureOf(
        await ask(provider, 'signArbitrary', [chainId, key.address, message], signal),
        request,
      ),
    }
  demandChain(request, doc.chain_id)
  const answer = await ask(provider, 'signAmino', [chainId, key.address, doc], signal)
  const signed = readAmino(readSafely(() => (answer as { signed: unknown }).signed))
  if (!signed) throw badAnswer(method, 'a signed document')
  return {
    signed,
    signature: signatureOf(
      readSafely(() => (answer as { signature: unknown }).signature),
      request,
    ),
  }
}

/**
 * A signature with its public key. Some wallets leave the key out: then the key of the account is
 * filled in.
 */
const signatureOf = (value: unknown, { method, key }: KeplrRequest): object => {
  const { signature, pub_key } = readSignature(value, method)
  return {
    signature,
    pub_key: pub_key.value ? pub_key : { ...pub_key, value: toBase64(key.publicKey) },
  }
}

/**
 * Answers a `cosmos_*` request by the methods of Keplr. @throws `wallet.*`, `rpc.failed`,
 * `kernel.aborted`
 */
export async function answerRequest(request: KeplrRequest): Promise<unknown> {
  const { method, key } = request
  switch (method) {
    case 'cosmos_getAccounts':
      return [{ algo: key.algo, address: key.address, pubkey: toBase64(key.publicKey) }]
    case 'cosmos_signDirect':
      return signDirect(request)
    case 'cosmos_signAmino':
      return signAmino(request)
    default:
      throw unsupportedMethod(
        method,
        'use cosmos_getAccounts, cosmos_signDirect or cosmos_signAmino',
      )
  }
}
