import { describeAdapter, describeConnector, describePlugin, type WalletBench } from '@latchkey/plugin-testkit'
import { mainnet, sepolia } from 'viem/chains'
import { evm } from '../src/index.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const make = () => evm({ networks: [mainnet, sepolia] })

/** An EIP-1193 wallet that does what the suite says: announced by EIP-6963, or as `window.ethereum`. */
class Wallet implements WalletBench {
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #allowed = false
  readonly #waiting: (() => void)[] = []
  readonly #listeners = new Set<string>()

  constructor(private readonly kind: 'announced' | 'injected' = 'announced') {}

  install(): () => void {
    this.#how = 'accept'
    this.#prompts = 0
    this.#allowed = false
    const known = new WeakMap<object, number>()
    let count = 0
    const keyOf = (event: string, listener: object): string => {
      if (!known.has(listener)) known.set(listener, ++count)
      return `${event} ${known.get(listener)}`
    }
    const provider = {
      request: ({ method }: { method: string }) => this.#answer(method),
      on: (event: string, listener: object) => void this.#listeners.add(keyOf(event, listener)),
      removeListener: (event: string, listener: object) => void this.#listeners.delete(keyOf(event, listener)),
    }
    if (this.kind === 'injected') {
      Object.assign(window, { ethereum: provider })
      return () => void Reflect.deleteProperty(window, 'ethereum')
    }
    const detail = Object.freeze({ info: Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench', icon: 'data:image/svg+xml,<svg/>', rdns: 'test.bench' }), provider })
    const announce = (): void => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
    return () => window.removeEventListener('eip6963:requestProvider', announce)
  }

  async #answer(method: string): Promise<unknown> {
    switch (method) {
      case 'eth_chainId': return '0x1'
      case 'eth_accounts': return this.#allowed ? [ALICE] : []
      case 'eth_requestAccounts': return this.#ask()
      case 'wallet_revokePermissions': return null
      default: throw Object.assign(new Error('The method does not exist'), { code: 4200 })
    }
  }

  #ask(): Promise<unknown> {
    this.#prompts++
    const how = this.#how
    if (typeof how === 'object') return Promise.reject(how.reject)
    const agree = (): string[] => {
      this.#allowed = true
      return [ALICE]
    }
    return how === 'accept' ? Promise.resolve(agree()) : new Promise((resolve) => this.#waiting.push(() => resolve(agree())))
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
    return this.#listeners.size
  }
}

describePlugin('evm', make, { page: () => new Wallet().install() })

describeAdapter('evm', make, {
  namespace: 'eip155',
  valid: [ALICE, [ALICE.toLowerCase(), ALICE], [`0x${ALICE.slice(2).toUpperCase()}`, ALICE], [ALICE.slice(2), ALICE], '0x0000000000000000000000000000000000000000'],
  invalid: [ALICE.replace('C5', 'c5'), ALICE.slice(0, -1), `${ALICE}0`, ALICE.replace('7', 'g'), `0X${ALICE.slice(2)}`, ` ${ALICE}`, `${ALICE}\n`, '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'vitalik.eth'],
})

describeConnector('announced (EIP-6963)', make, { connectorId: 'test.bench', wallet: new Wallet() })
describeConnector('injected (window.ethereum)', make, { connectorId: 'injected', wallet: new Wallet('injected') })
