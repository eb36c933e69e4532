import { TestWallet } from '@latchkey/plugin-testkit/wallets'

/** Public examples: BIP-173, BIP-350, BIP-86, BIP-49, the genesis block. */
export const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
export const P2TR = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
export const P2PKH = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
export const P2SH = '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'
const ON_TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

type Listener = (value: unknown) => void

/** A wallet that injects an object of its own. `values` is its interface. */
class Bench extends TestWallet {
  chain = 'BITCOIN_MAINNET'
  #shown: readonly unknown[] = []
  readonly #listeners = new Map<string, Set<Listener>>()

  constructor(private readonly values: (bench: Bench) => Readonly<Record<string, unknown>>) {
    super()
  }
  protected override reset(): void {
    this.chain = 'BITCOIN_MAINNET'
    this.#shown = [P2WPKH]
    this.#listeners.clear()
  }
  protected put(): () => void {
    const values = this.values(this)
    Object.assign(window, values)
    return () => Object.keys(values).forEach((name) => Reflect.deleteProperty(window, name))
  }
  /** The addresses that the page may see. */
  get accounts(): readonly unknown[] {
    return this.allowed ? this.#shown : []
  }
  enter<T>(answer: () => T): Promise<T> {
    return this.letIn('connect', answer)
  }
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }
  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }
  listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0)
  }
  #tell(event: string, value: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(value)
  }

  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    this.#shown = {
      other: [P2TR],
      none: [],
      hostile: ['<b>', null, 7, {}, P2PKH, P2PKH],
      many: Array.from({ length: 10_000 }, () => P2PKH),
    }[which]
    this.#tell('accountsChanged', this.accounts)
  }
  /** Network and address change together, as in UniSat. */
  move(where: 'other' | 'unknown'): void {
    this.chain = where === 'other' ? 'BITCOIN_TESTNET' : 'BITCOIN_SIGNET'
    this.#shown = [ON_TESTNET]
    this.#tell('networkChanged', 'testnet')
    this.#tell('chainChanged', { enum: this.chain })
    this.#tell('accountsChanged', this.accounts)
  }
  close(): void {
    this.allowed = false
    this.#tell('accountsChanged', [])
  }
}

const single = (bench: Bench): object => ({
  requestAccounts: () => bench.enter(() => bench.accounts),
  getAccounts: async () => bench.accounts,
  getPublicKey: async () => '02'.repeat(33),
  on: (event: string, listener: Listener) => bench.on(event, listener),
  removeListener: (event: string, listener: Listener) => bench.off(event, listener),
})
export const unisat = new Bench((bench) => ({
  unisat: { ...single(bench), getChain: async () => ({ enum: bench.chain }) },
}))
export const okx = new Bench((bench) => ({ okxwallet: { bitcoin: single(bench) } }))

const envelope = (result: unknown): unknown => ({ jsonrpc: '2.0', id: '1', result })
const refusal = (code: number): unknown => ({
  jsonrpc: '2.0',
  id: '1',
  error: { code, message: 'no' },
})
export const leather = new Bench((bench) => ({
  LeatherProvider: {
    request: (method: string) =>
      method === 'getAddresses'
        ? bench.enter(() =>
            envelope({
              addresses: [
                { symbol: 'STX', address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE' },
                {
                  symbol: 'BTC',
                  type: 'p2wpkh',
                  address: P2WPKH,
                  publicKey: '02'.repeat(33),
                  derivationPath: "m/84'/0'/0'/0/0",
                },
              ],
            }),
          )
        : Promise.reject(refusal(-32601)),
  },
}))
