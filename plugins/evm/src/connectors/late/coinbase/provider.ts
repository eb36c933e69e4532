import { LatchkeyError } from '@latchkey/plugin-api'
import { OwnFailure } from '@latchkey/plugin-api/wallet'
import { askNodes } from '../../../chain/nodes.js'
import { toAddresses, type Eip1193Provider } from '../../../wallet/ask.js'
import { toChainId, toHex } from '../../../chain/chainId.js'
import { NAMESPACE } from '../../../chain/networks.js'
import { createListeners, member, refusal } from '../listeners.js'
import { createKeys, decrypt, encrypt, publicKeyOf, shareKey } from './cipher.js'
import { PREFERENCE, type Ask, type Popup, type Site } from './popup.js'
import type { Session } from './sessions.js'

/** Methods that the smart wallet answers without a node. */
export const METHODS = ['wallet_getCallsStatus', 'wallet_getCapabilities']
/** Methods for which its window asks the user. */
const WINDOW_METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_signTypedData_v3',
  'eth_signTypedData',
  'eth_signTransaction',
  'eth_sendTransaction',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_grantPermissions',
]
/** Coinbase's own node, asked for the status of a batch of calls. */
const CALLS_NODE = { id: `${NAMESPACE}:0`, rpcUrls: ['https://rpc.wallet.coinbase.com'] } as const

/** Keeps the session over a reload. Its methods do not throw. */
export interface Keeper {
  load(): Promise<Session | undefined>
  save(session: Session): Promise<void>
  forget(): Promise<void>
}
interface Needs {
  popup: Popup
  keeper: Keeper
  site(): Site
}

const bad = (method: string, what: string, cause?: unknown): OwnFailure =>
  new OwnFailure(
    new LatchkeyError(
      'wallet.bad_answer',
      `The wallet's window answered ${method} with something other than ${what}.`,
      { context: { method }, cause },
    ),
  )
const notConnected = (): Error =>
  refusal(4100, 'The smart wallet is not connected: connect it first.')

/** Reads the value of an answer of the window. @throws the window's error */
function valueOf(answer: unknown): unknown {
  const result = member(answer, 'result')
  const error = member(result, 'error')
  if (error !== undefined) throw error
  return member(result, 'value')
}

/** The session with the chains and capabilities that an answer of the window carries. */
function withUpdates(session: Session, answer: unknown): Session {
  const data = member(answer, 'data')
  const [chains, capabilities] = ['chains', 'capabilities'].map((name) => member(data, name))
  const ids =
    typeof chains === 'object' && chains !== null
      ? Object.keys(chains)
          .slice(0, 200)
          .map(toChainId)
          .filter((id) => id !== undefined)
      : session.chains
  return { ...session, chains: ids, capabilities: capabilities ?? session.capabilities }
}

/** Sends one message to the window. @throws the window's error */
async function send(ask: Ask, keys: CryptoKeyPair, content: object): Promise<unknown> {
  const answer = await ask({
    id: crypto.randomUUID(),
    sender: await publicKeyOf(keys),
    content,
    timestamp: new Date(),
  })
  const refused = member(member(answer, 'content'), 'failure')
  if (refused !== undefined) throw refused
  return answer
}
const read = (shared: CryptoKey, answer: unknown, method: string): Promise<unknown> =>
  decrypt(shared, member(member(answer, 'content'), 'encrypted')).catch((cause: unknown) =>
    Promise.reject(bad(method, 'what was encrypted for this page', cause)),
  )

/** Opens a session with the wallet that the user picks in the window. */
async function shakeHands(ask: Ask, site: Site): Promise<Session> {
  const method = 'eth_requestAccounts'
  const chosen = await ask({
    id: crypto.randomUUID(),
    event: 'selectSignerType',
    data: { ...PREFERENCE, handshakeRequest: { method } },
  })
  if (member(chosen, 'data') !== 'scw') throw bad(method, 'the smart wallet')
  const keys = await createKeys()
  const answer = await send(ask, keys, { handshake: { method, params: site } })
  const shared = await shareKey(keys, member(answer, 'sender')).catch(() =>
    Promise.reject(bad(method, 'its public key')),
  )
  const content = await read(shared, answer, method)
  const accounts = toAddresses(valueOf(content))
  if (!accounts?.length) throw bad(method, 'addresses')
  return withUpdates(
    { keys, shared, accounts, chain: site.appChainIds[0] ?? 1, chains: [], capabilities: {} },
    content,
  )
}

/**
 * An EIP-1193 provider over the window of Coinbase's smart wallet. The shape of every answer is
 * checked.
 */
export class SmartWallet implements Eip1193Provider {
  readonly #needs: Needs
  readonly #listeners = createListeners()
  readonly on = this.#listeners.on
  readonly removeListener = this.#listeners.removeListener
  #session: Session | undefined

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const answer = Object.hasOwn(this.#methods, method) ? this.#methods[method] : undefined
    if (answer) return answer(params)
    if (WINDOW_METHODS.includes(method)) return this.#ask(method, params)
    throw refusal(4200, `The smart wallet does not support ${method}.`)
  }

  async #load(): Promise<Session | undefined> {
    return (this.#session ??= await this.#needs.keeper.load())
  }
  async #set(next: Session): Promise<void> {
    const before = this.#session
    this.#session = next
    await this.#needs.keeper.save(next)
    if (before && before.chain !== next.chain)
      this.#listeners.emit('chainChanged', toHex(next.chain))
  }
  async #connect(): Promise<readonly string[]> {
    // First of all: browsers open a window only in the task of the click.
    const ask = this.#needs.popup.open()
    const session = await shakeHands(ask, this.#needs.site())
    await this.#set(session)
    return session.accounts
  }
  async #ask(method: string, params: unknown): Promise<unknown> {
    if (!this.#session) throw notConnected()
    const ask = this.#needs.popup.open()
    const { keys, shared, chain } = this.#session
    const content = await read(
      shared,
      await send(ask, keys, {
        encrypted: await encrypt(shared, { action: { method, params }, chainId: chain }),
      }),
      method,
    )
    if (this.#session) await this.#set(withUpdates(this.#session, content))
    return valueOf(content)
  }
  async #move(params: unknown): Promise<null> {
    const chain = toChainId(member((params as readonly unknown[] | undefined)?.[0], 'chainId'))
    if (!this.#session) throw notConnected()
    if (chain === undefined) throw refusal(-32602, 'Expected one parameter with a chainId.')
    if (!this.#session.chains.includes(chain)) await this.#ask('wallet_switchEthereumChain', params)
    await this.#set({ ...this.#session, chain })
    return null
  }
  async #forget(): Promise<null> {
    this.#session = undefined
    this.#needs.popup.close()
    await this.#needs.keeper.forget()
    return null
  }

  readonly #methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_requestAccounts: () => this.#session?.accounts ?? this.#connect(),
    eth_accounts: async () => (await this.#load())?.accounts ?? [],
    eth_chainId: async () =>
      toHex((await this.#load())?.chain ?? this.#needs.site().appChainIds[0] ?? 1),
    wallet_switchEthereumChain: (params) => this.#move(params),
    wallet_getCapabilities: async () => (await this.#load())?.capabilities ?? {},
    wallet_getCallsStatus: (params) => askNodes(CALLS_NODE, 'wallet_getCallsStatus', params),
    wallet_revokePermissions: () => this.#forget(),
  }
}
