import {
  isLatchkeyError,
  type ConnectRequest,
  type Network,
  type PluginContext,
  type Scopes,
  type SignInRequest,
} from '@latchkey/plugin-api'
import { toHex } from '../chain/chainId.js'
import { NAMESPACE } from '../chain/networks.js'

const METHOD = 'wallet_connect'
const CAPABILITY = 'signInWithEthereum'
/** The fields of a sign-in message (EIP-4361) that are texts; it also has `chainId` and `resources`. */
const TEXT_FIELDS = [
  'scheme',
  'domain',
  'statement',
  'uri',
  'version',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

/**
 * Codes of Latchkey for errors by which a wallet refuses without asking its user: it wants to be
 * connected first, or does not know the method.
 */
const UNASKED_ERRORS: readonly string[] = ['wallet.unauthorized', 'wallet.unsupported_method']
/**
 * JSON-RPC codes of such errors: unknown method, unknown parameters or capability (EIP-5792), unknown
 * chains.
 */
const UNASKED_RPC_CODES: readonly unknown[] = [5700, 5710, -32_004, -32_600, -32_601, -32_602]
/**
 * Words of such errors, from wallets that pass unknown methods on, and from the nodes behind them.
 */
const UNASKED_WORDS =
  /(?:\bnot |n't |\bun)(?:support|exist|available|found|implement|recogni[sz]|handle|known|have |has )|invalid method/i
/** Longest message that is accepted, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 10_000
/** A contract account's signature (ERC-6492) may carry the code that creates it. */
const MAX_SIGNATURE_LENGTH = 100_000

/** Sends a request to the wallet. Everything that it throws is a `LatchkeyError` already. */
export type AskWallet = (method: string, params: unknown) => Promise<unknown>

/** The answer of a wallet to connecting and signing in at once. */
export interface ConnectAnswer {
  /** The addresses that the wallet exposed. That of the account that signed comes first. */
  addresses: string[]
  /**
   * Hands the signed message to the one who asked for the sign-in, who verifies it. Does nothing where
   * the wallet signed none, or the account that signed is not in `scopes`.
   */
  fulfil(scopes: Scopes): void
}
interface SignedMessage {
  address: string
  message: string
  signature: string
}

/** The capability that asks the wallet to sign this message, in the shape of ERC-7846. */
function toCapability({ message }: SignInRequest, { reference }: Network): object {
  const { resources } = message
  const texts = TEXT_FIELDS.flatMap((name) =>
    typeof message[name] === 'string' ? [[name, message[name]] as const] : [],
  )
  const list = Array.isArray(resources) ? resources.filter((item) => typeof item === 'string') : []
  return {
    version: '1',
    ...Object.fromEntries(texts),
    chainId: toHex(reference),
    ...(list.length && { resources: list }),
  }
}

/** An account of the wallet's answer, not checked yet. */
interface LooseAccount {
  address?: unknown
  capabilities?: Partial<Record<string, { message?: unknown; signature?: unknown }>>
}
/** The message that an account signed. `undefined`: it signed none, or not one of a valid shape. */
function signedBy({ address, capabilities }: LooseAccount): SignedMessage | undefined {
  const { message, signature } = capabilities?.[CAPABILITY] ?? {}
  if (typeof address !== 'string' || typeof message !== 'string' || typeof signature !== 'string')
    return undefined
  return message.length <= MAX_MESSAGE_LENGTH &&
    signature.length <= MAX_SIGNATURE_LENGTH &&
    /^0x(?:[0-9a-f]{2})+$/i.test(signature)
    ? { address, message, signature }
    : undefined
}

/** Reads accounts and signed message as plain data. `undefined` for an answer of another shape. */
function readAnswer(
  answer: unknown,
): { addresses: string[]; signed: SignedMessage | undefined } | undefined {
  try {
    // By way of JSON, so that no getter or proxy of the wallet is read twice.
    const { accounts } = JSON.parse(JSON.stringify(answer)) as { accounts: unknown }
    const list = (accounts as readonly (LooseAccount | string)[]).map((account): LooseAccount =>
      typeof account === 'string' ? { address: account } : account,
    )
    const signed = list.map(signedBy).find((each) => each !== undefined)
    const addresses = list.map(({ address }) => address)
    if (!addresses.every((address) => typeof address === 'string')) return undefined
    return { addresses: [...new Set(signed ? [signed.address, ...addresses] : addresses)], signed }
  } catch {
    // The answer is cyclic, has no list of accounts, or throws when it is read.
    return undefined
  }
}

/** Whether a wallet failed without asking its user, so that asking it again opens no second prompt. */
const isUnasked = (error: unknown): boolean =>
  isLatchkeyError(error) &&
  (UNASKED_ERRORS.includes(error.code) ||
    (isLatchkeyError(error, 'rpc.failed') &&
      (UNASKED_RPC_CODES.includes(error.context.rpcCode) ||
        UNASKED_WORDS.test(error.details ?? ''))))

/**
 * Makes a function that connects a wallet and signs in with one prompt (ERC-7846, `wallet_connect`
 * with the capability `signInWithEthereum`).
 * It answers `undefined` where the wallet cannot do that. The caller then asks for the accounts alone,
 * which opens no second prompt: either the user was not asked, or the wallet has let the page in.
 * Where the wallet fails without saying why, the attempt fails, and later attempts of this visit
 * answer `undefined` at once.
 * @throws what `ask` throws
 */
export function createSignIn({
  activeNetwork,
}: Pick<PluginContext, 'activeNetwork'>): (
  ask: AskWallet,
  request: Pick<ConnectRequest, 'networks' | 'signIn'>,
) => Promise<ConnectAnswer | undefined> {
  let isKnownToFail = false
  return async (ask, { networks, signIn }) => {
    const evmNetworks = networks.filter(({ namespace }) => namespace === NAMESPACE)
    const activeId = activeNetwork.current(NAMESPACE)?.id
    const network = evmNetworks.find(({ id }) => id === activeId) ?? evmNetworks[0]
    if (isKnownToFail || !network || !signIn || typeof signIn.message['nonce'] !== 'string')
      return undefined
    const others = evmNetworks.filter((each) => each !== network)
    const chainIds = [network, ...others].map(({ reference }) => toHex(reference))
    let answer: unknown
    try {
      answer = await ask(METHOD, [
        { version: '1', capabilities: { [CAPABILITY]: toCapability(signIn, network) }, chainIds },
      ])
    } catch (error) {
      if (
        isLatchkeyError(error, 'wallet.user_rejected') ||
        isLatchkeyError(error, 'wallet.request_pending')
      )
        throw error
      isKnownToFail = true
      if (isUnasked(error)) return undefined
      throw error
    }
    const read = readAnswer(answer)
    return (
      read && {
        addresses: read.addresses,
        fulfil(scopes) {
          const account = scopes[NAMESPACE]?.accounts.find(
            ({ address }) => address.toLowerCase() === read.signed?.address.toLowerCase(),
          )
          if (account && read.signed)
            signIn.fulfil({
              account,
              network: network.id,
              message: read.signed.message,
              signature: read.signed.signature,
            })
        },
      }
    )
  }
}
