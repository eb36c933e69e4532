import {
  isLatchkeyError,
  LatchkeyError,
  type Account,
  type Caip2,
  type Connection,
  type ConnectionChange,
  type Connector,
  type Dispose,
  type Json,
  type Scopes,
} from '@latchkey/plugin-api'
import { createToWalletError } from '@latchkey/plugin-api/wallet'
import type { WalletBench } from '../../src/index.js'

type Event = { accounts: readonly unknown[] } | { network: string } | { closed: true }
const [ONE, OTHER] = [['s.alice', 's.bob'], ['s.carol']]

/** A wallet of a made-up chain, as a page finds it. */
export class SampleWallet implements WalletBench {
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #allowed = false
  #accounts: readonly unknown[] = ONE
  #blurted: { error: unknown } | undefined
  name = 'Sample'
  icon = 'data:image/svg+xml,<svg/>'
  readonly #waiting: (() => void)[] = []
  readonly handlers = new Set<(event: Event) => void>()

  install(): Dispose {
    this.#how = 'accept'
    this.#prompts = 0
    this.#allowed = false
    this.#accounts = ONE
    this.#blurted = undefined
    this.handlers.clear()
    Object.assign(window, { sampleWallet: this })
    return () => void Reflect.deleteProperty(window, 'sampleWallet')
  }

  /** The page calls it to connect. */
  enable(): Promise<readonly unknown[]> {
    return this.#ask(() => {
      this.#allowed = true
      return this.#accounts
    })
  }
  /** The page calls it to have something signed. */
  sign(): Promise<string> {
    return this.#ask(() => 'signed')
  }
  #ask<T>(agree: () => T): Promise<T> {
    if (this.#blurted) throw this.#blurted.error
    this.#prompts++
    const how = this.#how
    if (typeof how === 'object') return Promise.reject(how.reject)
    return how === 'accept'
      ? Promise.resolve(agree())
      : new Promise((resolve) => this.#waiting.push(() => resolve(agree())))
  }

  /** The page calls it to read the accounts; the user is not asked. */
  exposing(): Promise<readonly unknown[]> {
    if (this.#blurted) throw this.#blurted.error
    return Promise.resolve(this.exposed())
  }
  /** The accounts that it exposes without asking its user. */
  exposed(): readonly unknown[] {
    return this.#allowed ? this.#accounts : []
  }
  behave(how: Parameters<WalletBench['behave']>[0]): void {
    this.#how = how
  }
  prompts(): number {
    return this.#prompts
  }
  answerLate(): void {
    for (const answer of this.#waiting.splice(0)) answer()
  }
  listeners(): number {
    return this.handlers.size
  }
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    const letters = (index: number): string =>
      [...String(index).padStart(5, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    this.#accounts = {
      other: OTHER,
      none: [],
      hostile: [null, 7, {}, 's.al', '<b>', 's.alice', 's.alice'],
      many: Array.from({ length: 10_000 }, (_, index) => `s.${letters(index)}`),
    }[which]
    this.#tell({ accounts: this.#accounts })
  }
  move(where: 'other' | 'unknown'): void {
    this.#tell({ network: where === 'other' ? 'sample:2' : 'sample:99' })
  }
  close(): void {
    this.#tell({ closed: true })
  }
  lock(): void {
    this.#allowed = false
  }
  introduce(name: string, icon: string): void {
    Object.assign(
      this,
      name === 'Bench' && icon === 'data:image/svg+xml,<svg/>'
        ? { name: 'Sample', icon }
        : { name, icon },
    )
  }
  blurt(error: unknown): void {
    this.#blurted = { error }
  }
  #tell(event: Event): void {
    for (const handler of [...this.handlers]) handler(event)
  }
}

export const installed = (): SampleWallet | undefined =>
  typeof window === 'undefined'
    ? undefined
    : (window as { sampleWallet?: SampleWallet }).sampleWallet

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new LatchkeyError('kernel.aborted', 'Request was aborted'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    work.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject)
  })

const toWalletError = createToWalletError({
  codes: { [-32601]: ['wallet.unsupported_method', 'The wallet does not know this method.'] },
})
export const typed = (error: unknown): LatchkeyError => {
  const thrown = toWalletError(error, 'the request')
  try {
    if (isLatchkeyError(error)) return error
  } catch {
    // It cannot be read.
  }
  return thrown.code === 'rpc.failed'
    ? new LatchkeyError('wallet.connect_failed', 'Failed to connect', { cause: error })
    : thrown
}

const account = (address: string): Account => ({
  key: address,
  namespace: 'sample',
  address,
  type: 'eoa',
})
const readable = (addresses: readonly unknown[]): readonly string[] =>
  [
    ...new Set(
      addresses.filter((each) => typeof each === 'string' && /^s\.[a-z]{3,8}$/.test(each)),
    ),
  ].slice(0, 1_000) as string[]
const scopesOf = (addresses: readonly unknown[]): Scopes => ({
  sample: { accounts: readable(addresses).map(account), networks: 'any', methods: 'any' },
})

const changeOf = (event: Event): ConnectionChange | undefined => {
  if ('closed' in event) return { closed: 'wallet' }
  if ('network' in event) return { network: event.network as Caip2 }
  if (!event.accounts.length) return { closed: 'wallet' }
  return readable(event.accounts).length ? { scopes: scopesOf(event.accounts) } : undefined
}

export function connectionOf(wallet: SampleWallet, addresses: readonly unknown[]): Connection {
  const listeners = new Set<(change: ConnectionChange) => void>()
  let over = false
  const end = (): void => {
    over = true
    wallet.handlers.delete(handle)
  }
  const handle = (event: Event): void => {
    const change = changeOf(event)
    if (!change) return
    if ('closed' in change) end()
    for (const listener of [...listeners]) listener(change)
  }
  return {
    id: 'sample.wallet',
    connectorId: 'sample.wallet',
    scopes: scopesOf(addresses),
    async request({ method, network, signal }) {
      if (over) throw new LatchkeyError('wallet.disconnected', 'This connection has ended')
      if (signal?.aborted) throw new LatchkeyError('kernel.aborted', 'Request was aborted')
      if (!['sample:1', 'sample:2'].includes(network))
        throw new LatchkeyError('wallet.chain_disconnected', 'Not on that network')
      if (!method.startsWith('sample_'))
        throw new LatchkeyError('wallet.unsupported_method', 'The wallet does not know this method')
      if (method !== 'sample_sign') return method
      try {
        return await wallet.sign()
      } catch (error) {
        throw typed(error)
      }
    },
    onChange(listener) {
      if (!over) wallet.handlers.add(handle)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (!listeners.size) wallet.handlers.delete(handle)
      }
    },
    release() {
      end()
      return Promise.resolve()
    },
    snapshot: () => ({ addresses: [...readable(addresses)] }),
  }
}

const safe = (wallet: SampleWallet | undefined): Pick<Connector, 'name' | 'icon'> => {
  const isNamed =
    wallet &&
    wallet.name.trim() &&
    wallet.name.length <= 100 &&
    !/\p{Cc}|[\u202a-\u202e]/u.test(wallet.name)
  const isIcon = wallet && wallet.icon.startsWith('data:image/') && wallet.icon.length < 500_000
  return { name: isNamed ? wallet.name : 'Sample', ...(isIcon && { icon: wallet.icon }) }
}

export const connector = (more: Partial<Connector> = {}): Connector => ({
  id: 'sample.wallet',
  ...safe(installed()),
  kind: 'injected',
  namespaces: ['sample'],
  availability: () => (installed() ? 'installed' : 'unavailable'),
  async connect({ silent, signal, onStep }) {
    const wallet = installed()
    if (signal.aborted) throw new LatchkeyError('kernel.aborted', 'Request was aborted')
    if (!wallet)
      throw new LatchkeyError('wallet.not_installed', 'The sample wallet is not installed')
    try {
      onStep({ step: 'confirm' })
      const addresses = silent ? wallet.exposed() : await untilAborted(wallet.enable(), signal)
      if (!readable(addresses).length)
        throw new LatchkeyError('wallet.unauthorized', 'Nothing is exposed')
      return connectionOf(wallet, addresses)
    } catch (error) {
      throw typed(error)
    }
  },
  restore(snapshot) {
    const wallet = installed()
    const known = wallet?.exposed() ?? []
    const { addresses } = (typeof snapshot === 'object' && snapshot !== null ? snapshot : {}) as {
      addresses?: Json
    }
    return Promise.resolve(
      wallet && known.length && Array.isArray(addresses) ? connectionOf(wallet, known) : undefined,
    )
  },
  ...more,
})
