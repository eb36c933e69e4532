import { serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { coins, GasPrice, SigningStargateClient, StargateClient } from '@cosmjs/stargate'
import { startCosmos, type CosmosStandIn } from '@latchkey-tools/localnet'
import type {
  ChainAdapter,
  ConnectedAccount,
  Network,
  SubmissionStatus,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CosmosNetwork } from '../src/index.js'
import { broadcast } from '../src/sdk/bank.js'
import { FakeWallet, type FakeWalletOptions } from './fakeWallet.js'
import { accountsOf, becomePage, failure, openKernel, type CosmosKernel } from './support.js'

const OTHER = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const FUNDS = 10_000_000n
let node: CosmosStandIn
let chain: CosmosNetwork
let client: StargateClient
let wallet: FakeWallet
let kernel: CosmosKernel | undefined

beforeAll(async () => {
  node = await startCosmos()
  chain = {
    chainId: node.chainId,
    name: 'Local Cosmos',
    bech32Prefix: 'cosmos',
    gasPrice: '0.025',
    nativeCurrency: { symbol: 'ATOM', denom: 'uatom', decimals: 6 },
    rpcUrls: [node.url],
    restUrl: node.url,
    testnet: true,
  }
  client = await StargateClient.connect(node.url)
})
beforeEach(becomePage)
afterEach(() => {
  kernel?.dispose()
  kernel = undefined
  vi.unstubAllGlobals()
})
afterAll(async () => {
  client.disconnect()
  await node.close()
})

interface Ready {
  kernel: CosmosKernel
  adapter: ChainAdapter
  account: ConnectedAccount
  network: Network
}
let seeds = 0
/** A wallet with funds of its own, connected. */
async function connected(options: Partial<FakeWalletOptions> = {}): Promise<Ready> {
  wallet = new FakeWallet({ chains: { [node.chainId]: 'cosmos' }, ...options })
  wallet.seed = `visitor ${seeds++}`
  wallet.install()
  node.fund(wallet.address(node.chainId), 'uatom', FUNDS)
  const made = (kernel = await openKernel([chain]))
  await made.connect('cosmos.keplr')
  const { ports } = made
  return {
    kernel: made,
    adapter: await ports.adapter('cosmos'),
    account: ports.accounts.active('cosmos')!,
    network: ports.activeNetwork.current('cosmos')!,
  }
}
const balanceOf = async (address: string, denom = 'uatom'): Promise<bigint> =>
  BigInt((await client.getBalance(address, denom)).amount)
async function outcome(
  { adapter, network }: Ready,
  id: string,
): Promise<SubmissionStatus | undefined> {
  let last: SubmissionStatus | undefined
  for await (const status of adapter.send!.watch({ id, kind: 'transaction' }, { network }))
    last = status
  return last
}
const verifies = (signature: string, bytes: Uint8Array): boolean =>
  secp256k1.verify(Buffer.from(signature, 'base64'), sha256(bytes), wallet.publicKey(node.chainId))

describe('reading', () => {
  it('The balance is that of the node', async () => {
    const { adapter, account, network } = await connected()
    expect(await adapter.balance!({ address: account.address, network })).toEqual({
      value: FUNDS,
      decimals: 6,
      symbol: 'ATOM',
    })
    expect(await balanceOf(account.address)).toBe(FUNDS)
    expect(
      await adapter.balance!({ address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud', network }),
    ).toMatchObject({ value: 0n })
  })

  it('The next node is asked where one cannot be reached', async () => {
    const { adapter, account, network } = await connected()
    expect(
      await adapter.balance!({
        address: account.address,
        network: { ...network, rpcUrls: ['http://127.0.0.1:9', node.url] },
      }),
    ).toMatchObject({ value: FUNDS })
    expect(
      await failure(
        adapter.balance!({
          address: account.address,
          network: { ...network, rpcUrls: ['http://127.0.0.1:9'] },
        }),
      ),
    ).toMatchObject({ code: 'http.unreachable' })
  })
})

describe('signing', () => {
  const doc = {
    chainId: '',
    accountNumber: 7n,
    bodyBytes: new Uint8Array([1, 2]),
    authInfoBytes: new Uint8Array([3]),
  }

  it('A direct signature verifies', async () => {
    const {
      kernel: {
        plugins: { cosmos },
      },
      account,
    } = await connected()
    const { signed, signature } = await cosmos.provider.signDirect(account.address, {
      ...doc,
      chainId: node.chainId,
    })
    expect(signed).toEqual({ ...doc, chainId: node.chainId })
    expect(verifies(signature.signature, makeSignBytes(signed))).toBe(true)
    expect(signature.pub_key).toEqual({
      type: 'tendermint/PubKeySecp256k1',
      value: Buffer.from(wallet.publicKey(node.chainId)).toString('base64'),
    })
  })

  it('An amino signature verifies', async () => {
    const {
      kernel: {
        plugins: { cosmos },
      },
      account,
    } = await connected()
    const asked = {
      chain_id: node.chainId,
      account_number: '1',
      sequence: '0',
      fee: { gas: '1', amount: [] },
      msgs: [{ type: 'x/Y', value: { z: '<&>' } }],
      memo: 'Grüezi',
    }
    const { signed, signature } = await cosmos.provider.signAmino(account.address, asked)
    expect(signed).toEqual(asked)
    expect(verifies(signature.signature, serializeSignDoc(asked))).toBe(true)
  })

  it.each([
    ['a text', 'Grüezi'],
    ['bytes', new Uint8Array([0, 255, 7])],
  ])(
    '%s by ADR-36 gives a signature that verifies, and the wallet is shown the message',
    async (_what, message) => {
      const { adapter, account, network } = await connected()
      const signature = await adapter.sign!({ account, network, message })
      const data = Buffer.from(message as string).toString('base64')
      const adr36 = {
        chain_id: '',
        account_number: '0',
        sequence: '0',
        fee: { gas: '0', amount: [] },
        msgs: [{ type: 'sign/MsgSignData', value: { signer: account.address, data } }],
        memo: '',
      }
      expect(verifies(signature, serializeSignDoc(adr36))).toBe(true)
      expect(wallet.calls.at(-1)).toEqual({
        method: 'signArbitrary',
        params: [node.chainId, account.address, message],
      })
    },
  )

  it('A declined signature is wallet.user_rejected', async () => {
    const { adapter, account, network } = await connected()
    wallet.how = { reject: new Error('Request rejected') }
    expect(await failure(adapter.sign!({ account, network, message: 'x' }))).toMatchObject({
      code: 'wallet.user_rejected',
    })
  })
})

describe.each([
  ['direct', false],
  ['amino', true],
])('sending, signed %s', (_way, isNanoLedger) => {
  it('A transfer moves the amount and costs the estimated fee', async () => {
    const ready = await connected({ isNanoLedger })
    const { adapter, account, network } = ready
    const before = await balanceOf(OTHER)
    const transfer = { account, network, to: OTHER, value: 3_000_000n }
    const { fee } = await adapter.estimate!(transfer)
    expect(fee).toBe(2_275n)
    const { id, kind } = await adapter.send!.submit(transfer)
    expect(kind).toBe('transaction')
    expect(await outcome(ready, id)).toEqual({ status: 'success', transaction: id })
    expect((await balanceOf(OTHER)) - before).toBe(3_000_000n)
    expect(await balanceOf(account.address)).toBe(FUNDS - 3_000_000n - fee)
    expect(wallet.calls.at(-1)?.method).toBe(isNanoLedger ? 'signAmino' : 'signDirect')
    // The next sequence.
    expect(await outcome(ready, (await adapter.send!.submit(transfer)).id)).toMatchObject({
      status: 'success',
    })
  })

  it('A transfer of another denomination moves its amount', async () => {
    const ready = await connected({ isNanoLedger })
    const { adapter, account, network } = ready
    const token = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
    node.fund(account.address, token, 50)
    const before = await balanceOf(OTHER, token)
    expect(
      await outcome(
        ready,
        (await adapter.send!.submit({ account, network, to: OTHER, value: 50n, token })).id,
      ),
    ).toMatchObject({ status: 'success' })
    expect((await balanceOf(OTHER, token)) - before).toBe(50n)
  })

  it('A transaction that failed in its block is reported as failed', async () => {
    const ready = await connected({ isNanoLedger })
    const { adapter, account, network } = ready
    const { id } = await adapter.send!.submit({ account, network, to: OTHER, value: FUNDS * 9n })
    expect(await outcome(ready, id)).toEqual({ status: 'failed', transaction: id })
  })
})

describe('sending', () => {
  it('An address of another chain is refused before the wallet is asked', async () => {
    const { adapter, account, network } = await connected()
    wallet.calls.splice(0)
    expect(
      await failure(
        adapter.send!.submit({
          account,
          network,
          to: 'osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h',
          value: 1n,
        }),
      ),
    ).toMatchObject({ code: 'adapter.invalid_address' })
    expect(wallet.calls).toEqual([])
  })

  it('A declined transfer moves nothing', async () => {
    const { adapter, account, network } = await connected()
    wallet.how = { reject: new Error('Request rejected') }
    expect(
      await failure(adapter.send!.submit({ account, network, to: OTHER, value: 1n })),
    ).toMatchObject({ code: 'wallet.user_rejected' })
    expect(await balanceOf(account.address)).toBe(FUNDS)
  })

  it('A transfer that the wallet changed is not sent', async () => {
    const { adapter, account, network } = await connected()
    const { signDirect } = wallet.provider
    wallet.provider.signDirect = async (...request) => {
      const answer = (await signDirect(...request)) as { signed: { bodyBytes: Uint8Array } }
      const bodyBytes = Uint8Array.from(answer.signed.bodyBytes)
      bodyBytes[bodyBytes.length - 1]! ^= 1
      return { ...answer, signed: { ...answer.signed, bodyBytes } }
    }
    expect(
      await failure(adapter.send!.submit({ account, network, to: OTHER, value: 1n })),
    ).toMatchObject({ code: 'wallet.bad_answer' })
    expect(await balanceOf(account.address)).toBe(FUNDS)
  })

  it('The node refuses a transaction that was tampered with', async () => {
    const {
      kernel: {
        plugins: { cosmos },
      },
      account,
      network,
    } = await connected()
    const signing = await SigningStargateClient.connectWithSigner(node.url, cosmos.provider, {
      gasPrice: GasPrice.fromString('0.025uatom'),
    })
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: account.address, toAddress: OTHER, amount: coins(1, 'uatom') },
    }
    const raw = await signing.sign(
      account.address,
      [message],
      { amount: coins(5_000, 'uatom'), gas: '200000' },
      '',
    )
    raw.signatures[0]![3]! ^= 1
    expect(await failure(broadcast(network, TxRaw.encode(raw).finish()))).toMatchObject({
      code: 'cosmos.transaction_refused',
      context: { network: network.id, code: 4, codespace: 'sdk' },
    })
    expect(await balanceOf(account.address)).toBe(FUNDS)
  })

  it('The cosmjs library takes the provider as its signer', async () => {
    const {
      kernel: {
        plugins: { cosmos },
      },
      account,
    } = await connected()
    const signing = await SigningStargateClient.connectWithSigner(node.url, cosmos.provider, {
      gasPrice: GasPrice.fromString('0.025uatom'),
      broadcastPollIntervalMs: 20,
    })
    const before = await balanceOf(OTHER)
    expect(
      await signing.sendTokens(account.address, OTHER, coins(5, 'uatom'), 'auto', 'hi'),
    ).toMatchObject({ code: 0 })
    expect((await balanceOf(OTHER)) - before).toBe(5n)
  })
})

describe('a visit', () => {
  it('A connection is restored after a reload and ends with a disconnect', async () => {
    wallet = new FakeWallet({ chains: { [node.chainId]: 'cosmos' } })
    wallet.install()
    const storage = fakeStorage()
    const first = await openKernel([chain], { storage })
    await first.connect('cosmos.keplr')
    first.dispose()
    const second = (kernel = await openKernel([chain], { storage }))
    await vi.waitFor(() => expect(accountsOf(second)).toEqual([wallet.address(node.chainId)]))
    expect(wallet.prompts).toBe(1)
    await second.disconnect()
    expect(accountsOf(second)).toEqual([])
    second.dispose()
    expect(accountsOf((kernel = await openKernel([chain], { storage })))).toEqual([])
  })
})
