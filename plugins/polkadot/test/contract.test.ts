import { describeAdapter, describeConnector, describePlugin, type WalletBench } from '@latchkey/plugin-testkit'
import { polkadot } from '../src/index.js'
import { kusama, polkadotHub } from '../src/networks.js'
// Its library takes seconds to load on a busy machine: before the first test, not in the middle of one.
import '../src/sdk/clients.js'

/** A key that everybody knows, as each network spells it. */
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const make = () => polkadot({ networks: [polkadotHub, kusama] })

/** An extension of `injectedWeb3` that does what the suite says. */
class Wallet implements WalletBench {
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #allowed = false
  readonly #waiting: (() => void)[] = []
  readonly #listeners = new Set<unknown>()

  install(): () => void {
    this.#how = 'accept'
    this.#prompts = 0
    this.#allowed = false
    this.#listeners.clear()
    Object.assign(window, { injectedWeb3: { bench: { version: '1', enable: () => this.#enable() } } })
    return () => void Reflect.deleteProperty(window, 'injectedWeb3')
  }

  #enable(): Promise<unknown> {
    const list = [{ address: ALICE, name: 'Alice', type: 'sr25519' }]
    const subscribe = (listener: (accounts: unknown) => void) => {
      this.#listeners.add(listener)
      listener(list)
      return () => void this.#listeners.delete(listener)
    }
    const agree = (): unknown => {
      this.#allowed = true
      return { accounts: { get: () => Promise.resolve(list), subscribe }, signer: { signRaw: () => Promise.reject(new Error('Cancelled')) } }
    }
    if (this.#allowed && this.#how === 'accept') return Promise.resolve(agree())
    this.#prompts++
    const how = this.#how
    if (typeof how === 'object') return Promise.reject(how.reject)
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

describePlugin('polkadot', make, { page: () => new Wallet().install() })

describeAdapter('polkadot', make, {
  namespace: 'polkadot',
  valid: [ON_POLKADOT],
  invalid: [
    ON_POLKADOT.replace('5o', '5p'), ON_POLKADOT.slice(0, -1), `${ON_POLKADOT}1`, ` ${ON_POLKADOT}`, `${ON_POLKADOT}\n`, ON_POLKADOT.toLowerCase(), ON_POLKADOT.replace('o', '0'),
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0x70997970C51812dc3A010C7d01b50e0d17dc79c8', 'alice.dot',
  ],
})

describeConnector('injectedWeb3', make, { connectorId: 'polkadot.bench', wallet: new Wallet() })
