// A host that is written with @solana/kit alone, on a node: `host` has nothing of ours but the signer.
import {
  address,
  appendTransactionMessageInstruction,
  assertIsSendableTransaction,
  createNoopSigner,
  createSignableMessage,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getPublicKeyFromAddress,
  partiallySignTransactionMessageWithSigners,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signature,
  signTransactionMessageWithSigners,
  verifySignature,
  AccountRole,
  type Address,
  type MessageModifyingSigner,
  type TransactionModifyingSigner,
  type TransactionSendingSigner,
  type TransactionSigner,
} from '@solana/kit'
import { Keypair } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { createKitSigner } from '../src/kit.js'
import { FakeLegacy, FakeWallet, signWith } from './fakeWallet.js'
import { failure, onNode, type ConnectOptions } from './support.js'

const place = onNode()
const SYSTEM = address('11111111111111111111111111111111')

type Signer = TransactionModifyingSigner & TransactionSendingSigner & MessageModifyingSigner

/** The wallet code of a shop that is written with kit. */
const host = (url: string, signer: Signer) => {
  const rpc = createSolanaRpc(url)
  const transfer = async (to: Address, lamports: bigint, payer: TransactionSigner = signer) => {
    const { value: latest } = await rpc.getLatestBlockhash().send()
    const data = new Uint8Array(12)
    data[0] = 2
    new DataView(data.buffer).setBigUint64(4, lamports, true)
    return appendTransactionMessageInstruction(
      {
        programAddress: SYSTEM,
        accounts: [
          { address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
          { address: to, role: AccountRole.WRITABLE },
        ],
        data,
      },
      setTransactionMessageLifetimeUsingBlockhash(
        latest,
        setTransactionMessageFeePayerSigner(payer, createTransactionMessage({ version: 0 })),
      ),
    )
  }
  return {
    rpc,
    transfer,
    balance: async (of: Address) => (await rpc.getBalance(of).send()).value,
    async sign(text: string) {
      const [signed] = await signer.modifyAndSignMessages([createSignableMessage(text)])
      return verifySignature(
        await getPublicKeyFromAddress(signer.address),
        signed!.signatures[signer.address]!,
        signed!.content,
      )
    },
  }
}
const connected = async (options?: ConnectOptions) => {
  const page = await place.connected(options)
  const signer = createKitSigner(page.kernel)
  const { url } = await page.kernel.plugins.solana.getEndpoint()
  return { ...page, signer, shop: host(url, signer) }
}
const newAddress = async (): Promise<Address> => (await generateKeyPairSigner()).address

const WALLETS = [
  ['announced', () => new FakeWallet({ send: place.send })],
  ['that only signs', () => place.without('solana:signAndSendTransaction')],
] as const

it.each(WALLETS)('A wallet %s signs a message of kit that verifies', async (_, make) => {
  const { shop, signer, me } = await connected({ wallet: make() })
  expect([await shop.sign('Grüezi'), signer.address]).toEqual([true, me.toBase58()])
})

it.each(WALLETS)(
  'A wallet %s signs and sends a transfer of kit, and the node moves the money',
  async (_, make) => {
    const { shop } = await connected({ wallet: make() })
    const to = await newAddress()
    const sent = await signAndSendTransactionMessageWithSigners(
      await shop.transfer(to, 12_000_000n),
    )
    expect(await shop.balance(to)).toBe(12_000_000n)
    const { value } = await shop.rpc
      .getSignatureStatuses([signature(getBase58Decoder().decode(sent))])
      .send()
    expect(value[0]?.err).toBeNull()
  },
)

it.each(WALLETS)('A wallet %s signs a transfer that kit sends by itself', async (_, make) => {
  const { shop } = await connected({ wallet: make() })
  const to = await newAddress()
  const signed = await signTransactionMessageWithSigners(await shop.transfer(to, 3_000_000n))
  assertIsSendableTransaction(signed)
  await shop.rpc
    .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
    .send()
  expect(await shop.balance(to)).toBe(3_000_000n)
})

it('A fee payer with a key of its own signs beside the wallet, and both signatures stay', async () => {
  const { shop, signer } = await connected()
  const [to, payer] = [await newAddress(), await generateKeyPairSigner()]
  await place.ask('requestAirdrop', [payer.address, 1_000_000_000])
  const before = await shop.balance(signer.address)
  const signed = await signTransactionMessageWithSigners(await shop.transfer(to, 4_000_000n, payer))
  await shop.rpc
    .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
    .send()
  expect([await shop.balance(to), before - (await shop.balance(signer.address))]).toEqual([
    4_000_000n,
    4_000_000n,
  ])
})

it('A transaction in which the connected account does not sign is refused', async () => {
  const { signer, shop } = await connected()
  const stranger = createNoopSigner(await newAddress())
  const { value: latest } = await shop.rpc.getLatestBlockhash().send()
  const transaction = await partiallySignTransactionMessageWithSigners(
    setTransactionMessageLifetimeUsingBlockhash(
      latest,
      setTransactionMessageFeePayerSigner(stranger, createTransactionMessage({ version: 0 })),
    ),
  )
  expect(await failure(signer.modifyAndSignTransactions([transaction]))).toHaveProperty('code')
})

it('A method that the host denies stays denied for kit’s objects, and the wallet is not asked', async () => {
  const { shop, wallet } = await connected({
    wallet: place.without('solana:signAndSendTransaction'),
    kernel: { rpcPolicy: { deny: ['solana_signAndSendTransaction', 'solana_signMessage'] } },
  })
  const asked = wallet.asked.length
  expect(await failure(shop.sign('x'))).toMatchObject({ code: 'rpc.method_not_allowed' })
  const to = await newAddress()
  const message = await shop.transfer(to, 5_000_000n)
  expect(await failure(signAndSendTransactionMessageWithSigners(message))).toMatchObject({
    code: 'rpc.method_not_allowed',
  })
  expect([wallet.asked.length, await shop.balance(to)]).toEqual([asked, 0n])
})

it('A visitor who declines, and a wallet that went away, fail with the codes of the kernel', async () => {
  const { kernel, shop, wallet } = await connected()
  const to = await newAddress()
  const message = await shop.transfer(to, 5_000_000n)
  wallet.how = { reject: new Error('User rejected the request.') }
  expect(await failure(signAndSendTransactionMessageWithSigners(message))).toMatchObject({
    code: 'wallet.user_rejected',
  })
  wallet.how = 'accept'
  await kernel.disconnect()
  expect(await failure(shop.sign('x'))).toMatchObject({
    code: 'kernel.account_or_network_missing',
  })
  expect(() => createKitSigner(kernel)).toThrow('No account of Solana is connected')
  expect(await shop.balance(to)).toBe(0n)
})

it('A signer of another connected account signs by that one, and a stranger’s account is refused', async () => {
  const wallet = new FakeWallet({ send: place.send })
  wallet.keypairs = [...wallet.keypairs, Keypair.generate()]
  const { kernel } = await connected({ wallet })
  const { url } = await kernel.plugins.solana.getEndpoint()
  const [first, second] = wallet.keypairs.map(({ publicKey }) => publicKey.toBase58())
  expect(kernel.plugins.solana.provider.address).toBe(first)
  for (const account of [first!, second!])
    expect(await host(url, createKitSigner(kernel, account)).sign('x')).toBe(true)
  const stranger = createKitSigner(kernel, await newAddress())
  expect(await failure(host(url, stranger).sign('x'))).toMatchObject({
    code: 'wallet.unauthorized',
  })
  expect(wallet.asked.filter((what) => what === 'signMessage')).toHaveLength(2)
})

it('An aborted request of kit ends at once', async () => {
  const { signer, wallet } = await connected()
  wallet.how = 'silence'
  const control = new AbortController()
  const waiting = failure(
    signer.modifyAndSignMessages([createSignableMessage('x')], { abortSignal: control.signal }),
  )
  await expect.poll(() => wallet.asked.at(-1)).toBe('signMessage')
  control.abort()
  expect(await waiting).toMatchObject({ code: 'kernel.aborted' })
})

/** The members that a wallet of the older interface calls on a transaction. */
interface Given {
  message?: { serialize(): Uint8Array }
  serializeMessage?(): Uint8Array
  addSignature(key: unknown, signature: Uint8Array): void
}
/** Reads the message and adds its signature, instead of signing by web3.js itself. */
function oldWallet(): FakeLegacy {
  const wallet = new FakeLegacy()
  const sign = (transaction: Given): Given => {
    const [keypair] = wallet.keypairs
    const message = transaction.serializeMessage?.() ?? transaction.message!.serialize()
    transaction.addSignature(keypair!.publicKey, signWith(keypair!, message))
    return transaction
  }
  Object.assign(wallet.provider, {
    signTransaction: (transaction: Given) => wallet.ask('signTransaction', () => sign(transaction)),
    signAllTransactions: (list: Given[]) => wallet.ask('signAllTransactions', () => list.map(sign)),
  })
  return wallet
}

it('A wallet of the older interface signs and sends for a host that has no web3.js', async () => {
  const { shop, adapter, account, network } = await connected({
    wallet: oldWallet(),
    kernel: { withWeb3js: false },
  })
  const [first, second] = [await newAddress(), await newAddress()]
  await signAndSendTransactionMessageWithSigners(await shop.transfer(first, 6_000_000n))
  await adapter.send!.submit({ account, network, to: second, value: 7_000_000n })
  expect([await shop.sign('x'), await shop.balance(first), await shop.balance(second)]).toEqual([
    true,
    6_000_000n,
    7_000_000n,
  ])
})
