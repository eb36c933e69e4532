import type { Address } from 'viem'
import type { World } from '../world.js'
import { openClient, type Client } from './client.js'
import { explain, toRefusal } from './errors.js'
import { parseLink } from './link.js'
import { Keyring } from './keys.js'
import {
  familiesOf,
  fromNamespaces,
  networksOf,
  toNamespaces,
  type Asking,
  type Shared,
} from './namespaces.js'
import { perform, refuse, REJECTED, switchTarget, type Refusal, type Request } from './perform.js'
import {
  chosenNetworks,
  EMPTY,
  type Call,
  type Peer,
  type Proposal,
  type SessionView,
  type WalletState,
} from './state.js'

/** Time in ms after which a link without a request fails. */
const PAIRING_TIMEOUT_MS = 20_000
/** Time in ms that a site has to acknowledge a change. */
const ACKNOWLEDGE_TIMEOUT_MS = 8_000
const USER_REJECTED = { code: 5000, message: 'User rejected.' }
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/**
 * Waits for a site's acknowledgement, but not for ever: a closed site gets the change when it opens
 * again.
 */
async function waitForAcknowledgement(acknowledged: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('the site has not answered yet. It hears of it when it is open.')),
      ACKNOWLEDGE_TIMEOUT_MS,
    )
  })
  await Promise.race([acknowledged, timeout]).finally(() => clearTimeout(timer))
}
const peerOf = ({ name, url }: Peer): Peer => ({ name: name || 'A site without a name', url })

/** The wallet: its open requests, its sessions, and the actions on them. */
export class DemoWallet {
  readonly #client: Client
  readonly #keys: Keyring
  readonly #listeners = new Set<() => void>()
  readonly #networks = chosenNetworks.read()
  #state = EMPTY
  #timeout: ReturnType<typeof setTimeout> | undefined

  private constructor(
    client: Client,
    readonly world: World,
  ) {
    this.#client = client
    this.#keys = new Keyring(world)
    this.#listen()
    for (const proposal of client.proposal.getAll()) void this.#propose(proposal)
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

  /** Pairs with a link and waits for the site's request. Errors are put into the state. */
  async pair(text: string): Promise<void> {
    clearTimeout(this.#timeout)
    try {
      const uri = parseLink(text)
      this.#set({ pairing: { status: 'waiting' }, notice: '' })
      this.#timeout = setTimeout(
        () =>
          this.#set({
            pairing: {
              status: 'failed',
              message:
                'The site did not answer through this relay. Is it set to the same one? ' +
                'Make a new code there and try again.',
            },
          }),
        PAIRING_TIMEOUT_MS,
      )
      await this.#client.pair({ uri })
    } catch (error) {
      clearTimeout(this.#timeout)
      this.#set({ pairing: { status: 'failed', message: explain(error) } })
    }
  }

  async approve({ id, peer }: Proposal, shared: Shared): Promise<void> {
    await this.#work(id, `${peer.name} is connected.`, async () => {
      const { acknowledged } = await this.#client.approve({ id, namespaces: toNamespaces(shared) })
      this.#drop(id)
      await waitForAcknowledgement(acknowledged())
    })
  }

  async allow(call: Call): Promise<void> {
    await this.#work(call.id, 'Done.', () => this.#answer(call))
  }

  async reject(ask: Proposal | Call): Promise<void> {
    const { id } = ask
    await this.#work(id, 'Rejected.', async () => {
      if (ask.kind === 'proposal') await this.#client.reject({ id, reason: USER_REJECTED })
      else
        await this.#client.respond({
          topic: ask.topic,
          response: { id, jsonrpc: '2.0', error: REJECTED },
        })
      this.#drop(id)
    })
  }

  /** Changes the network of a session, and notifies the site. */
  async setNetwork(topic: string, chain: number): Promise<void> {
    await this.#work(topic, 'The site was told of the network.', async () => {
      const { chains, accounts, families } = this.#session(topic)
      if (!chains.includes(chain))
        await this.#update(topic, { chains: [...chains, chain], accounts, families })
      this.#remember(topic, chain)
      await this.#client.emit({
        topic,
        chainId: `eip155:${chain}`,
        event: { name: 'chainChanged', data: chain },
      })
    })
  }

  /**
   * Changes the accounts that a session shares, the first of which is in use, and notifies the
   * site.
   */
  async share(topic: string, accounts: readonly Address[]): Promise<void> {
    await this.#work(topic, 'The site was told of the accounts.', async () => {
      const { chains, chain, families } = this.#session(topic)
      await this.#update(topic, { chains, accounts, families })
      await this.#client.emit({
        topic,
        chainId: `eip155:${chain}`,
        event: { name: 'accountsChanged', data: [...accounts] },
      })
    })
  }

  /** Stops sharing a chain family in a session, and notifies the site. */
  async withhold(topic: string, chain: string): Promise<void> {
    await this.#work(topic, 'The site was told of the networks.', () => {
      const { chains, accounts, families } = this.#session(topic)
      return this.#update(topic, {
        chains,
        accounts,
        families: families.filter((one) => one.chain !== chain),
      })
    })
  }

  async disconnect({ topic, peer }: SessionView): Promise<void> {
    await this.#work(topic, `${peer.name} is disconnected.`, () =>
      this.#client.disconnect({ topic, reason: USER_DISCONNECTED }),
    )
  }

  /** Performs a request and answers the site with the result or the error. */
  async #answer(call: Call): Promise<void> {
    const { id, topic } = call
    try {
      const result = await this.#perform(call)
      await this.#client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
    } catch (error) {
      await this.#client.respond({
        topic,
        response: { id, jsonrpc: '2.0', error: toRefusal(error) },
      })
      throw error
    } finally {
      this.#drop(id)
    }
  }

  #perform(call: Call): Promise<unknown> {
    const { topic, request, key } = call
    const { accounts, families } = this.#session(topic)
    if (!key)
      return request.method === 'wallet_switchEthereumChain'
        ? this.#obey(call)
        : perform(this.world, accounts, request)
    if (
      !families.some(
        ({ chain, methods }) => chain === request.chainId && methods.includes(request.method),
      )
    )
      throw refuse(4100, 'This is not shared with the site.')
    return key.perform(request)
  }

  async #obey({ topic, request }: Call): Promise<null> {
    const chain = switchTarget(request)
    if (!this.world.chains.some(({ id }) => id === chain))
      throw {
        code: 4902,
        message: `This wallet does not know the network ${chain}.`,
      } satisfies Refusal
    await this.setNetwork(topic, chain)
    return null
  }

  async #update(topic: string, shared: Shared): Promise<void> {
    const { acknowledged } = await this.#client.update({ topic, namespaces: toNamespaces(shared) })
    await waitForAcknowledgement(acknowledged())
  }

  #listen(): void {
    const client = this.#client
    client.on('session_proposal', ({ params }) => void this.#propose(params))
    client.on(
      'session_request',
      ({ id, topic, params: { request, chainId } }) =>
        void this.#receive(id, topic, { ...request, chainId }),
    )
    client.on('proposal_expire', ({ id }) => this.#drop(id))
    client.on('session_request_expire', ({ id }) => this.#drop(id))
    client.on('session_delete', ({ topic }) => {
      this.#set({
        asks: this.#state.asks.filter((ask) => ask.kind === 'proposal' || ask.topic !== topic),
        notice: 'A site ended its connection.',
      })
      this.#refresh()
    })
    client.on('session_expire', () => this.#refresh())
    for (const event of ['relayer_connect', 'relayer_disconnect'])
      client.core.relayer.on(event, () => this.#refresh())
  }

  async #propose({
    id,
    proposer,
    ...asking
  }: Asking & { id: number; proposer: { metadata: Peer } }): Promise<void> {
    clearTimeout(this.#timeout)
    const { wanted, required } = networksOf(asking)
    const families = familiesOf(asking, await this.#keys.among(wanted))
    this.#set({ pairing: { status: 'idle' } })
    // The request may have expired while keys were loaded.
    if (this.#client.proposal.keys.includes(id))
      this.#ask({
        kind: 'proposal',
        id,
        peer: peerOf(proposer.metadata),
        wanted,
        required,
        families,
      })
  }

  async #receive(id: number, topic: string, request: Request): Promise<void> {
    const { peer } = this.#client.session.get(topic)
    const key = await this.#keys.find(request.chainId)
    const call: Call = {
      kind: 'call',
      id,
      topic,
      peer: peerOf(peer.metadata),
      request,
      ...(key && { key }),
    }
    if (key?.reads.includes(request.method)) await this.#answer(call).catch(() => undefined)
    else if (this.#client.session.keys.includes(topic)) this.#ask(call)
  }

  #ask(ask: Proposal | Call): void {
    this.#set({ asks: [...this.#state.asks.filter(({ id }) => id !== ask.id), ask], notice: '' })
  }

  #drop(id: number): void {
    this.#set({ asks: this.#state.asks.filter((ask) => ask.id !== id) })
  }

  /** Runs an action and puts its outcome into the notice. */
  async #work(id: number | string, done: string, task: () => Promise<unknown>): Promise<void> {
    this.#set({ busy: [...this.#state.busy, id] })
    const notice = await task().then(
      () => done,
      (error: unknown) => `That did not work: ${explain(error)}`,
    )
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
      const { chains, accounts, families } = fromNamespaces(namespaces)
      const remembered = this.#networks[topic]
      return {
        topic,
        expiry,
        chains,
        accounts,
        families,
        peer: peerOf(peer.metadata),
        chain:
          remembered !== undefined && chains.includes(remembered) ? remembered : (chains[0] ?? 0),
      }
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
