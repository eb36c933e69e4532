import type { Address } from 'viem'
import type { World } from '../world.js'
import { openClient, type Client } from './client.js'
import { parseLink } from './link.js'
import { fromNamespaces, networksOf, toNamespaces, type Shared } from './namespaces.js'
import { isRefusal, perform, REJECTED, switchTarget, type Refusal } from './perform.js'
import { chosenNetworks, EMPTY, type Call, type Peer, type Proposal, type SessionView, type WalletState } from './state.js'

/** ms after which a link that brings no request is given up. */
const PATIENCE = 20_000
/** ms that a site has to say that it heard. */
const HEARING = 8_000
const USER_REJECTED = { code: 5000, message: 'User rejected.' }
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

const textOf = (error: unknown): string => (error instanceof Error ? error.message : isRefusal(error) ? error.message : String(error))
const explain = (error: unknown): string => {
  const text = textOf(error)
  if (/pairing already exists/i.test(text)) return 'This link was used before. Make a new code on the site.'
  if (/expired/i.test(text)) return 'This link has expired. Make a new code on the site.'
  return text
}
const toRefusal = (error: unknown): Refusal => (isRefusal(error) ? { code: error.code, message: error.message } : { code: -32603, message: textOf(error) })
/** A site that is closed hears of it when it opens again; nobody waits for that. */
async function heard(acknowledged: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('the site has not answered yet. It hears of it when it is open.')), HEARING) })
  await Promise.race([acknowledged, patience]).finally(() => clearTimeout(timer))
}
const peerOf = ({ name, url }: Peer): Peer => ({ name: name || 'A site without a name', url })

/** The wallet: what waits for an answer, the sessions, and what can be done with them. */
export class DemoWallet {
  readonly #client: Client
  readonly #listeners = new Set<() => void>()
  readonly #networks = chosenNetworks.read()
  #state = EMPTY
  #patience: ReturnType<typeof setTimeout> | undefined

  private constructor(client: Client, readonly world: World) {
    this.#client = client
    this.#listen()
    for (const proposal of client.proposal.getAll()) this.#propose(proposal)
    this.#refresh()
  }

  static async open(world: World, relayUrl: string): Promise<DemoWallet> {
    return new DemoWallet(await openClient(relayUrl), world)
  }

  readonly getState = (): WalletState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads a link and waits for the request that it leads to; what goes wrong stands in the state. */
  async pair(text: string): Promise<void> {
    clearTimeout(this.#patience)
    try {
      const uri = parseLink(text)
      this.#set({ pairing: { status: 'waiting' }, notice: '' })
      this.#patience = setTimeout(() => this.#set({ pairing: { status: 'failed', message: 'The site did not answer through this relay. Is it set to the same one? Make a new code there and try again.' } }), PATIENCE)
      await this.#client.pair({ uri })
    } catch (error) {
      clearTimeout(this.#patience)
      this.#set({ pairing: { status: 'failed', message: explain(error) } })
    }
  }

  async approve({ id, peer }: Proposal, shared: Shared): Promise<void> {
    await this.#work(id, `${peer.name} is connected.`, async () => {
      const { acknowledged } = await this.#client.approve({ id, namespaces: toNamespaces(shared) })
      this.#drop(id)
      await heard(acknowledged())
    })
  }

  async allow(call: Call): Promise<void> {
    const { id, topic, request } = call
    await this.#work(id, 'Done.', async () => {
      try {
        const result = request.method === 'wallet_switchEthereumChain' ? await this.#obey(call) : await perform(this.world, this.#session(topic).accounts, request)
        await this.#client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
      } catch (error) {
        await this.#client.respond({ topic, response: { id, jsonrpc: '2.0', error: toRefusal(error) } })
        throw error
      } finally {
        this.#drop(id)
      }
    })
  }

  async reject(ask: Proposal | Call): Promise<void> {
    const { id } = ask
    await this.#work(id, 'Rejected.', async () => {
      if (ask.kind === 'proposal') await this.#client.reject({ id, reason: USER_REJECTED })
      else await this.#client.respond({ topic: ask.topic, response: { id, jsonrpc: '2.0', error: REJECTED } })
      this.#drop(id)
    })
  }

  /** Goes to another network in this session, and tells the site. */
  async setNetwork(topic: string, chain: number): Promise<void> {
    await this.#work(topic, 'The site was told of the network.', async () => {
      const { chains, accounts } = this.#session(topic)
      if (!chains.includes(chain)) await this.#update(topic, { chains: [...chains, chain], accounts })
      this.#remember(topic, chain)
      await this.#client.emit({ topic, chainId: `eip155:${chain}`, event: { name: 'chainChanged', data: chain } })
    })
  }

  /** Shares these accounts from now on, the first being the one in use, and tells the site. */
  async share(topic: string, accounts: readonly Address[]): Promise<void> {
    await this.#work(topic, 'The site was told of the accounts.', async () => {
      const { chains, chain } = this.#session(topic)
      await this.#update(topic, { chains, accounts })
      await this.#client.emit({ topic, chainId: `eip155:${chain}`, event: { name: 'accountsChanged', data: [...accounts] } })
    })
  }

  async disconnect({ topic, peer }: SessionView): Promise<void> {
    await this.#work(topic, `${peer.name} is disconnected.`, () => this.#client.disconnect({ topic, reason: USER_DISCONNECTED }))
  }

  async #obey({ topic, request }: Call): Promise<null> {
    const chain = switchTarget(request)
    if (!this.world.chains.some(({ id }) => id === chain)) throw { code: 4902, message: `This wallet does not know the network ${chain}.` } satisfies Refusal
    await this.setNetwork(topic, chain)
    return null
  }

  async #update(topic: string, shared: Shared): Promise<void> {
    const { acknowledged } = await this.#client.update({ topic, namespaces: toNamespaces(shared) })
    await heard(acknowledged())
  }

  #listen(): void {
    const client = this.#client
    client.on('session_proposal', ({ params }) => this.#propose(params))
    client.on('session_request', ({ id, topic, params: { request, chainId } }) => {
      const { peer } = client.session.get(topic)
      this.#ask({ kind: 'call', id, topic, peer: peerOf(peer.metadata), request: { ...request, chainId } })
    })
    client.on('proposal_expire', ({ id }) => this.#drop(id))
    client.on('session_request_expire', ({ id }) => this.#drop(id))
    client.on('session_delete', ({ topic }) => {
      this.#set({ asks: this.#state.asks.filter((ask) => ask.kind === 'proposal' || ask.topic !== topic), notice: 'A site ended its connection.' })
      this.#refresh()
    })
    client.on('session_expire', () => this.#refresh())
    for (const event of ['relayer_connect', 'relayer_disconnect']) client.core.relayer.on(event, () => this.#refresh())
  }

  #propose(params: { id: number; proposer: { metadata: Peer }; requiredNamespaces: object; optionalNamespaces: object }): void {
    clearTimeout(this.#patience)
    this.#set({ pairing: { status: 'idle' } })
    const { wanted, required } = networksOf(params as Parameters<typeof networksOf>[0])
    this.#ask({ kind: 'proposal', id: params.id, peer: peerOf(params.proposer.metadata), wanted, required })
  }

  #ask(ask: Proposal | Call): void {
    this.#set({ asks: [...this.#state.asks.filter(({ id }) => id !== ask.id), ask], notice: '' })
  }

  #drop(id: number): void {
    this.#set({ asks: this.#state.asks.filter((ask) => ask.id !== id) })
  }

  /** Does it, and says how it went. */
  async #work(id: number | string, done: string, task: () => Promise<unknown>): Promise<void> {
    this.#set({ busy: [...this.#state.busy, id] })
    const notice = await task().then(() => done, (error: unknown) => `That did not work: ${explain(error)}`)
    this.#set({ busy: this.#state.busy.filter((one) => one !== id), notice })
    this.#refresh()
  }

  #remember(topic: string, chain: number): void {
    this.#networks[topic] = chain
    chosenNetworks.write(this.#networks)
  }

  #session(topic: string): SessionView {
    const found = this.#views().find((one) => one.topic === topic)
    if (!found) throw new Error('This session has ended.')
    return found
  }

  #views(): SessionView[] {
    return this.#client.session.getAll().map(({ topic, peer, namespaces, expiry }) => {
      const { chains, accounts } = fromNamespaces(namespaces)
      const remembered = this.#networks[topic]
      return { topic, expiry, chains, accounts, peer: peerOf(peer.metadata), chain: remembered !== undefined && chains.includes(remembered) ? remembered : chains[0] ?? 0 }
    })
  }

  #refresh(): void {
    this.#set({ sessions: this.#views(), online: this.#client.core.relayer.connected })
  }

  #set(change: Partial<WalletState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
