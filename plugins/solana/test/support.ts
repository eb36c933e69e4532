import { createKernel, type KernelOptions } from '@latchkey/kernel'
import type { PluginDefinition } from '@latchkey/plugin-api'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import { request, startSolana, type Solana } from '@latchkey-tools/localnet'
import {
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js'
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { fromBase58 } from '../src/chain/base58.js'
import { defineSolanaNetwork, solana, type SolanaNetwork } from '../src/index.js'
import { FakeLegacy, FakeWallet, type FakeOptions } from './fakeWallet.js'

/** A busy machine may need this long. */
export const PATIENT = { timeout: 20_000 }

const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
/** Verifies with OpenSSL. */
export const isSigned = (by: PublicKey, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, by.toBytes()]), format: 'der', type: 'spki' }),
    signature,
  )

export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

/**
 * Makes this process a page: a window and a document that take listeners, without anything to draw
 * on.
 */
export function becomePage(): void {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
}

interface CreateOptions extends Partial<KernelOptions> {
  beside?: readonly PluginDefinition[]
  /** Whether wallets of the older interface get objects of web3.js. Default: yes. */
  withWeb3js?: boolean
}
const create = (
  network: SolanaNetwork,
  { beside = [], withWeb3js = true, ...options }: CreateOptions = {},
) =>
  createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [
      solana({
        networks: [network],
        ...(withWeb3js && { web3js: () => import('@solana/web3.js') }),
      }),
      ...beside,
    ],
  })

export interface ConnectOptions {
  wallet?: FakeWallet | FakeLegacy
  kernel?: CreateOptions
}

/** The local node for a file of tests, with hosts and wallets on it. */
class Place {
  node!: Solana
  network!: SolanaNetwork
  readonly ends: (() => void)[] = []

  async start(): Promise<void> {
    this.node = await startSolana()
    this.network = defineSolanaNetwork({
      genesisHash: (await request(this.node.url, 'getGenesisHash')) as string,
      chain: 'solana:localnet',
      name: 'Localnet',
      rpcUrls: [this.node.url],
      wsUrl: this.node.wsUrl,
    })
  }
  create(options: Parameters<typeof create>[1] = {}) {
    const kernel = create(this.network, options)
    this.ends.push(() => kernel.dispose())
    return kernel
  }
  async ask<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    return (await request(this.node.url, method, params)) as T
  }
  readonly send = async (transaction: Uint8Array): Promise<Uint8Array> =>
    fromBase58(
      await this.ask('sendTransaction', [
        Buffer.from(transaction).toString('base64'),
        { encoding: 'base64' },
      ]),
    )!
  async balanceAt(key: PublicKey): Promise<number> {
    return (await this.ask<{ value: number }>('getBalance', [key.toBase58()])).value
  }
  fund(key: PublicKey, lamports = 5_000_000_000): Promise<unknown> {
    return this.ask('requestAirdrop', [key.toBase58(), lamports])
  }
  without(...names: NonNullable<FakeOptions['without']>): FakeWallet {
    return new FakeWallet({ send: this.send, without: names })
  }
  async blockhash(): Promise<string> {
    return (await this.ask<{ value: { blockhash: string } }>('getLatestBlockhash')).value.blockhash
  }
  async transfer(from: PublicKey, to: PublicKey, lamports: number): Promise<Transaction> {
    return new Transaction({
      feePayer: from,
      recentBlockhash: await this.blockhash(),
    } as never).add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }))
  }
  async versioned(
    from: PublicKey,
    ...instructions: TransactionInstruction[]
  ): Promise<VersionedTransaction> {
    return new VersionedTransaction(
      new TransactionMessage({
        payerKey: from,
        recentBlockhash: await this.blockhash(),
        instructions,
      }).compileToV0Message(),
    )
  }

  /** A kernel that found the wallet and connected it. Its account has five SOL. */
  async connected({
    wallet = new FakeWallet({ send: this.send }),
    kernel: options = {},
  }: ConnectOptions = {}) {
    this.ends.push(wallet.install())
    const signer = wallet.keypairs[0]!
    await this.fund(signer.publicKey)
    const kernel = this.create(options)
    await kernel.ready
    await kernel.ports.late.load()
    await Promise.resolve()
    await kernel.connect(wallet instanceof FakeLegacy ? 'solana:injected' : `solana:${wallet.name}`)
    const account = kernel.ports.accounts.active('solana')!
    return {
      kernel,
      wallet,
      signer,
      me: signer.publicKey,
      account,
      network: kernel.ports.activeNetwork.current('solana')!,
      adapter: await kernel.ports.adapter('solana'),
      provider: kernel.plugins.solana.provider,
    }
  }
}

/** Starts the node before the tests of a file and ends it after them. */
export function onNode(): Place {
  vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
  const place = new Place()
  beforeAll(async () => {
    becomePage()
    await place.start()
  })
  afterEach(() => place.ends.splice(0).forEach((end) => end()))
  afterAll(async () => {
    vi.unstubAllGlobals()
    await place.node.close()
  })
  return place
}
