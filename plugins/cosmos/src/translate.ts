import { LatchkeyError, type WireRequest } from '@latchkey/plugin-api'
import { messageOf } from './adr36.js'
import { ask, type Key, type KeplrLike } from './ask.js'
import { toBase64 } from './bytes.js'
import { fromWireDirect, readAmino, readSignature, type WireDirectDoc } from './dialect.js'
import { read } from './errors.js'

interface Asked extends WireRequest {
  provider: KeplrLike
  chainId: string
  key: Key
}

const invalid = (method: string, what: string): never => {
  throw new LatchkeyError('rpc.failed', `Invalid parameters of ${method}: ${what}.`, {
    context: { method, rpcCode: -32602 },
  })
}

/** Parameters stand in an object; some callers wrap it in a list. */
function paramsOf({ method, params, key }: Asked): unknown {
  const [given] = (Array.isArray(params) ? params : [params]) as [
    { signerAddress?: unknown; signDoc?: unknown } | undefined,
  ]
  if (given?.signerAddress !== key.address)
    throw new LatchkeyError(
      'wallet.unauthorized',
      `${method} was asked for ${String(given?.signerAddress)}, but the wallet's account there is ${key.address}: use that one.`,
      { context: { method } },
    )
  return given.signDoc
}
/** Signing for one chain while another is named would show the visitor the wrong one. */
const demandChain = ({ method, chainId }: Asked, named: string): void => {
  if (named !== chainId)
    invalid(method, `the document is for chain "${named}", the request for "${chainId}"`)
}

async function signDirect(asked: Asked): Promise<unknown> {
  const { provider, chainId, key, method, signal } = asked
  const doc =
    fromWireDirect(paramsOf(asked)) ??
    invalid(
      method,
      'expected signDoc with chainId, accountNumber, authInfoBytes and bodyBytes as base64',
    )
  demandChain(asked, doc.chainId)
  const answer = await ask(provider, 'signDirect', [chainId, key.address, doc], signal)
  const signed = read((): WireDirectDoc => {
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
  if (!signed)
    throw new LatchkeyError(
      'wallet.bad_answer',
      'signDirect was answered without the signed document.',
      { context: { method } },
    )
  return {
    signed,
    signature: signatureOf(
      read(() => (answer as { signature: unknown }).signature),
      asked,
    ),
  }
}

async function signAmino(asked: Asked): Promise<unknown> {
  const { provider, chainId, key, method, signal } = asked
  const doc =
    readAmino(paramsOf(asked)) ??
    invalid(method, 'expected signDoc with chain_id, account_number, sequence, fee, msgs and memo')
  const message = messageOf(doc)
  if (message !== undefined)
    return {
      signed: doc,
      signature: signatureOf(
        await ask(provider, 'signArbitrary', [chainId, key.address, message], signal),
        asked,
      ),
    }
  demandChain(asked, doc.chain_id)
  const answer = await ask(provider, 'signAmino', [chainId, key.address, doc], signal)
  const signed = readAmino(read(() => (answer as { signed: unknown }).signed))
  if (!signed)
    throw new LatchkeyError(
      'wallet.bad_answer',
      'signAmino was answered without the signed document.',
      { context: { method } },
    )
  return {
    signed,
    signature: signatureOf(
      read(() => (answer as { signature: unknown }).signature),
      asked,
    ),
  }
}

/** Some wallets leave the key out. */
const signatureOf = (value: unknown, { method, key }: Asked): object => {
  const { signature, pub_key } = readSignature(value, method)
  return {
    signature,
    pub_key: pub_key.value ? pub_key : { ...pub_key, value: toBase64(key.publicKey) },
  }
}

/** Answers one request of the wire by what the wallet speaks. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export async function translate(asked: Asked): Promise<unknown> {
  const { method, key } = asked
  switch (method) {
    case 'cosmos_getAccounts':
      return [{ algo: key.algo, address: key.address, pubkey: toBase64(key.publicKey) }]
    case 'cosmos_signDirect':
      return signDirect(asked)
    case 'cosmos_signAmino':
      return signAmino(asked)
    default:
      throw new LatchkeyError(
        'wallet.unsupported_method',
        `The wallet does not speak ${method}: use cosmos_getAccounts, cosmos_signDirect or cosmos_signAmino.`,
        { context: { method } },
      )
  }
}
