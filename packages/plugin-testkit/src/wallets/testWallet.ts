import type { Dispose } from '@latchkey/plugin-api'
import type { WalletBench } from '../connector/subject.js'

/** The answer of a wallet's user to a question. */
export type Behaviour = Parameters<WalletBench['behave']>[0]

/** The refusal of EIP-1193, which other namespaces use too. */
export const refusal = (message = 'User rejected the request.'): Error =>
  Object.assign(new Error(message), { code: 4001 })

/**
 * The part that wallets of all namespaces share: a user who does what a test says, a name and an
 * icon.
 */
export abstract class TestWallet implements WalletBench {
  /** All questions to the user, in order. */
  readonly asked: string[] = []
  name = 'Bench'
  icon = 'data:image/svg+xml,<svg/>'
  #how: Behaviour = 'accept'
  /** The error that each call throws, set by `blurt`. */
  #blurted: { error: unknown } | undefined
  /** Delay of each answer in ms. */
  #delay = 0
  /** Settle the questions that the user left unanswered. */
  readonly #waiting: (() => void)[] = []
  /** Whether the user let the page in. */
  protected allowed = false

  /** Puts the wallet on the page. Returns what removes it. */
  protected abstract put(): Dispose
  abstract listeners(): number

  install(): Dispose {
    this.#how = 'accept'
    this.#blurted = undefined
    this.#delay = 0
    this.#waiting.length = 0
    this.asked.length = 0
    this.allowed = false
    this.reset()
    return this.put()
  }
  /** Forgets the state of the last page. */
  protected reset(): void {}

  behave(how: Behaviour): void {
    this.#how = how
  }
  /** Delays every answer by so many ms. */
  slow(ms: number): void {
    this.#delay = ms
  }
  prompts(): number {
    return this.asked.length
  }
  answerLate(): void {
    for (const answer of this.#waiting.splice(0)) answer()
  }
  lock(): void {
    this.allowed = false
  }
  introduce(name: string, icon: string): void {
    this.name = name
    this.icon = icon
  }
  blurt(error: unknown): void {
    this.#blurted = { error }
  }

  /**
   * Asks the user, who behaves as set by `behave`. The error that a test set may itself be a promise,
   * as some wallets throw one.
   * @param agree makes the answer where the user accepts
   */
  protected ask<T>(what: string, agree: () => T | Promise<T>): Promise<T> {
    if (this.#blurted) throw this.#blurted.error
    this.asked.push(what)
    const how = this.#how
    if (typeof how === 'object') return new Promise((_, reject) => reject(how.reject))
    if (how === 'silence')
      return new Promise((resolve) => this.#waiting.push(() => resolve(agree())))
    return this.#delay
      ? new Promise((resolve) => setTimeout(() => resolve(agree()), this.#delay))
      : Promise.resolve(agree())
  }
  /** Asks the user to let the page in. */
  protected letIn<T>(what: string, answer: () => T): Promise<T> {
    return this.ask(what, () => {
      this.allowed = true
      return answer()
    })
  }
}

/** Listeners by event, as providers keep them. */
export class Listeners {
  readonly #byEvent = new Map<string, Set<(value: never) => void>>()

  add(event: string, listener: (value: never) => void): Dispose {
    this.#byEvent.set(event, (this.#byEvent.get(event) ?? new Set()).add(listener))
    return () => this.remove(event, listener)
  }
  remove(event: string, listener: (value: never) => void): void {
    this.#byEvent.get(event)?.delete(listener)
  }
  count(): number {
    return [...this.#byEvent.values()].reduce((sum, { size }) => sum + size, 0)
  }
  clear(): void {
    this.#byEvent.clear()
  }
  /** Notifies listeners as a wallet does: an error of a listener is thrown in a task of its own. */
  tell(event: string, value: unknown): void {
    for (const listener of [...(this.#byEvent.get(event) ?? [])]) {
      try {
        listener(value as never)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}

/** Puts values on the window. Returns what removes them. */
export function onWindow(values: Readonly<Record<string, unknown>>): Dispose {
  Object.assign(window, values)
  return () => Object.keys(values).forEach((name) => Reflect.deleteProperty(window, name))
}
/** Registers a wallet by the Wallet Standard, whether the page or the wallet was there first. */
export function registerStandard(wallet: object): Dispose {
  const callback = (page: { register(wallet: object): unknown }): unknown => page.register(wallet)
  const ready = (event: Event): unknown =>
    callback((event as CustomEvent<{ register(wallet: object): unknown }>).detail)
  window.addEventListener('wallet-standard:app-ready', ready)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => window.removeEventListener('wallet-standard:app-ready', ready)
}
