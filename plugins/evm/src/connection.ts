import { LatchkeyError, type Account, type Connection, type ConnectionChange, type Dispose, type Network, type Scope, type Scopes, type WireRequest } from '@latchkey/plugin-api'
import { isWorthAdding, toWalletError } from './errors.js'
import { toChainId, toHex } from './chainId.js'
import { NAMESPACE } from './networks.js'

/** A wallet's provider as EIP-1193 has it; everything it says is checked. */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Asks a wallet; settles once, and no later than `signal`. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export function ask(provider: Eip1193Provider, method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new LatchkeyError('kernel.aborted', `${method} was given up before the wallet answered.`, { cause: signal?.reason }))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const fail = (error: unknown): void => reject(toWalletError(error, method))
    const end = (): void => signal?.removeEventListener('abort', abort)
    try {
      Promise.resolve(provider.request({ method, ...(params !== undefined && { params }) })).then(resolve, fail).finally(end)
    } catch (error) {
      end()
      fail(error)
    }
  })
}

const asAccounts = (answer: unknown, method: string): string[] => {
  if (!Array.isArray(answer) || !answer.every((item): item is string => typeof item === 'string')) throw new LatchkeyError('wallet.bad_answer', `The wallet answered ${method} with something else than a list of addresses.`, { context: { method } })
  return [...answer]
}
/** @throws `wallet.bad_answer` */
export const accountsOf = async (provider: Eip1193Provider, method: 'eth_accounts' | 'eth_requestAccounts', signal?: AbortSignal): Promise<string[]> => asAccounts(await ask(provider, method, undefined, signal), method)

const chainOf = async (provider: Eip1193Provider, signal?: AbortSignal): Promise<number> => {
  const id = toChainId(await ask(provider, 'eth_chainId', undefined, signal))
  if (id === undefined) throw new LatchkeyError('wallet.bad_answer', 'The wallet answered eth_chainId with something else than a chain id.', { context: { method: 'eth_chainId' } })
  return id
}

const toScope = (addresses: readonly string[], chain: number): Scope => {
  const accounts: Account[] = addresses.map((address) => ({ key: address.toLowerCase(), namespace: NAMESPACE, address, type: 'eoa' }))
  return { accounts, ...(accounts[0] && { selected: accounts[0].key }), network: `${NAMESPACE}:${chain}`, networks: 'any', methods: 'any' }
}

interface Options {
  id: string
  connectorId: string
  provider: Eip1193Provider
  /** EIP-3085 parameters of a network, if the plugin knows it. */
  addable(network: Network): object
  signal: AbortSignal
}

/** The live link to an EIP-1193 wallet. */
export async function openConnection(options: Options, addresses: readonly string[], signal?: AbortSignal): Promise<Connection> {
  return new Eip1193Connection(options, toScope(addresses, await chainOf(options.provider, signal)))
}

class Eip1193Connection implements Connection {
  readonly id: string
  readonly connectorId: string
  #scope: Scope
  readonly #options: Options
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  readonly #unhook: Dispose[] = []

  constructor(options: Options, scope: Scope) {
    this.#options = options
    this.#scope = scope
    this.id = options.id
    this.connectorId = options.connectorId
    this.#hook('accountsChanged', (value) => this.#onAccounts(value))
    this.#hook('chainChanged', (value) => this.#onChain(value))
    // 1013: the provider lost its chain and tries again by itself.
    this.#hook('disconnect', (error) => (error as { code?: unknown } | undefined)?.code !== 1013 && void this.#check())
    options.signal.addEventListener('abort', () => this.#end(), { once: true })
  }

  get scopes(): Scopes {
    return { [NAMESPACE]: this.#scope }
  }

  request({ method, params, signal }: WireRequest): Promise<unknown> {
    return ask(this.#options.provider, method, params, signal)
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async switchNetwork(network: Network, signal?: AbortSignal): Promise<void> {
    const { provider, addable } = this.#options
    const to = (): Promise<unknown> => ask(provider, 'wallet_switchEthereumChain', [{ chainId: toHex(network.reference) }], signal)
    try {
      await to()
    } catch (error) {
      if (!isWorthAdding((error as Error).cause ?? error)) throw error
      await ask(provider, 'wallet_addEthereumChain', [addable(network)], signal)
      // Adding does not switch everywhere.
      if ((await chainOf(provider, signal)) !== Number(network.reference)) await to()
    }
    const now = await chainOf(provider, signal)
    if (now !== Number(network.reference)) throw new LatchkeyError('wallet.chain_disconnected', `The wallet said it switched to ${network.id} but is on ${NAMESPACE}:${now}.`, { context: { network: network.id } })
    this.#scope = { ...this.#scope, network: network.id }
  }

  async release(): Promise<void> {
    this.#end()
    // Not every wallet can; the page forgets the connection either way.
    await ask(this.#options.provider, 'wallet_revokePermissions', [{ eth_accounts: {} }], AbortSignal.timeout(3_000)).catch(() => undefined)
  }

  snapshot(): { id: string } {
    return { id: this.id }
  }

  #hook(event: string, listen: (value: unknown) => void): void {
    const { provider } = this.#options
    try {
      provider.on(event, listen)
      this.#unhook.push(() => provider.removeListener?.(event, listen))
    } catch {
      // A provider without events still connects.
    }
  }

  #tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  #onAccounts(value: unknown): void {
    if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string')) return
    if (value.length === 0) return this.#close()
    const chain = Number(this.#scope.network?.split(':')[1])
    this.#scope = toScope(value, chain)
    this.#tell({ scopes: this.scopes })
  }

  #onChain(value: unknown): void {
    const id = toChainId(value)
    if (id === undefined) return
    this.#scope = { ...this.#scope, network: `${NAMESPACE}:${id}` }
    this.#tell({ network: `${NAMESPACE}:${id}` })
  }

  /** Some wallets say 'disconnect' when they only change chains: the accounts tell. */
  async #check(): Promise<void> {
    const left = await accountsOf(this.#options.provider, 'eth_accounts', AbortSignal.timeout(3_000)).catch(() => [])
    if (!left.length) this.#close()
  }

  #close(): void {
    this.#end()
    this.#tell({ closed: 'wallet' })
  }

  #end(): void {
    for (const unhook of this.#unhook.splice(0)) {
      try {
        unhook()
      } catch {
        // Its own affair.
      }
    }
  }
}
