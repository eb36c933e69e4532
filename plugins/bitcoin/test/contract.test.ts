import { describeAdapter, describeConnector, describePlugin, type WalletBench } from '@latchkey/plugin-testkit'
import { Bip122Wallet } from '@latchkey/plugin-testkit/wallets'
import { bitcoin, mainnet, testnet } from '../src/index.js'

/** Public examples: BIP-173, BIP-350, BIP-86, BIP-49, the genesis block. */
const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const P2TR = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const P2PKH = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const P2SH = '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'

const make = () => bitcoin({ networks: [mainnet, testnet] })

type How = Parameters<WalletBench['behave']>[0]

/** A wallet that does what the suite says; how it is spoken to is told by `put`. */
class Bench implements WalletBench {
  #how: How = 'accept'
  #prompts = 0
  allowed = false
  readonly #waiting: (() => void)[] = []
  readonly #listeners = new Set<object>()

  constructor(private readonly put: (bench: Bench) => () => void) {}

  install(): () => void {
    this.#how = 'accept'
    this.#prompts = 0
    this.allowed = false
    this.#listeners.clear()
    return this.put(this)
  }
  ask<T>(answer: T): Promise<T> {
    this.#prompts++
    const how = this.#how
    if (typeof how === 'object') return Promise.reject(how.reject)
    const agree = (): T => {
      this.allowed = true
      return answer
    }
    return how === 'accept' ? Promise.resolve(agree()) : new Promise((resolve) => this.#waiting.push(() => resolve(agree())))
  }
  listen(): () => void {
    const mark = {}
    this.#listeners.add(mark)
    return () => void this.#listeners.delete(mark)
  }
  behave(how: How): void {
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

const onWindow = (values: Record<string, unknown>): (() => void) => {
  Object.assign(window, values)
  return () => Object.keys(values).forEach((name) => Reflect.deleteProperty(window, name))
}
const envelope = (result: unknown): unknown => ({ jsonrpc: '2.0', id: '1', result })
const refusal = (code: number): unknown => ({ jsonrpc: '2.0', id: '1', error: { code, message: 'no' } })

const leather = new Bench((bench) => onWindow({
  LeatherProvider: {
    request: async (method: string) => (method === 'getAddresses'
      ? envelope(await bench.ask({ addresses: [{ symbol: 'STX', address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE' }, { symbol: 'BTC', type: 'p2wpkh', address: P2WPKH, publicKey: '02'.repeat(33), derivationPath: "m/84'/0'/0'/0/0" }] }))
      : Promise.reject(refusal(-32601))),
  },
}))

const single = (bench: Bench): object => {
  const stops = new Map<string, () => void>()
  return {
    requestAccounts: () => bench.ask([P2WPKH]),
    getAccounts: async () => (bench.allowed ? [P2WPKH] : []),
    getPublicKey: async () => '02'.repeat(33),
    getChain: async () => ({ enum: 'BITCOIN_MAINNET', network: 'livenet' }),
    on: (event: string) => void stops.set(event, bench.listen()),
    removeListener: (event: string) => stops.get(event)?.(),
  }
}
const unisat = new Bench((bench) => onWindow({ unisat: single(bench) }))
const okx = new Bench((bench) => onWindow({ okxwallet: { bitcoin: single(bench) } }))

describePlugin('bitcoin', make, { page: () => new Bip122Wallet().install() })

describeAdapter('bitcoin', make, {
  namespace: 'bip122',
  valid: [P2WPKH, [P2WPKH.toUpperCase(), P2WPKH], P2WSH, P2TR, P2PKH, P2SH],
  invalid: [
    P2WPKH.replace('t4', 't5'), P2TR.replace('cr', 'cp'), P2PKH.replace('Na', 'Nb'), P2SH.slice(0, -1), `${P2WPKH}q`, ` ${P2WPKH}`, `${P2PKH}\n`, `bC${P2WPKH.slice(2)}`,
    // BIP-350: the wrong checksum for the version, wrong lengths, an invalid version; and versions without rules.
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'bc1pw5dgrnzv', 'bc1gmk9yu', 'BC1SW50QGDZ25J',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK', 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  ],
})

describeConnector('WBIP (btc_providers)', make, { connectorId: 'bitcoin.BenchProviders.BitcoinProvider', wallet: new Bip122Wallet(), cannot: ['move'] })
describeConnector('Wallet Standard', make, { connectorId: 'bitcoin.Bench', wallet: new Bip122Wallet({ kind: 'standard' }), cannot: ['move'] })
describeConnector('UniSat', make, { connectorId: 'bitcoin.unisat', wallet: unisat })
describeConnector('OKX', make, { connectorId: 'bitcoin.okx', wallet: okx })
describeConnector('Leather', make, { connectorId: 'bitcoin.leather', wallet: leather })
