import { isCaip10, toCaip10, type SignInRequest } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { Keypair, SystemInstruction, SystemProgram, Transaction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { fromBase58 } from '../src/chain/base58.js'
import { getConnection } from '../src/web3js.js'
import { FakeLegacy, FakeWallet } from './fakeWallet.js'
import { failure, isSigned, onNode, PATIENT } from './support.js'

const place = onNode()

describe('connecting', () => {
  it('The account state holds the base58 address of the wallet [FEAT-06]', async () => {
    const { kernel, me } = await place.connected()
    expect(kernel.ports.connections.get().namespaces['solana']).toMatchObject({
      status: 'connected',
      address: me.toBase58(),
    })
  })
  it('The account of a wallet has a CAIP-10 form [CONN-29]', async () => {
    const {
      account,
      network: { id },
      me,
    } = await place.connected()
    const text = toCaip10(id, account.address)
    expect([text, isCaip10(text), account.namespace]).toEqual([
      `solana:GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69:${me.toBase58()}`,
      true,
      'solana',
    ])
  })
  it('A wallet that can sign in does so while it connects, and the signature verifies', async () => {
    const wallet = new FakeWallet({ send: place.send })
    place.ends.push(wallet.install())
    const kernel = place.create()
    await kernel.ready
    await kernel.ports.late.load()
    await Promise.resolve()
    const answers: Parameters<SignInRequest['fulfil']>[0][] = []
    const signIn: SignInRequest = {
      message: {
        domain: 'host.test',
        nonce: 'abcdefgh',
        resources: ['https://host.test/a'],
        extra: 'no',
      },
      fulfil: (answer) => void answers.push(answer),
    }
    const connection = await kernel.ports.connectors.find('solana:Fake')!.value.connect({
      networks: [place.network],
      silent: false,
      signal: new AbortController().signal,
      onStep: () => undefined,
      signIn,
    })
    const [{ message, signature, account, network: id }] = answers as [(typeof answers)[0]]
    expect([account.address, id, wallet.asked]).toEqual([
      wallet.keypairs[0]!.publicKey.toBase58(),
      place.network.id,
      ['signIn'],
    ])
    expect(wallet.inputs).toEqual([
      {
        domain: 'host.test',
        nonce: 'abcdefgh',
        chainId: 'solana:localnet',
        resources: ['https://host.test/a'],
      },
    ])
    expect(
      isSigned(
        wallet.keypairs[0]!.publicKey,
        new TextEncoder().encode(message),
        fromBase58(signature)!,
      ),
    ).toBe(true)
    await connection.release()
  })
  it('A connection follows the wallet to another account, and ends when the wallet takes all back', async () => {
    const { kernel, wallet } = await place.connected()
    const told: (string | undefined)[] = []
    kernel.plugins.solana.provider.on('accountChanged', (address) => void told.push(address))
    const other = Keypair.generate()
    ;(wallet as FakeWallet).use([other])
    await expect
      .poll(() => kernel.ports.accounts.active('solana')?.address, PATIENT)
      .toBe(other.publicKey.toBase58())
    ;(wallet as FakeWallet).use([])
    await expect
      .poll(() => kernel.ports.connections.get().namespaces['solana']?.status, PATIENT)
      .toBe('disconnected')
    expect([told, (wallet as FakeWallet).listeners.size]).toEqual([
      [other.publicKey.toBase58(), undefined],
      0,
    ])
  })
  it('A connection comes back after a reload without a prompt, and not after a disconnect', async () => {
    const storage = fakeStorage()
    const { kernel, wallet, me } = await place.connected({ kernel: { storage } })
    kernel.dispose()
    const again = place.create({ storage })
    await expect
      .poll(() => again.ports.accounts.active('solana')?.address, PATIENT)
      .toBe(me.toBase58())
    expect(wallet.asked).toEqual(['connect'])
    await again.disconnect()
    expect([
      wallet.asked,
      (wallet as FakeWallet).listeners.size,
      again.ports.accounts.active('solana'),
    ]).toEqual([['connect', 'disconnect'], 0, undefined])
    const third = place.create({ storage })
    await expect.poll(() => third.ports.connections.get().restoring, PATIENT).toBe(false)
    expect(third.ports.accounts.active('solana')).toBeUndefined()
  })
})

describe.each([
  ['announced', () => new FakeWallet({ send: place.send })],
  ['that only signs', () => place.without('solana:signAndSendTransaction')],
  ['injected', () => new FakeLegacy()],
])('a wallet %s', (_, make) => {
  it('A wallet has the balance of the node, and signs messages that verify', async () => {
    const { adapter, account, network, me, provider } = await place.connected({ wallet: make() })
    expect(await adapter.balance!({ address: account.address, network })).toEqual({
      value: BigInt(await place.balanceAt(me)),
      decimals: 9,
      symbol: 'SOL',
    })
    expect(
      isSigned(
        me,
        Buffer.from('Grüezi'),
        fromBase58(await adapter.sign!({ account, network, message: 'Grüezi' }))!,
      ),
    ).toBe(true)
    const bytes = Uint8Array.of(0, 255, 7)
    expect(isSigned(me, bytes, await provider.signMessage(bytes))).toBe(true)
  })
  it('A transaction moves the amount to the receiver, and the node counts it', async () => {
    const { adapter, account, network, me, wallet } = await place.connected({ wallet: make() })
    const to = Keypair.generate().publicKey
    const before = await place.balanceAt(me)
    const submission = await adapter.send!.submit({
      account,
      network,
      to: to.toBase58(),
      value: 100_000_000n,
    })
    let last: unknown
    for await (const status of adapter.send!.watch(submission, { network })) last = status
    expect(last).toEqual({ status: 'success', transaction: submission.id })
    expect([await place.balanceAt(to), before - (await place.balanceAt(me))]).toEqual([
      100_000_000, 100_005_000,
    ])
    expect(wallet.asked.at(-1)).toBe(
      wallet instanceof FakeWallet &&
        'solana:signAndSendTransaction' in (wallet.standard['features'] as object)
        ? 'signAndSendTransaction'
        : 'signTransaction',
    )
  })
  it('A wallet signs one and several transactions, of both kinds, and the node refuses tampered ones', async () => {
    const { provider, me, kernel } = await place.connected({ wallet: make() })
    const to = Keypair.generate().publicKey
    const list = [await place.transfer(me, to, 1_000_000), await place.transfer(me, to, 2_000_000)]
    const signed = await provider.signAllTransactions(list)
    expect(signed.every((each) => each.verifySignatures())).toBe(true)
    const connection = await getConnection(kernel)
    const one = await provider.signTransaction(
      await place.versioned(
        me,
        SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 3_000_000 }),
      ),
    )
    const bytes = one.serialize()
    bytes[bytes.length - 6]! ^= 1
    expect(await failure(connection.sendRawTransaction(bytes))).toMatchObject({
      message: expect.stringMatching(/signature verification failure/i) as string,
    })
    expect(await place.balanceAt(to)).toBe(0)
    for (const each of [...signed, one])
      await connection.confirmTransaction(
        await connection.sendRawTransaction(each.serialize()),
        'confirmed',
      )
    expect(await place.balanceAt(to)).toBe(6_000_000)
  })
  it('A wallet that declines moves nothing', async () => {
    const { adapter, account, network, wallet, provider, me } = await place.connected({
      wallet: make(),
    })
    wallet.how = { reject: new Error('User rejected the request.') }
    const to = Keypair.generate().publicKey
    for (const run of [
      () => adapter.send!.submit({ account, network, to: to.toBase58(), value: 1_000_000n }),
      () => adapter.sign!({ account, network, message: 'x' }),
      async () => provider.signTransaction(await place.transfer(me, to, 1_000_000)),
    ])
      expect(await failure(run())).toMatchObject({ code: 'wallet.user_rejected' })
    expect(await place.balanceAt(to)).toBe(0)
  })
})

it('A send is a transaction with recipient and value [SEND-15]', async () => {
  const { adapter, account, network, wallet, me } = await place.connected()
  const to = Keypair.generate().publicKey
  await adapter.send!.submit({ account, network, to: to.toBase58(), value: 100_000_000n })
  const { instructions } = Transaction.from((wallet as FakeWallet).signed.at(-1)!)
  expect(instructions.map((each) => SystemInstruction.decodeTransfer(each))).toEqual([
    { fromPubkey: me, toPubkey: to, lamports: 100_000_000n },
  ])
  expect((wallet as FakeWallet).inputs.at(-1)).toMatchObject({ chain: 'solana:localnet' })
  expect(
    await adapter.estimate!({ account, network, to: to.toBase58(), value: 1_000_000n }),
  ).toEqual({ fee: 5000n })
})

it('A message that the wallet changed before it signed is refused', async () => {
  const wallet = new FakeWallet({ send: place.send })
  const feature = (wallet.standard['features'] as Record<string, Record<string, unknown>>)[
    'solana:signMessage'
  ]!
  feature['signMessage'] = async () => [
    { signedMessage: Uint8Array.of(1), signature: new Uint8Array(64) },
  ]
  const { adapter, account, network } = await place.connected({ wallet })
  expect(await failure(adapter.sign!({ account, network, message: 'x' }))).toMatchObject({
    code: 'wallet.bad_answer',
  })
})
