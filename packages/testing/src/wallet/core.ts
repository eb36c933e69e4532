import { getAddress, isAddressEqual, numberToHex, type Address } from 'viem'
import { WalletEmitter } from './emitter.js'
import { nodeRequest, type NodeRequest } from './node.js'
import { createPrompts, type Prompts } from './prompts.js'
import { readSession, writeSession, type Session } from './session.js'
import type { Approval, Prompt, WalletChain, WalletSettings, WalletState } from './types.js'

export interface WalletOptions extends WalletSettings {
  /** Methods beside those that every wallet here has, or in their place. */
  methods?: Readonly<Record<string, Method>>
}

/** The state that the methods work on: the owner's keys, chains and permissions. */
export class WalletCore {
  readonly events = new WalletEmitter()
  readonly prompts: Prompts
  exposed: Address[]
  locked = false
  /**
   * The transaction before the next one, which waits for it: two at once would get the same nonce, and one of them
   * would be lost.
   */
  lastSent: Promise<unknown> = Promise.resolve()
  online = true
  private session: Session

  constructor(readonly options: WalletOptions) {
    const first = options.accounts[0]
    const chain = options.chains[0]
    if (!first || !chain)
      throw new Error(
        'A wallet needs an account and a chain at least: give `accounts` and `chains`.',
      )
    this.exposed = this.held(options.exposed ?? [first.address])
    this.prompts = createPrompts(options.ui, options.oneAtATime ?? false)
    this.session = this.remembered(chain.id)
  }

  /** The answer to `eth_accounts`. */
  get visible(): Address[] {
    return this.locked ? [] : this.session.granted
  }

  get granted(): Address[] {
    return this.session.granted
  }

  get chainId(): number {
    return this.session.chainId
  }

  get chains(): WalletChain[] {
    return [...this.options.chains, ...this.session.added]
  }

  get chain(): WalletChain | undefined {
    return this.chains.find(({ id }) => id === this.chainId)
  }

  get node(): NodeRequest {
    return nodeRequest(this.chain, this.chainId, this.options.post)
  }

  get state(): WalletState {
    return {
      accounts: [...this.visible],
      chainId: this.chainId,
      locked: this.locked,
      online: this.online,
    }
  }

  /** @throws when one of them is not an account of this wallet */
  held(addresses: readonly Address[]): Address[] {
    return addresses.map((address) => {
      if (!this.options.accounts.some((one) => isAddressEqual(one.address, address)))
        throw new Error(`The wallet has no key for ${address}.`)
      return getAddress(address)
    })
  }

  ask(prompt: Omit<Prompt, 'id' | 'origin'>): Promise<Approval> {
    return this.prompts.ask({ ...prompt, origin: this.options.origin ?? 'unknown' })
  }

  grant(accounts: Address[]): void {
    this.change({ ...this.session, granted: accounts })
  }

  setChain(chainId: number): void {
    this.change({ ...this.session, chainId })
  }

  addChain(chain: WalletChain): void {
    this.change({ ...this.session, added: [...this.session.added, chain] })
  }

  setLocked(locked: boolean): void {
    const before = this.visible
    this.locked = locked
    this.tell(before, this.chainId)
  }

  /** Another tab of the same site changed what is remembered. */
  reload(): void {
    const before = this.visible
    const chainId = this.chainId
    this.session = this.remembered(chainId)
    this.tell(before, chainId)
  }

  private change(session: Session): void {
    const before = this.visible
    const chainId = this.chainId
    this.session = session
    writeSession(this.options.memory, session)
    this.tell(before, chainId)
  }

  private tell(before: Address[], chainId: number): void {
    if (this.visible.join() !== before.join())
      this.events.emit('accountsChanged', [...this.visible])
    if (this.chainId !== chainId) this.events.emit('chainChanged', numberToHex(this.chainId))
  }

  private remembered(chainId: number): Session {
    const session = readSession(this.options.memory, { granted: [], chainId, added: [] })
    const granted = session.granted.filter((address) =>
      this.options.accounts.some((one) => isAddressEqual(one.address, address)),
    )
    return { ...session, granted }
  }
}

/**
 * One JSON-RPC method. Asks, if it asks at all, before its first `await`: a popup needs the task of
 * the click.
 */
export type Method = (core: WalletCore, params: unknown, method: string) => unknown
