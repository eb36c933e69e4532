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
import { loadFamilies } from '../families.js'
import type { Requests, MessageFields } from './requests.js'
import type { Context, SiwxOptions } from '../types.js'

type Answer = Parameters<SignInRequest['fulfil']>[0]
interface PendingOneClick {
  readonly wanted: MessageFields
  readonly connectorId: string
  answer?: Answer
}

/**
 * ReCap (EIP-5573), by which WalletConnect asks for permission of its methods: it adds a sentence to
 * the statement, and a last resource.
 */
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

/**
 * The first field of the signed message that differs from the request. Additions that wallets may
 * make (ReCap, scheme) are allowed, a request id may be missing, and `issuedAt` is the wallet's own.
 * This is not `checkMessage`: the store calls that one when it verifies, to learn whether a message
 * is valid here and now.
 */
function differenceOf(found: SiwxMessage, asked: MessageFields): string | undefined {
  const same = (['domain', 'uri', 'version', 'nonce', 'expirationTime', 'notBefore'] as const).find(
    (field) => found[field] !== asked[field],
  )
  if (same) return same
  if (found.scheme !== undefined && `${found.scheme}:` !== location.protocol) return 'scheme'
  if (found.requestId !== undefined && found.requestId !== asked.requestId) return 'requestId'
  if (!isStatement(found.statement, asked.statement)) return 'statement'
  return areResources(found.resources, asked.resources) ? undefined : 'resources'
}

/**
 * The signed message as a session, not yet verified.
 * @throws `siwx.bad_message`, `siwx.data_mismatch`
 */
async function toSession(
  ctx: Pick<Context, 'adapters'>,
  { account, network, message, signature, cacao }: Answer,
  wanted: MessageFields,
): Promise<SiwxSession> {
  const { namespace } = account
  const [{ isSameAccountIn, parseMessage }, families] = await Promise.all([
    import('@latchkey/siwx'),
    loadFamilies(ctx, namespace),
  ])
  const data = parseMessage(message, namespace, families)
  const field =
    data.chainId !== network
      ? 'chainId'
      : isSameAccountIn({ namespace, families }, data.accountAddress, account.address)
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

/** Signs in together with connecting, in one question of the wallet. */
export class OneClick {
  #asked: PendingOneClick | undefined
  constructor(
    readonly requests: Requests,
    readonly options: SiwxOptions,
    readonly ctx: Pick<Context, 'activeNetwork' | 'adapters' | 'log' | 'networks'>,
  ) {}

  readonly #isWantedOn = (network: Caip2 | undefined): boolean =>
    this.options.networks?.includes(network!) ?? true
  /** Whether a sign-in is wanted on the network that will be in use after connecting. */
  #isWantedIn(namespace: Namespace): boolean {
    const { activeNetwork, networks } = this.ctx
    const first = networks.get().find(({ value }) => value.namespace === namespace)?.value
    return this.#isWantedOn((activeNetwork.current(namespace) ?? first)?.id)
  }

  /**
   * Adds the question to a connect, where exactly one chain family is involved and its wallets may be
   * able to answer it. Synchronous, as it runs in the task of the click.
   */
  readonly attach = (attempt: ConnectAttempt): void => {
    this.withdraw()
    const [namespace, ...others] = attempt.namespaces
    const { namespaces = [namespace], networks, automatic = true } = this.options
    const isWanted =
      namespace !== undefined &&
      !others.length &&
      this.ctx.adapters.find(namespace)?.value.signIn?.withConnect === true &&
      (networks ? this.#isWantedIn(namespace) : namespaces.includes(namespace))
    const wanted =
      automatic && isWanted && !attempt.silent && !attempt.signIn ? this.requests.take() : undefined
    if (!wanted) return
    const asked: PendingOneClick = (this.#asked = { wanted, connectorId: attempt.connectorId })
    attempt.signIn = {
      message: { ...wanted } as Readonly<Record<string, Json>>,
      fulfil: (answer) => void (asked.answer = answer),
    }
  }

  /** Forgets the question, and puts its nonce back where it was not answered. */
  withdraw(): void {
    if (this.#asked && !this.#asked.answer) this.requests.giveBack(this.#asked.wanted)
    this.#asked = undefined
  }

  /**
   * The session that was signed together with this connect, if there is one. A message other than the
   * requested one is ignored.
   */
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
      return await toSession(this.ctx, answer, wanted)
    } catch (error) {
      this.ctx.log.warn(
        'The sign-in that came with the connection is not used:',
        isLatchkeyError(error) ? error.message : error,
      )
      return undefined
    }
  }
}
