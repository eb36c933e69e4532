import {
  isLatchkeyError,
  type ConnectRequest,
  type Network,
  type PluginContext,
  type Scopes,
  type SignInRequest,
} from '@latchkey/plugin-api'
import { toHex } from './chainId.js'
import { NAMESPACE } from './networks.js'

const METHOD = 'wallet_connect'
const CAPABILITY = 'signInWithEthereum'
/** Fields of the capability that are texts; it has `chainId` and `resources` besides. */
const TEXTS = [
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

/** What a wallet refuses with before it asks anybody: nothing at all before it is connected, no such method. */
const UNASKED: readonly string[] = ['wallet.unauthorized', 'wallet.unsupported_method']
/** And by number: no such method, no such parameters or capability (ERC-5792), none of these chains. */
const UNASKED_CODES: readonly unknown[] = [5700, 5710, -32_004, -32_600, -32_601, -32_602]
/** The same in words, of wallets that hand on what they do not know, and of the nodes behind them. */
const UNASKED_WORDS =
  /(?:\bnot |n't |\bun)(?:support|exist|available|found|implement|recogni[sz]|handle|known|have |has )|invalid method/i
/** Longest texts that are handed over; a contract account's signature (ERC-6492) may carry its creation. */
const MOST_MESSAGE = 10_000
const MOST_SIGNATURE = 100_000

/** Asks the wallet; whatever it throws is one of ours. */
export type Ask = (method: string, params: unknown) => Promise<unknown>

/** What a wallet let the page have. */
export interface Connected {
  /** The one that signed comes first. */
  addresses: string[]
  /** Hands over what was signed, if anything was, and its account is there. The asker verifies. */
  fulfil(scopes: Scopes): void
}
interface Signed {
  address: string
  message: string
  signature: string
}

function toCapability({ message }: SignInRequest, { reference }: Network): object {
  const { resources } = message
  const texts = TEXTS.flatMap((name) =>
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

interface LooseAccount {
  address?: unknown
  capabilities?: Partial<Record<string, { message?: unknown; signature?: unknown }>>
}
function signedBy({ address, capabilities }: LooseAccount): Signed | undefined {
  const { message, signature } = capabilities?.[CAPABILITY] ?? {}
  if (typeof address !== 'string' || typeof message !== 'string' || typeof signature !== 'string')
    return undefined
  return message.length <= MOST_MESSAGE &&
    signature.length <= MOST_SIGNATURE &&
    /^0x(?:[0-9a-f]{2})+$/i.test(signature)
    ? { address, message, signature }
    : undefined
}

/** Accounts and what was signed, as plain data. `undefined`: it is no such answer. */
function readAnswer(
  answer: unknown,
): { addresses: string[]; signed: Signed | undefined } | undefined {
  try {
    const { accounts } = JSON.parse(JSON.stringify(answer)) as { accounts: unknown }
    const list = (accounts as readonly (LooseAccount | string)[]).map((account): LooseAccount =>
      typeof account === 'string' ? { address: account } : account,
    )
    const signed = list.map(signedBy).find((each) => each !== undefined)
    const addresses = list.map(({ address }) => address)
    if (!addresses.every((address) => typeof address === 'string')) return undefined
    return { addresses: [...new Set(signed ? [signed.address, ...addresses] : addresses)], signed }
  } catch {
    // Cyclic, no object, no list, or it throws when it is read.
    return undefined
  }
}

const isUnasked = (error: unknown): boolean =>
  isLatchkeyError(error) &&
  (UNASKED.includes(error.code) ||
    (isLatchkeyError(error, 'rpc.failed') &&
      (UNASKED_CODES.includes(error.context.rpcCode) || UNASKED_WORDS.test(error.details ?? ''))))

/**
 * Connects a wallet and signs in with one question to its user (ERC-7846, `wallet_connect` with the capability `signInWithEthereum`).
 * Answers `undefined` where the wallet does not know how: nobody was asked then, or the page was let in already and asking for accounts puts no second question.
 * Where it fails and does not say why, the attempt fails, and the next one is made as with any other wallet.
 * @throws what `ask` throws
 */
export function createSignIn({
  activeNetwork,
}: Pick<PluginContext, 'activeNetwork'>): (
  ask: Ask,
  request: Pick<ConnectRequest, 'networks' | 'signIn'>,
) => Promise<Connected | undefined> {
  let isKnownToFail = false
  return async (ask, { networks, signIn }) => {
    const mine = networks.filter(({ namespace }) => namespace === NAMESPACE)
    const network = mine.find(({ id }) => id === activeNetwork.current(NAMESPACE)?.id) ?? mine[0]
    if (isKnownToFail || !network || !signIn || typeof signIn.message['nonce'] !== 'string')
      return undefined
    const chainIds = [network, ...mine.filter((each) => each !== network)].map(({ reference }) =>
      toHex(reference),
    )
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
