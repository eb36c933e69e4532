import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import type { Dispose } from '@latchkey/plugin-api'
import { join, secretOf, utf8 } from './bytes.js'
import { Listeners, onWindow, registerStandard, TestWallet } from './testWallet.js'

/** How pages find the wallet, and what it supports. */
export interface Bip122WalletOptions {
  /** How pages find it: `window.btc_providers` (WBIP, default), or the Wallet Standard. */
  kind?: 'wbip' | 'standard'
  network?: 'mainnet' | 'testnet' | 'regtest'
  /** Pays the recipients. Returns the transaction's id. Left out: nobody is paid. */
  pay?(
    recipients: readonly { address: string; amount: number }[],
    keys: Bip122Keys,
  ): string | Promise<string>
}
const NETWORKS = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}
const tagged = (tag: string, message: Uint8Array): Uint8Array =>
  sha256(join(sha256(utf8(tag)), sha256(utf8(tag)), message))

/** The transaction that a BIP-322 signature spends: its output has the script, its input the message. */
function toSpendOf(script: Uint8Array, message: string): Uint8Array {
  const zero = [0, 0, 0, 0]
  return join(
    zero,
    [1],
    new Uint8Array(32),
    [255, 255, 255, 255],
    [34, 0, 32],
    tagged('BIP0322-signed-message', utf8(message)),
    zero,
    [1],
    new Uint8Array(8),
    [script.length],
    script,
    zero,
  )
}

export type Bip122Keys = ReturnType<typeof bip122Keys>
/**
 * One key with its two addresses. It signs messages by BIP-322 (simple) and PSBTs without asking.
 */
export function bip122Keys(
  secret: Uint8Array,
  network: 'mainnet' | 'testnet' | 'regtest' = 'mainnet',
) {
  const inner = pubSchnorr(secret)
  const made = {
    payment: p2wpkh(pubECDSA(secret), NETWORKS[network]),
    ordinals: p2tr(inner, undefined, NETWORKS[network]),
  }
  const coin = network === 'mainnet' ? 0 : 1
  return {
    payment: {
      address: made.payment.address!,
      publicKey: hex.encode(pubECDSA(secret)),
      purpose: 'payment',
      derivationPath: `m/84'/${coin}'/0'/0/0`,
    },
    ordinals: {
      address: made.ordinals.address!,
      publicKey: hex.encode(inner),
      purpose: 'ordinals',
      derivationPath: `m/86'/${coin}'/0'/0/0`,
    },
    /** @throws Error for an address that is neither of the two */
    signMessage(address: string, message: string): Uint8Array {
      const kind = address === made.payment.address ? 'payment' : 'ordinals'
      if (address !== made[kind].address) throw new Error('No such address')
      const { script } = made[kind]
      const toSpend = toSpendOf(script, message)
      const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
      toSign.addInput({
        txid: sha256(sha256(toSpend)).reverse(),
        index: 0,
        sequence: 0,
        witnessUtxo: { script, amount: 0n },
        ...(kind === 'ordinals' && { tapInternalKey: inner }),
      })
      toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
      toSign.sign(secret)
      toSign.finalize()
      const witness = toSign.getInput(0).finalScriptWitness!
      return join([witness.length], ...witness.flatMap((item) => [[item.length], item]))
    },
    signPsbt(psbt: Uint8Array): Uint8Array {
      const transaction = Transaction.fromPSBT(psbt)
      transaction.sign(secret)
      return transaction.toPSBT()
    },
  }
}

const failure = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code })
type Params = Readonly<Record<string, never>>

/** A Bitcoin wallet that really signs, with a payment and an ordinals account. */
export class Bip122Wallet extends TestWallet {
  readonly #options: Bip122WalletOptions
  readonly #listeners = new Listeners()
  #seed = 'one'
  #odd: readonly unknown[] | undefined

  constructor(options: Bip122WalletOptions = {}) {
    super()
    this.#options = options
  }
  get keys(): Bip122Keys {
    return bip122Keys(secretOf(this.#seed), this.#options.network)
  }
  listeners(): number {
    return this.#listeners.count()
  }
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    if (which === 'other') this.#seed = 'two'
    if (which === 'none') this.allowed = false
    const { payment } = this.keys
    this.#odd =
      which === 'hostile'
        ? [null, 7, {}, { address: '<b>' }, payment, payment]
        : which === 'many'
          ? Array.from({ length: 10_000 }, () => payment)
          : undefined
    if (which === 'none') return this.close()
    this.#tell()
  }
  close(): void {
    this.allowed = false
    this.#listeners.tell('disconnect', undefined)
    this.#listeners.tell('change', { accounts: [] })
  }

  protected override reset(): void {
    this.#listeners.clear()
    this.#seed = 'one'
    this.#odd = undefined
  }
  protected put(): Dispose {
    if (this.#options.kind === 'standard') return registerStandard(this.#standard())
    return onWindow({
      btc_providers: [
        {
          id: 'BenchProviders.BitcoinProvider',
          name: this.name,
          icon: this.icon,
          methods: Object.keys(this.#methods),
        },
      ],
      BenchProviders: {
        BitcoinProvider: {
          request: (method: string, params: Params) => this.#answer(method, params),
          addListener: (event: string, listener: (value: never) => void) =>
            this.#listeners.add(event, listener),
        },
      },
    })
  }

  #tell(): void {
    this.#listeners.tell('accountChange', undefined)
    this.#listeners.tell('change', { accounts: this.#accounts() })
  }
  #list(): readonly unknown[] {
    const { payment, ordinals } = this.keys
    return this.#odd ?? [ordinals, payment]
  }
  async #answer(method: string, params: Params): Promise<object> {
    const head = { jsonrpc: '2.0', id: '1' }
    const answer = this.#methods[method]
    if (!answer) return { ...head, error: { code: -32601, message: 'Method not found' } }
    return { ...head, result: await answer(params ?? {}) }
  }
  #demandAllowed(): void {
    if (!this.allowed) throw failure(-32002, 'Access denied')
  }
  readonly #methods: Readonly<Record<string, (params: Params) => unknown>> = {
    wallet_connect: () =>
      this.letIn('wallet_connect', () => ({
        addresses: this.#list(),
        network: {
          bitcoin: {
            name:
              this.#options.network === 'mainnet' || !this.#options.network ? 'Mainnet' : 'Testnet',
          },
        },
      })),
    wallet_getAccount: () => (this.#demandAllowed(), { addresses: this.#list() }),
    wallet_disconnect: () => void (this.allowed = false),
    signMessage: ({ address, message }) => (
      this.#demandAllowed(),
      this.ask('signMessage', () => ({
        address,
        signature: base64.encode(this.keys.signMessage(address!, message!)),
      }))
    ),
    signPsbt: ({ psbt }) => (
      this.#demandAllowed(),
      this.ask('signPsbt', () => ({
        psbt: base64.encode(this.keys.signPsbt(base64.decode(psbt!))),
      }))
    ),
    sendTransfer: ({ recipients }) => (
      this.#demandAllowed(),
      this.ask('sendTransfer', async () => ({
        txid: (await this.#options.pay?.(recipients!, this.keys)) ?? '00'.repeat(32),
      }))
    ),
  }

  #accounts(): readonly unknown[] {
    return this.allowed
      ? this.#list().map((each) => {
          const { address, publicKey, purpose } = (
            typeof each === 'object' && each !== null ? each : {}
          ) as Partial<Bip122Keys['payment']>
          return {
            address,
            purpose,
            publicKey: publicKey ? hex.decode(publicKey) : undefined,
            chains: [`bitcoin:${this.#options.network ?? 'mainnet'}`],
            features: [],
          }
        })
      : []
  }
  #standard(): object {
    const accounts = (): readonly unknown[] => this.#accounts()
    const { signMessage, signPsbt } = {
      signMessage: (address: string, message: Uint8Array) =>
        this.keys.signMessage(address, new TextDecoder().decode(message)),
      signPsbt: (psbt: Uint8Array) => this.keys.signPsbt(psbt),
    }
    return {
      version: '1.0.0',
      name: this.name,
      icon: this.icon,
      chains: [`bitcoin:${this.#options.network ?? 'mainnet'}`],
      get accounts() {
        return accounts()
      },
      features: {
        'bitcoin:connect': {
          version: '1.0.0',
          connect: async () => this.letIn('bitcoin:connect', () => ({ accounts: accounts() })),
        },
        'bitcoin:disconnect': {
          version: '1.0.0',
          disconnect: async () => void (this.allowed = false),
        },
        'standard:events': {
          version: '1.0.0',
          on: (_: string, listener: (value: never) => void) =>
            this.#listeners.add('change', listener),
        },
        'bitcoin:signMessage': {
          version: '1.0.0',
          signMessage: async ({
            account,
            message,
          }: {
            account: { address: string }
            message: Uint8Array
          }) =>
            this.ask('bitcoin:signMessage', () => [
              { signedMessage: message, signature: signMessage(account.address, message) },
            ]),
        },
        'bitcoin:signTransaction': {
          version: '1.0.0',
          signTransaction: async ({ psbt }: { psbt: Uint8Array }) =>
            this.ask('bitcoin:signTransaction', () => [{ signedPsbt: signPsbt(psbt) }]),
        },
      },
    }
  }
}
