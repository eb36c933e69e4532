import { LatchkeyError, type Account, type WireRequest } from '@latchkey/plugin-api'
import {
  askWallet,
  badAnswer,
  badParams,
  readSafely,
  unsupportedMethod,
} from '@latchkey/plugin-api/wallet'
import { idOf } from '../chain/chains.js'
import { SIGN_MESSAGE, SIGN_TRANSACTION } from '../chain/methods.js'
import { decode } from '../chain/ss58.js'
import { toWalletError } from './errors.js'
import type { Injected } from './injected.js'

/** The signer's answer as plain data. */
interface Signed {
  /** Hexadecimal with `0x`. */
  signature: string
  /** Number of the request in the wallet. */
  id?: number
  /** The whole signed transaction in hexadecimal, from wallets that changed it. */
  signedTransaction?: string
}

const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)

/** Reads the answer of a signer. @throws `wallet.bad_answer` */
function readSigned(value: unknown, method: string): Signed {
  const signed = readSafely((): Signed | undefined => {
    const { signature, id, signedTransaction: given } = value as Record<string, unknown>
    const signedTransaction = given instanceof Uint8Array ? toHex(given) : (given ?? undefined)
    // 64 or 65 bytes, and one more where the wallet puts the type of the key before them.
    if (!isHex(signature) || signature.length < 130 || signature.length > 134) return undefined
    if (signedTransaction !== undefined && !isHex(signedTransaction)) return undefined
    return {
      signature,
      ...(typeof id === 'number' && { id }),
      ...(signedTransaction !== undefined && { signedTransaction }),
    }
  })
  if (!signed) throw badAnswer(method, 'a signature of 64 to 66 bytes')
  return signed
}

/**
 * The account that has this address in any spelling.
 * @throws `wallet.unauthorized`, `adapter.invalid_address`
 */
function demandAccount(accounts: readonly Account[], address: unknown, method: string): Account {
  const { id } = decode(address)
  const account = accounts.find(({ key }) => key === id)
  if (!account)
    throw new LatchkeyError(
      'wallet.unauthorized',
      `The wallet has not authorised ${String(address)}: choose one of its accounts.`,
      { context: { method } },
    )
  return account
}

/** The signer of a polkadot.js extension. Each of its methods may be missing. */
type Signer = Injected['signer']
/** A method of the signer, bound to it. `undefined`: the wallet does not have it. */
const methodOf = <Name extends keyof Signer>(
  signer: Signer,
  name: Name,
): NonNullable<Signer[Name]> | undefined => {
  const method = readSafely(() => signer[name])
  return typeof method === 'function'
    ? (method.bind(signer) as NonNullable<Signer[Name]>)
    : undefined
}

/**
 * Answers `polkadot_signMessage` and `polkadot_signTransaction` by the signer of an extension.
 * @throws `wallet.*`, `rpc.failed`, `adapter.invalid_address`, `kernel.aborted`
 */
export async function answerRequest(
  { network, method, params, signal }: WireRequest,
  signer: Signer,
  accounts: readonly Account[],
): Promise<Signed> {
  const { address, message, transactionPayload } = (params ?? {}) as Record<string, unknown>
  const ask = async (run: () => unknown): Promise<Signed> =>
    readSigned(await askWallet(method, run, signal, toWalletError), method)
  const signRaw = method === SIGN_MESSAGE && methodOf(signer, 'signRaw')
  if (signRaw) {
    const own = demandAccount(accounts, address, method)
    if (typeof message !== 'string') throw badParams(method, 'address and message as texts')
    // A message in hexadecimal stands for its bytes.
    const data = isHex(message) ? message : toHex(new TextEncoder().encode(message))
    return ask(() => signRaw({ address: own.address, data, type: 'bytes' }))
  }
  const signPayload = method === SIGN_TRANSACTION && methodOf(signer, 'signPayload')
  if (signPayload) {
    const own = demandAccount(accounts, address, method)
    const payload = transactionPayload as { genesisHash?: unknown; address?: unknown } | undefined
    if (typeof payload?.genesisHash !== 'string' || idOf(payload.genesisHash) !== network)
      throw new LatchkeyError(
        'wallet.chain_disconnected',
        `The transaction is not for ${network}: its genesisHash is of another chain.`,
        { context: { network } },
      )
    // The payload may name the same account in another spelling, but no other account.
    if (payload.address !== undefined) demandAccount([own], payload.address, method)
    return ask(() => signPayload({ ...payload, address: own.address }))
  }
  throw unsupportedMethod(method)
}
