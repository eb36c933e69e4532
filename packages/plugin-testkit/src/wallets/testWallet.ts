import type { Dispose } from '@latchkey/plugin-api'
import type { WalletBench } from '../connector/subject.js'

/** What its user does when asked. */
export type Behaviour = Parameters<WalletBench['behave']>[0]

/** EIP-1193's refusal, which other namespaces took over. */
export const refusal = (message = 'User rejected the request.'): Error =>
  Object.assign(new Error(message), { code: 4001 })

/** What wallets of all namespaces have in common: keys, a user who does what a test says, and a face that is shown to pages. */
export abstract class TestWallet implements WalletBench {
  /** What the user was asked, in order. */
  readonly asked: string[] = []
  name = 'Bench'
  icon = 'data:image/svg+xml,<svg/>'
  #how: Behaviour = 'accept'
  #blurted: { error: unknown } | undefined
  /** ms until an answer comes. */
  #delay = 0
  readonly #waiting: (() => void)[] = []
  /** Whether the user let this page in. */
  protected allowed = false

  /** Puts it on the page. */
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
  /** Forgets what the last page did. */
  protected reset(): void {}

  behave(how: Behaviour): void {
    this.#how = how
  }
  /** Every answer comes so many ms late. */
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

  /** Asks the user. What was thrown may be a promise itself. */
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
  /** Tells as a wallet does that knows no page: a listener that throws is nobody's business. */
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

/** Puts values on the window, and takes them away. */
export function onWindow(values: Readonly<Record<string, unknown>>): Dispose {
  Object.assign(window, values)
  return () => Object.keys(values).forEach((name) => Reflect.deleteProperty(window, name))
}
/** Registers by the Wallet Standard, whoever came first. */
export function registerStandard(wallet: object): Dispose {
  const callback = (page: { register(wallet: object): unknown }): unknown => page.register(wallet)
  const ready = (event: Event): unknown =>
    callback((event as CustomEvent<{ register(wallet: object): unknown }>).detail)
  window.addEventListener('wallet-standard:app-ready', ready)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => window.removeEventListener('wallet-standard:app-ready', ready)
}
