import { startCosmos, type CosmosStandIn } from '@latchkey-tools/localnet'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin, type Connection, type WireRequest } from '@latchkey/plugin-api'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cosmos, type CosmosNetwork } from '../src/index.js'
import { FakeWallet } from './fakeWallet.js'
import { becomePage } from './support.js'

const OTHER = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
let node: CosmosStandIn
let wallet: FakeWallet
let kernel: Kernel | undefined
let asked: string[] = []
beforeAll(async () => {
  node = await startCosmos({ chainId: 'relayed-1' })
})
beforeEach(becomePage)
afterEach(() => {
  kernel?.dispose()
  vi.unstubAllGlobals()
})
afterAll(() => node.close())

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))
const text = (value: Uint8Array): string => Buffer.from(value).toString('base64')

interface Params {
  signerAddress: string
  signDoc: never
}
/** Answers as a wallet behind a relay does: JSON of the namespace's WalletConnect profile. */
async function answer({ method, params }: WireRequest): Promise<unknown> {
  asked.push(method)
  const { signerAddress, signDoc } = JSON.parse(JSON.stringify(params)) as Params
  if (method === 'cosmos_getAccounts')
    return [
      {
        algo: 'secp256k1',
        address: wallet.address(node.chainId),
        pubkey: text(wallet.publicKey(node.chainId)),
      },
    ]
  if (method === 'cosmos_signAmino')
    return wallet.provider.signAmino(node.chainId, signerAddress, signDoc)
  const { chainId, accountNumber, bodyBytes, authInfoBytes } = signDoc as Record<string, string>
  const { signature } = (await wallet.provider.signDirect(node.chainId, signerAddress, {
    chainId: chainId!,
    accountNumber: BigInt(accountNumber!),
    bodyBytes: bytes(bodyBytes!),
    authInfoBytes: bytes(authInfoBytes!),
  })) as { signature: unknown }
  return { signed: signDoc as unknown, signature }
}

/** A wallet behind a relay: an address without its key, and the methods that its session lists. */
const relay = (methods: readonly string[]) =>
  definePlugin({
    id: 'relayed',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      const address = wallet.address(node.chainId)
      const connection: Connection = {
        id: 'relayed',
        connectorId: 'relayed',
        snapshot: () => null,
        release: async () => undefined,
        onChange: () => () => undefined,
        request: answer,
        scopes: {
          cosmos: {
            accounts: [
              {
                key: address,
                namespace: 'cosmos',
                address,
                type: 'eoa',
                networks: [`cosmos:${node.chainId}`],
              },
            ],
            networks: [`cosmos:${node.chainId}`],
            methods,
          },
        },
      }
      ctx.connectors.add({
        id: 'relayed',
        name: 'Relayed',
        kind: 'walletConnect',
        namespaces: ['cosmos'],
        availability: () => 'available',
        connect: async () => connection,
      })
    },
  })

it.each([
  ['direct', ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'], 'cosmos_signDirect'],
  [
    'amino, where its session has nothing else',
    ['cosmos_getAccounts', 'cosmos_signAmino'],
    'cosmos_signAmino',
  ],
])('A wallet behind a relay sends a transfer, signed %s', async (_way, methods, used) => {
  asked = []
  wallet = new FakeWallet({ chains: { [node.chainId]: 'cosmos' } })
  wallet.seed = used
  node.fund(wallet.address(node.chainId), 'uatom', 1_000_000n)
  const chain: CosmosNetwork = {
    chainId: node.chainId,
    name: 'Relayed',
    bech32Prefix: 'cosmos',
    gasPrice: '0.025',
    nativeCurrency: { symbol: 'ATOM', denom: 'uatom', decimals: 6 },
    rpcUrls: [node.url],
  }
  const made = (kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [cosmos({ networks: [chain] }), relay(methods)],
  }))
  await made.ready
  await made.connect('relayed')
  const adapter = await made.ports.adapter('cosmos')
  const [account, network] = [
    made.ports.accounts.active('cosmos')!,
    made.ports.activeNetwork.current('cosmos')!,
  ]
  const before = (await adapter.balance!({ address: OTHER, network })).value
  const submission = await adapter.send!.submit({ account, network, to: OTHER, value: 7n })
  expect(submission.id).toMatch(/^[0-9A-F]{64}$/)
  expect((await adapter.balance!({ address: OTHER, network })).value - before).toBe(7n)
  expect(asked).toEqual(['cosmos_getAccounts', used])
})
