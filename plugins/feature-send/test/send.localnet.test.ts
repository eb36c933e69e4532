import { bitcoin, regtest } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import type { AnyPlugin } from '@latchkey/plugin-api'
import { Bip122Wallet, CosmosWallet, SolanaWallet } from '@latchkey/plugin-testkit/wallets'
import { defineSolanaNetwork, solana } from '@latchkey/solana'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import {
  request,
  startBitcoin,
  startCosmos,
  startLocalnet,
  startSolana,
  type Localnet,
} from '@latchkey-tools/localnet'
import { createPublicClient, defineChain, erc20Abi, http, toHex, type Address } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { send, type SendApi } from '../src/index.js'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const ends: (() => unknown)[] = []
beforeAll(() => {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => vi.unstubAllGlobals())

interface Site {
  kernel: Kernel
  api: SendApi
  until(what: () => unknown): Promise<void>
  /**
   * Sends an amount of the token with that symbol, as a visitor would, and waits until it has ended.
   */
  pay(amount: string, symbol: string, to: string): Promise<string>
  holds(symbol: string): string | undefined
}
/** Opens a site on one chain, with the form open. */
async function open(
  plugin: AnyPlugin,
  connector: string | RegExp,
  namespace: string,
): Promise<Site> {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [plugin, send({ namespaces: [namespace] })],
  }) as unknown as Kernel & { plugins: { send: SendApi } }
  ends.push(() => kernel.dispose())
  const { send: api } = kernel.plugins
  const until = (what: () => unknown): Promise<void> =>
    vi.waitFor(
      () => {
        if (!what())
          throw new Error(
            `not yet: ${JSON.stringify(api.state.get(), (_, value: unknown) =>
              typeof value === 'bigint' ? String(value) : value,
            ).slice(0, 600)}`,
          )
      },
      { timeout: 60_000, interval: 50 },
    )
  await kernel.ready
  await kernel.ports.late.load()
  const found = () =>
    kernel.ports.connectors
      .get()
      .find(({ value: { id } }) =>
        typeof connector === 'string' ? id === connector : connector.test(id),
      )
  await until(found)
  await kernel.connect(found()!.value.id)
  kernel.open('Account')
  kernel.ports.router.push('send.form')
  const tokenOf = (symbol: string) =>
    api.state.get().tokenBalances.find((token) => token.symbol === symbol)
  return {
    kernel,
    api,
    until,
    holds: (symbol) => tokenOf(symbol)?.quantity.numeric,
    async pay(amount, symbol, to) {
      await api.load()
      await until(() => tokenOf(symbol))
      api.setToken(tokenOf(symbol))
      api.setAmount(amount)
      api.setReceiver(to)
      await until(() => api.state.get().receiver.status === 'ok')
      const sending = api.send()
      const failed = sending.then(
        () => undefined,
        (error: unknown) => error,
      )
      await Promise.race([until(() => api.state.get().review), failed])
      api.confirm()
      const { id } = await sending
      expect(kernel.ports.router.get().map(({ view }) => view)).toEqual(['Account'])
      expect(api.state.get()).toMatchObject({
        token: undefined,
        sendTokenAmount: undefined,
        receiverAddress: undefined,
        loading: false,
      })
      await until(() =>
        api.state.get().sent.some((sent) => sent.id === id && sent.status === 'success'),
      )
      kernel.ports.router.push('send.form')
      return id
    },
  }
}

/** A wallet that lets the node's own accounts sign, and tells of tokens (EIP-7811). */
function installWallet({ chains: [chain], accounts: [me], tokens }: Localnet): {
  asked: { method: string; params: unknown }[]
} {
  const asked: { method: string; params: unknown }[] = []
  const node = createPublicClient({ transport: http(chain!.url) })
  const assets = async () =>
    Promise.all(
      Object.values(tokens).map(async ({ address, name, symbol, decimals }) => ({
        address,
        type: 'ERC20',
        balance: toHex(
          await node.readContract({
            address,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [me!.address],
          }),
        ),
        metadata: { name, symbol, decimals, price: '1.5' },
      })),
    )
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({
      method,
      params,
    }: {
      method: string
      params?: readonly unknown[]
    }): Promise<unknown> {
      asked.push({ method, params })
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [me!.address]
      if (method === 'wallet_getAssets') return { [toHex(chain!.id)]: await assets() }
      return request(chain!.url, method, params ?? [])
    },
  }
  const detail = Object.freeze({
    info: {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Node',
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'test.node',
    },
    provider,
  })
  const announce = (): void =>
    void window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  ends.push(() => window.removeEventListener('eip6963:requestProvider', announce))
  return { asked }
}

it('ETH and tokens are sent on an EVM chain [FEAT-21] [SEND-02] [SEND-04]', async () => {
  const localnet = await startLocalnet()
  ends.push(() => localnet.close())
  const { asked } = installWallet(localnet)
  const [{ id, name, url }] = localnet.chains as [Localnet['chains'][number]]
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const node = createPublicClient({ chain, transport: http() })
  const site = await open(evm({ networks: [chain] }), 'test.node', 'eip155')
  const to = '0x1111111111111111111111111111111111111111'
  await site.pay('0.5', 'ETH', to)
  expect(await node.getBalance({ address: to })).toBe(500_000_000_000_000_000n)
  const held = (token: Address) =>
    node.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [to] })
  const { erc20, silent, refusing } = localnet.tokens
  await site.pay('1.5', erc20.symbol, to)
  expect(await held(erc20.address)).toBe(15n * 10n ** BigInt(erc20.decimals - 1))
  await site.pay('2', silent.symbol, to)
  expect(await held(silent.address)).toBe(2n * 10n ** BigInt(silent.decimals))
  const sent = asked.filter(({ method }) => method === 'eth_sendTransaction').length
  await expect(site.pay('1', refusing.symbol, to)).rejects.toMatchObject({
    code: 'evm.transfer_refused',
  })
  expect(asked.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(sent)
  expect(site.api.state.get()).toMatchObject({
    sendTokenAmount: '1',
    error: { code: 'evm.transfer_refused' },
  })
  // This sends the maximum: the rest pays the fee, and little more.
  site.api.setToken(site.api.state.get().tokenBalances.find(({ symbol }) => symbol === 'ETH'))
  await site.api.max()
  expect(site.api.state.get().amountProblem).toBeUndefined()
  const { value } = site.api.state.get()
  await site.pay(site.api.state.get().sendTokenAmount!, 'ETH', to)
  expect(await node.getBalance({ address: to })).toBe(500_000_000_000_000_000n + value!)
  expect(await node.getBalance({ address: localnet.accounts[0]!.address })).toBeLessThan(10n ** 15n)
})

it('SOL is sent [SEND-03]', async () => {
  const node = await startSolana()
  ends.push(() => node.close())
  const wallet = new SolanaWallet({
    chains: ['solana:localnet'],
    send: async (transaction) =>
      Buffer.from(
        await fromBase58(
          String(
            await request(node.url, 'sendTransaction', [
              Buffer.from(transaction).toString('base64'),
              { encoding: 'base64' },
            ]),
          ),
        ),
      ),
  })
  ends.push(wallet.install())
  await request(node.url, 'requestAirdrop', [wallet.address, 5_000_000_000])
  const network = defineSolanaNetwork({
    genesisHash: String(await request(node.url, 'getGenesisHash')),
    chain: 'solana:localnet',
    name: 'Localnet',
    rpcUrls: [node.url],
    wsUrl: node.wsUrl,
  })
  const site = await open(solana({ networks: [network] }), 'solana:Bench', 'solana')
  const to = 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'
  const held = async (address: string) =>
    ((await request(node.url, 'getBalance', [address])) as { value: number }).value
  await site.pay('0.1', 'SOL', to)
  expect(await held(to)).toBe(100_000_000)
  await site.api.load()
  site.api.setToken(site.api.state.get().tokenBalances[0])
  await site.api.max()
  await site.pay(site.api.state.get().sendTokenAmount!, 'SOL', to)
  expect([await held(wallet.address), await held(to)]).toEqual([0, 5_000_000_000 - 2 * 5_000])
})

const TOKENS = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const HOLDERS = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const holderOf = (owner: PublicKey, mint: PublicKey): PublicKey =>
  PublicKey.findProgramAddressSync([owner.toBytes(), TOKENS.toBytes(), mint.toBytes()], HOLDERS)[0]
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
/**
 * Makes a token of 6 decimals on the node, of which that account has an amount: instructions
 * written down by hand, as the token program's documentation has them.
 */
async function mintTo(url: string, owner: PublicKey, amount: bigint): Promise<PublicKey> {
  const [payer, mint] = [Keypair.generate(), Keypair.generate()]
  await request(url, 'requestAirdrop', [payer.publicKey.toBase58(), 1_000_000_000])
  const {
    value: { blockhash },
  } = (await request(url, 'getLatestBlockhash', [])) as { value: { blockhash: string } }
  const key = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({
    pubkey,
    isSigner,
    isWritable,
  })
  const of = (programId: PublicKey, data: Buffer, ...keys: ReturnType<typeof key>[]) =>
    new TransactionInstruction({ programId, data, keys })
  const holder = holderOf(owner, mint.publicKey)
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    recentBlockhash: blockhash,
  } as never).add(
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint.publicKey,
      space: 82,
      lamports: Number(await request(url, 'getMinimumBalanceForRentExemption', [82])),
      programId: TOKENS,
    }),
    // InitializeMint2, with an authority and none to freeze.
    of(
      TOKENS,
      Buffer.concat([Buffer.of(20, 6), payer.publicKey.toBuffer(), Buffer.of(0)]),
      key(mint.publicKey, true),
    ),
    of(
      HOLDERS,
      Buffer.of(1),
      key(payer.publicKey, true, true),
      key(holder, true),
      key(owner),
      key(mint.publicKey),
      key(SystemProgram.programId),
      key(TOKENS),
    ),
    // MintToChecked.
    of(
      TOKENS,
      Buffer.concat([Buffer.of(14), u64(amount), Buffer.of(6)]),
      key(mint.publicKey, true),
      key(holder, true),
      key(payer.publicKey, false, true),
    ),
  )
  transaction.sign(payer, mint)
  await request(url, 'sendTransaction', [
    transaction.serialize().toString('base64'),
    { encoding: 'base64' },
  ])
  return mint.publicKey
}

it('A token of Solana is sent by a transfer of its mint [SEND-16]', async () => {
  const node = await startSolana()
  ends.push(() => node.close())
  const handed: Buffer[] = []
  const wallet = new SolanaWallet({
    chains: ['solana:localnet'],
    send: async (transaction) => {
      handed.push(Buffer.from(transaction))
      return Buffer.from(
        await fromBase58(
          String(
            await request(node.url, 'sendTransaction', [
              Buffer.from(transaction).toString('base64'),
              { encoding: 'base64' },
            ]),
          ),
        ),
      )
    },
  })
  ends.push(wallet.install())
  const me = new PublicKey(wallet.address)
  await request(node.url, 'requestAirdrop', [wallet.address, 1_000_000_000])
  const [mint, other] = [
    await mintTo(node.url, me, 12_500_000n),
    await mintTo(node.url, me, 7_000_000n),
  ]
  const held = async (owner: PublicKey, of: PublicKey): Promise<string | undefined> =>
    (
      (await request(node.url, 'getAccountInfo', [
        holderOf(owner, of).toBase58(),
        { encoding: 'jsonParsed' },
      ])) as { value: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } | null }
    ).value?.data.parsed.info.tokenAmount.amount
  const network = defineSolanaNetwork({
    genesisHash: String(await request(node.url, 'getGenesisHash')),
    chain: 'solana:localnet',
    name: 'Localnet',
    rpcUrls: [node.url],
    wsUrl: node.wsUrl,
  })
  const site = await open(solana({ networks: [network] }), 'solana:Bench', 'solana')
  await site.api.load()
  const { symbol } = site.api.state
    .get()
    .tokenBalances.find(({ address }) => address === mint.toBase58())!
  const to = Keypair.generate().publicKey
  await site.pay('2.5', symbol, to.toBase58())
  expect([
    await held(me, mint),
    await held(to, mint),
    await held(me, other),
    await held(to, other),
  ]).toEqual(['10000000', '2500000', '7000000', undefined])
  // TransferChecked: so much, with so many decimals, of that mint, from holder to holder.
  const [transfer] = Transaction.from(handed.at(-1)!).instructions.filter(({ programId }) =>
    programId.equals(TOKENS),
  )
  expect(transfer!.data).toEqual(Buffer.concat([Buffer.of(12), u64(2_500_000n), Buffer.of(6)]))
  expect(transfer!.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual(
    [holderOf(me, mint), mint, holderOf(to, mint), me].map((each) => each.toBase58()),
  )
  // This sends the rest to a receiver who has an account for the token.
  await site.api.load()
  site.api.setToken(
    site.api.state.get().tokenBalances.find(({ address }) => address === mint.toBase58()),
  )
  await site.api.max()
  expect(site.api.state.get().value).toBe(10_000_000n)
  await site.pay(site.api.state.get().sendTokenAmount!, symbol, to.toBase58())
  expect([await held(me, mint), await held(to, mint)]).toEqual(['0', '12500000'])
})

it('Bitcoin is sent', async () => {
  const node = await startBitcoin()
  ends.push(() => node.close())
  const wallet = new Bip122Wallet({ kind: 'standard', network: 'regtest' })
  ends.push(wallet.install())
  await node.fund(wallet.keys.payment.address, 100_000)
  const site = await open(
    bitcoin({ networks: [{ ...regtest, rpcUrls: [node.url] }] }),
    'bitcoin.Bench',
    'bip122',
  )
  const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const paying = site.pay('0.0002', 'BTC', to)
  await site.until(() => site.api.state.get().sent.some(({ status }) => status === 'pending'))
  await node.mine()
  await paying
  const list = (await (await fetch(`${node.url}/address/${to}/utxo`)).json()) as { value: number }[]
  expect(list.map(({ value }) => value)).toEqual([20_000])
})

it('A payment is sent on a Cosmos chain', async () => {
  const node = await startCosmos()
  ends.push(() => node.close())
  const wallet = new CosmosWallet({ chains: { [node.chainId]: 'cosmos' } })
  ends.push(wallet.install())
  node.fund(wallet.address(node.chainId), 'uatom', 5_000_000n)
  const site = await open(
    cosmos({
      networks: [
        {
          chainId: node.chainId,
          name: 'Local Cosmos',
          bech32Prefix: 'cosmos',
          gasPrice: '0.025',
          nativeCurrency: { symbol: 'ATOM', denom: 'uatom', decimals: 6 },
          rpcUrls: [node.url],
          testnet: true,
        },
      ],
    }),
    /^cosmos\./,
    'cosmos',
  )
  const to = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
  await site.pay('1.25', 'ATOM', to)
  const adapter = await site.kernel.ports.adapter('cosmos')
  expect(
    (await adapter.balance!({ address: to, network: site.kernel.ports.activeNetwork.current()! }))
      .value,
  ).toBe(1_250_000n)
})

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function fromBase58(text: string): Uint8Array {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(ALPHABET.indexOf(letter))
  const bytes = Buffer.from(value.toString(16).padStart(128, '0'), 'hex')
  return bytes
}
