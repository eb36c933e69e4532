import {
  LatchkeyError,
  type Account,
  type Connection,
  type ConnectionChange,
  type Dispose,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import { toAccounts } from './accounts.js'
import { idOf, NAMESPACE, type Chains } from './chains.js'
import { toWalletError } from './errors.js'
import { readAccounts, readInjected, type Extension, type Injected } from './injected.js'
import { SIGN_MESSAGE, SIGN_TRANSACTION, WALLET_METHODS } from './methods.js'
import { unlessAborted } from './settle.js'
import { decode } from './ss58.js'

interface Options {
  /** Of the connector and of its connection. */
  id: string
  extension: Extension
  /** The site's name, which the extension shows when it asks. */
  origin: string
  chains: Chains
  /** Aborted when the plugin ends. */
  end: AbortSignal
}

const ours = (error: unknown, signal: AbortSignal | undefined, method: string): LatchkeyError =>
  // Only our own giving up is believed; what calls itself ours came from a wallet.
  signal?.aborted
    ? new LatchkeyError('kernel.aborted', `${method} was given up before the wallet answered.`, {
        cause: signal.reason,
      })
    : toWalletError(error, method)

const ask = async (
  method: string,
  start: () => unknown,
  signal?: AbortSignal,
): Promise<unknown> => {
  try {
    return await unlessAborted(method, start, signal)
  } catch (error) {
    throw ours(error, signal, method)
  }
}
const badAnswer = (method: string, expected: string): LatchkeyError =>
  new LatchkeyError(
    'wallet.bad_answer',
    `The wallet answered ${method} with something else than ${expected}.`,
    { context: { method } },
  )

/** Asks the extension to let the site in, and opens the live link. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export async function openConnection(options: Options, signal: AbortSignal): Promise<Connection> {
  const injected = readInjected(
    await ask('enable', () => options.extension.enable(options.origin), signal),
  )
  if (!injected) throw badAnswer('enable', 'accounts and a signer')
  const connection = new InjectedConnection(options, injected)
  try {
    await connection.open(signal)
    return connection
  } catch (error) {
    connection.end()
    throw error
  }
}

const utf8Hex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)

/** What a signer answered, as plain data and with all that matters. @throws `wallet.bad_answer` */
function readSigned(
  value: unknown,
  method: string,
): { signature: string; id?: number; signedTransaction?: string } {
  try {
    const { signature, id, signedTransaction: whole } = value as Record<string, unknown>
    const signedTransaction =
      whole instanceof Uint8Array
        ? `0x${Array.from(whole, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
        : (whole ?? undefined)
    // 64 or 65 bytes, and one more for the type where the wallet says it.
    const isGood = isHex(signature) && signature.length >= 130 && signature.length <= 134
    if (isGood && (signedTransaction === undefined || isHex(signedTransaction)))
      return {
        signature,
        ...(typeof id === 'number' && { id }),
        ...(signedTransaction !== undefined && { signedTransaction }),
      }
  } catch {
    // Said below.
  }
  throw badAnswer(method, 'a signature of 64 to 66 bytes')
}

class InjectedConnection implements Connection {
  readonly id: string
  readonly connectorId: string
  readonly #options: Options
  readonly #injected: Injected
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  #accounts: readonly Account[] = []
  #unsubscribe: Dispose | undefined
  /** Told before it asked, while it was being opened. */
  #isTold = false
  #isOver = false

  constructor(options: Options, injected: Injected) {
    this.id = this.connectorId = options.id
    this.#options = options
    this.#injected = injected
    options.end.addEventListener('abort', this.end, { once: true })
  }

  async open(signal: AbortSignal): Promise<void> {
    const { accounts } = this.#injected
    await ask(
      'accounts.subscribe',
      () => {
        const stop = accounts.subscribe((value) => this.#onAccounts(value))
        // Some answer a promise of what stops it.
        this.#unsubscribe = () =>
          void (typeof stop === 'function'
            ? Reflect.apply(stop, undefined, [])
            : Promise.resolve(stop).then(
                (late) => typeof late === 'function' && Reflect.apply(late, undefined, []),
                () => undefined,
              ))
      },
      signal,
    )
    const shown = readAccounts(await ask('accounts.get', () => accounts.get(), signal))
    if (!shown) throw badAnswer('accounts.get', 'a list of accounts')
    // What it said by itself is newer than an answer that was under way.
    if (!this.#isTold || !this.#accounts.length)
      this.#accounts = toAccounts(shown, this.#options.chains)
    if (!this.#accounts.length)
      throw new LatchkeyError(
        'wallet.bad_answer',
        'The wallet shows no account for the networks of this site: allow one in the wallet and connect again.',
        { context: { method: 'accounts.get' } },
      )
  }

  get scopes(): Scopes {
    return { [NAMESPACE]: { accounts: this.#accounts, networks: 'any', methods: WALLET_METHODS } }
  }

  async request({ network, method, params, signal }: WireRequest): Promise<unknown> {
    if (this.#isOver)
      throw new LatchkeyError(
        'wallet.disconnected',
        'The wallet was disconnected: connect it again.',
        { context: { connectorId: this.connectorId } },
      )
    const { signer } = this.#injected
    const {
      address,
      message,
      transactionPayload: payload,
    } = (params ?? {}) as Record<string, unknown>
    if (method === SIGN_MESSAGE && typeof signer.signRaw === 'function') {
      const own = this.#own(address, method).address
      if (typeof message !== 'string')
        throw new LatchkeyError(
          'rpc.failed',
          `Invalid parameters of ${method}: expected address and message as texts.`,
          { context: { method, rpcCode: -32602 } },
        )
      return readSigned(
        await ask(
          method,
          () =>
            signer.signRaw!({
              address: own,
              data: isHex(message) ? message : utf8Hex(message),
              type: 'bytes',
            }),
          signal,
        ),
        method,
      )
    }
    if (method === SIGN_TRANSACTION && typeof signer.signPayload === 'function') {
      const own = this.#own(address, method).address
      const given = payload as { genesisHash?: unknown; address?: unknown } | undefined
      if (typeof given?.genesisHash !== 'string' || idOf(given.genesisHash) !== network)
        throw new LatchkeyError(
          'wallet.chain_disconnected',
          `The transaction is not for ${network}: its genesisHash is of another chain.`,
          { context: { network } },
        )
      if (given.address !== undefined && given.address !== address)
        this.#own(given.address, method, this.#own(address, method).key)
      return readSigned(
        await ask(method, () => signer.signPayload!({ ...given, address: own }), signal),
        method,
      )
    }
    throw new LatchkeyError(
      'wallet.unsupported_method',
      `The wallet does not support ${String(method)}.`,
      { context: { method } },
    )
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (!this.#listeners.size) this.end()
    }
  }

  /** The extension keeps its permission: only the visitor can take it back, there. */
  release(): Promise<void> {
    this.end()
    return Promise.resolve()
  }

  snapshot(): { id: string } {
    return { id: this.id }
  }

  /** Listens no more. */
  readonly end = (): void => {
    this.#isOver = true
    this.#options.end.removeEventListener('abort', this.end)
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = undefined
    try {
      unsubscribe?.()
    } catch {
      // Its own affair.
    }
  }

  /** The account with that address in any spelling, as the wallet spells it. @throws `wallet.unauthorized`, `adapter.invalid_address` */
  #own(address: unknown, method: string, key?: string): Account {
    const { id } = decode(address)
    const account = this.#accounts.find(
      (one) => one.key === id && (key === undefined || key === id),
    )
    if (!account)
      throw new LatchkeyError(
        'wallet.unauthorized',
        `The wallet has not authorised ${String(address)}: choose one of its accounts.`,
        { context: { method } },
      )
    return account
  }

  #onAccounts(value: unknown): void {
    const shown = this.#isOver ? undefined : readAccounts(value)
    if (!shown) return
    this.#isTold = true
    this.#accounts = toAccounts(shown, this.#options.chains)
    const listeners = [...this.#listeners]
    if (this.#accounts.length) {
      for (const listener of listeners) listener({ scopes: this.scopes })
    } else if (listeners.length) {
      // Told after it ended: whoever hears it may ask.
      this.end()
      for (const listener of listeners) listener({ closed: 'wallet' })
    }
  }
}
