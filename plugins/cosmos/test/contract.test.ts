import { describeAdapter, describeConnector, describePlugin, type WalletBench } from '@latchkey/plugin-testkit'
import { cosmos } from '../src/index.js'
import { cosmoshub, osmosis } from '../src/networks.js'
import { FakeWallet } from './fakeWallet.js'

const make = () => cosmos({ networks: [cosmoshub, osmosis] })
const KEY_EVENT = /keystorechange$/

/** A wallet that does what the suite says, at one of the places where such wallets stand. */
class Bench implements WalletBench {
  #wallet = new FakeWallet({ chains: {} })
  #listeners = 0

  constructor(private readonly path: readonly string[]) {}

  install(): () => void {
    this.#wallet = new FakeWallet({ chains: { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' }, path: this.path })
    this.#listeners = 0
    const { addEventListener, removeEventListener } = window
    // What listens to a wallet of this kind listens to the window.
    const known = new Set<string>()
    const ids = new WeakMap<object, number>()
    let count = 0
    const keyOf = (type: string, listener: object): string => {
      if (!ids.has(listener)) ids.set(listener, ++count)
      return `${type} ${ids.get(listener)}`
    }
    window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, ...rest: unknown[]): void => {
      if (KEY_EVENT.test(type)) known.add(keyOf(type, listener))
      this.#listeners = known.size
      Reflect.apply(addEventListener, window, [type, listener, ...rest])
    }
    window.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject, ...rest: unknown[]): void => {
      known.delete(keyOf(type, listener))
      this.#listeners = known.size
      Reflect.apply(removeEventListener, window, [type, listener, ...rest])
    }
    const uninstall = this.#wallet.install()
    return () => {
      Object.assign(window, { addEventListener, removeEventListener })
      uninstall()
    }
  }

  behave(how: Parameters<WalletBench['behave']>[0]): void {
    this.#wallet.how = how
    if (how !== 'accept') this.#wallet.allowed.clear()
  }

  prompts(): number {
    return this.#wallet.prompts
  }

  answerLate(): void {
    this.#wallet.answerLate()
  }

  listeners(): number {
    return this.#listeners
  }
}

describePlugin('cosmos', make, { page: () => new Bench(['keplr']).install() })

const ALICE = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
describeAdapter('cosmos', make, {
  namespace: 'cosmos',
  valid: [ALICE, [ALICE.toUpperCase(), ALICE], 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'],
  invalid: [
    `${ALICE.slice(0, -1)}7`, ALICE.slice(0, -1), `${ALICE}q`, ` ${ALICE}`, `${ALICE}\n`, ALICE.replace('cosmos1', 'cosmoz1'), `C${ALICE.slice(1)}`,
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
})

describeConnector('Keplr (window.keplr)', make, { connectorId: 'cosmos.keplr', wallet: new Bench(['keplr']) })
describeConnector('Leap (window.leap)', make, { connectorId: 'cosmos.leap', wallet: new Bench(['leap']) })
describeConnector('Cosmostation (window.cosmostation.providers.keplr)', make, { connectorId: 'cosmos.cosmostation', wallet: new Bench(['cosmostation', 'providers', 'keplr']) })
describeConnector('OKX (window.okxwallet.keplr)', make, { connectorId: 'cosmos.okx', wallet: new Bench(['okxwallet', 'keplr']) })
