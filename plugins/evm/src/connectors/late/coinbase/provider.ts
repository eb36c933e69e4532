import { LatchkeyError } from '@latchkey/plugin-api'
import { toAddresses, type Eip1193Provider } from '../../../ask.js'
import { toChainId, toHex } from '../../../chainId.js'
import { OwnFailure } from '../../../errors.js'
import { NAMESPACE } from '../../../networks.js'
import { rpc } from '../../../rpc.js'
import { createListeners, member, refusal } from '../listeners.js'
import { createKeys, decrypt, encrypt, publicKeyOf, shareKey } from './cipher.js'
import { PREFERENCE, type Ask, type Popup } from './popup.js'
import type { Session } from './sessions.js'

/** What the smart wallet answers without a chain's node. */
export const METHODS = ['wallet_getCallsStatus', 'wallet_getCapabilities']
/** What its window asks its user. */
const ASKING = ['personal_sign', 'eth_signTypedData_v4', 'eth_signTypedData_v3', 'eth_signTypedData', 'eth_signTransaction', 'eth_sendTransaction', 'wallet_addEthereumChain', 'wallet_watchAsset', 'wallet_sendCalls', 'wallet_showCallsStatus', 'wallet_grantPermissions']
/** Asked for a batch that was sent there. */
const CALLS = { id: `${NAMESPACE}:0`, rpcUrls: ['https://rpc.wallet.coinbase.com'] } as const

/** Where the session is kept over a reload. Nothing here throws. */
export interface Keeper {
  load(): Promise<Session | undefined>
  save(session: Session): Promise<void>
  forget(): Promise<void>
}
interface Needs {
  popup: Popup
  keeper: Keeper
  /** Where it begins. */
  site(): { appName: string; appLogoUrl: string; appChainIds: readonly number[] }
}

const bad = (method: string, what: string, cause?: unknown): OwnFailure => new OwnFailure(new LatchkeyError('wallet.bad_answer', `The wallet's window answered ${method} with something else than ${what}.`, { context: { method }, cause }))
const none = (): Error => refusal(4100, 'The smart wallet is not connected: connect it first.')

/** The value in what the window answered. @throws what it refused with */
function valueOf(answer: unknown): unknown {
  const result = member(answer, 'result')
  const error = member(result, 'error')
  if (error !== undefined) throw error
  return member(result, 'value')
}

/** What the window tells beside its answers. */
function withNews(session: Session, answer: unknown): Session {
  const data = member(answer, 'data')
  const [chains, capabilities] = ['chains', 'capabilities'].map((name) => member(data, name))
  const ids = typeof chains === 'object' && chains !== null ? Object.keys(chains).slice(0, 200).map(toChainId).filter((id) => id !== undefined) : session.chains
  return { ...session, chains: ids, capabilities: capabilities ?? session.capabilities }
}

/** An EIP-1193 provider over the window of Coinbase's smart wallet. Every answer is checked for its shape. */
export function createSmartWallet({ popup, keeper, site }: Needs): Eip1193Provider & { abandon(): void } {
  const { on, removeListener, tell } = createListeners()
  let session: Session | undefined
  const set = async (next: Session): Promise<void> => {
    const before = session
    session = next
    await keeper.save(next)
    if (before && before.chain !== next.chain) tell('chainChanged', toHex(next.chain))
  }
  const load = async (): Promise<Session | undefined> => (session ??= await keeper.load())
  const message = async (ask: Ask, keys: CryptoKeyPair, content: object): Promise<unknown> => {
    const answer = await ask({ id: crypto.randomUUID(), sender: await publicKeyOf(keys), content, timestamp: new Date() })
    const refused = member(member(answer, 'content'), 'failure')
    if (refused !== undefined) throw refused
    return answer
  }
  const read = (shared: CryptoKey, answer: unknown, method: string): Promise<unknown> =>
    decrypt(shared, member(member(answer, 'content'), 'encrypted')).catch((cause: unknown) => Promise.reject(bad(method, 'what was encrypted for this page', cause)))
  const handshake = async (): Promise<readonly string[]> => {
    // Before anything else: a click opens a window, and nothing later may.
    const ask = popup.open()
    const method = 'eth_requestAccounts'
    const chosen = await ask({ id: crypto.randomUUID(), event: 'selectSignerType', data: { ...PREFERENCE, handshakeRequest: { method } } })
    if (member(chosen, 'data') !== 'scw') throw bad(method, 'the smart wallet')
    const keys = await createKeys()
    const answer = await message(ask, keys, { handshake: { method, params: site() } })
    const shared = await shareKey(keys, member(answer, 'sender')).catch(() => Promise.reject(bad(method, 'its public key')))
    const content = await read(shared, answer, method)
    const accounts = toAddresses(valueOf(content))
    if (!accounts?.length) throw bad(method, 'addresses')
    await set(withNews({ keys, shared, accounts, chain: site().appChainIds[0] ?? 1, chains: [], capabilities: {} }, content))
    return accounts
  }
  const askUser = async (method: string, params: unknown): Promise<unknown> => {
    if (!session) throw none()
    const ask = popup.open()
    const { keys, shared, chain } = session
    const content = await read(shared, await message(ask, keys, { encrypted: await encrypt(shared, { action: { method, params }, chainId: chain }) }), method)
    if (session) await set(withNews(session, content))
    return valueOf(content)
  }
  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_requestAccounts: () => session?.accounts ?? handshake(),
    eth_accounts: async () => (await load())?.accounts ?? [],
    eth_chainId: async () => toHex((await load())?.chain ?? site().appChainIds[0] ?? 1),
    async wallet_switchEthereumChain(params) {
      const chain = toChainId(member((params as readonly unknown[] | undefined)?.[0], 'chainId'))
      if (!session) throw none()
      if (chain === undefined) throw refusal(-32602, 'Expected one parameter with a chainId.')
      if (!session.chains.includes(chain)) await askUser('wallet_switchEthereumChain', params)
      await set({ ...session, chain })
      return null
    },
    wallet_getCapabilities: async () => (await load())?.capabilities ?? {},
    wallet_getCallsStatus: (params) => rpc(CALLS, 'wallet_getCallsStatus', params),
    async wallet_revokePermissions() {
      session = undefined
      popup.close()
      await keeper.forget()
      return null
    },
  }
  return {
    on, removeListener,
    abandon: popup.close,
    async request({ method, params }) {
      const answer = Object.hasOwn(methods, method) ? methods[method] : ASKING.includes(method) ? (given: unknown) => askUser(method, given) : undefined
      if (!answer) throw refusal(4200, `The smart wallet does not support ${method}.`)
      return answer(params)
    },
  }
}
