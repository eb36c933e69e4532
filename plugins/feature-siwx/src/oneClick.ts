import {
  isLatchkeyError,
  LatchkeyError,
  type Caip2,
  type ConnectAttempt,
  type ConnectResult,
  type Json,
  type Namespace,
  type SignInRequest,
} from '@latchkey/plugin-api'
import type { SiwxMessage, SiwxSession } from '@latchkey/siwx'
import type { Requests, Wanted } from './requests.js'
import { isSameAccount } from '@latchkey/siwx/account'
import type { Context, SiwxOptions } from './types.js'

type Answer = Parameters<SignInRequest['fulfil']>[0]
interface Asked {
  readonly wanted: Wanted
  readonly connectorId: string
  answer?: Answer
}

/** Chain families whose wallets can connect and sign at once: EIP-4361 by WalletConnect's `authenticate` or ERC-7846, and `solana:signIn`. */
const AT_ONCE: readonly Namespace[] = ['eip155', 'solana']
/** ReCap (EIP-5573), by which WalletConnect has its methods allowed: a sentence after the statement, and the last resource. */
const RECAP = {
  statement: 'I further authorize the stated URI to perform the following actions',
  resource: 'urn:recap:',
}

const isStatement = (found: string | undefined, asked: string | undefined): boolean =>
  found === asked ||
  (found !== undefined &&
    found.startsWith(`${asked === undefined ? '' : `${asked} `}${RECAP.statement}`))
const areResources = (found: readonly string[] = [], asked: readonly string[] = []): boolean => {
  const rest = found.slice(asked.length)
  return (
    asked.every((resource, at) => resource === found[at]) &&
    rest.length < 2 &&
    rest.every((resource) => resource.startsWith(RECAP.resource))
  )
}

/** The first field of what was signed that is not as it was asked for. `checkMessage` asks another question, which the store puts when it verifies: whether a message is good here and now, whatever else it says, and it knows of nothing that wallets may add. A request id is left out by ways that have no place for it; the wallet says itself when it signed. */
function differenceOf(found: SiwxMessage, asked: Wanted): string | undefined {
  const same = (['domain', 'uri', 'version', 'nonce', 'expirationTime', 'notBefore'] as const).find(
    (field) => found[field] !== asked[field],
  )
  if (same) return same
  if (found.scheme !== undefined && `${found.scheme}:` !== location.protocol) return 'scheme'
  if (found.requestId !== undefined && found.requestId !== asked.requestId) return 'requestId'
  if (!isStatement(found.statement, asked.statement)) return 'statement'
  return areResources(found.resources, asked.resources) ? undefined : 'resources'
}

/** What was signed as a session, not yet verified. @throws `siwx.bad_message`, `siwx.data_mismatch` */
async function toSession(
  { account, network, message, signature, cacao }: Answer,
  wanted: Wanted,
): Promise<SiwxSession> {
  const { parseMessage } = await import('@latchkey/siwx')
  const data = parseMessage(message, account.namespace)
  const field =
    data.chainId !== network
      ? 'chainId'
      : isSameAccount(data.accountAddress, account.address)
        ? differenceOf(data, wanted)
        : 'accountAddress'
  if (field)
    throw new LatchkeyError(
      'siwx.data_mismatch',
      `The wallet signed another ${field} than it was asked to.`,
      { context: { field } },
    )
  return {
    data,
    message,
    signature,
    ...(account.publicKey && { publicKey: account.publicKey }),
    ...(cacao !== undefined && { cacao: cacao satisfies Json }),
  }
}

/** Signing in together with connecting. */
export class OneClick {
  #asked: Asked | undefined
  constructor(
    readonly requests: Requests,
    readonly options: SiwxOptions,
    readonly ctx: Pick<Context, 'activeNetwork' | 'log' | 'networks'>,
  ) {}

  readonly #isWantedOn = (network: Caip2 | undefined): boolean =>
    this.options.networks?.includes(network!) ?? true
  /** Whether the network that is going to be used is one where a sign-in is wanted. */
  #isWantedIn(namespace: Namespace): boolean {
    const { activeNetwork, networks } = this.ctx
    const first = networks.get().find(({ value }) => value.namespace === namespace)?.value
    return this.#isWantedOn((activeNetwork.current(namespace) ?? first)?.id)
  }

  /** Asks along with the connect, where exactly one chain family is involved and its wallets may be able to. In the task of the click. */
  readonly attach = (attempt: ConnectAttempt): void => {
    this.withdraw()
    const [namespace, ...others] = attempt.namespaces
    const { namespaces = [namespace], networks, automatic = true } = this.options
    const isWanted =
      namespace !== undefined &&
      !others.length &&
      AT_ONCE.includes(namespace) &&
      (networks ? this.#isWantedIn(namespace) : namespaces.includes(namespace))
    const wanted =
      automatic && isWanted && !attempt.silent && !attempt.signIn ? this.requests.take() : undefined
    if (!wanted) return
    const asked: Asked = (this.#asked = { wanted, connectorId: attempt.connectorId })
    attempt.signIn = {
      message: { ...wanted } as Readonly<Record<string, Json>>,
      fulfil: (answer) => void (asked.answer = answer),
    }
  }

  /** Forgets what was asked and not answered. */
  withdraw(): void {
    if (this.#asked && !this.#asked.answer) this.requests.giveBack(this.#asked.wanted)
    this.#asked = undefined
  }

  /** What was signed together with this connect, if anything was. What is not what was asked for counts for nothing. */
  async take({ connectorId, accounts, restored }: ConnectResult): Promise<SiwxSession | undefined> {
    const asked = this.#asked
    if (!asked || restored || asked.connectorId !== connectorId) return undefined
    this.withdraw()
    const { answer, wanted } = asked
    if (
      !answer ||
      !this.#isWantedOn(answer.network) ||
      !accounts.some(
        ({ namespace, key }) =>
          namespace === answer.account.namespace && key === answer.account.key,
      )
    )
      return undefined
    try {
      return await toSession(answer, wanted)
    } catch (error) {
      this.ctx.log.warn(
        'The sign-in that came with the connection is not used:',
        isLatchkeyError(error) ? error.message : error,
      )
      return undefined
    }
  }
}
