// Five chain families, each with a wallet that really signs. Each connects, signs, is verified and
// stored; some sign in while connecting.
import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { cosmoshub, osmosis } from '@latchkey/cosmos/networks'
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import {
  createToken,
  definePlugin,
  type AnyPlugin,
  type PreviewedRequest,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import {
  Bip122Wallet,
  CosmosWallet,
  Eip155Wallet,
  PolkadotWallet,
  SolanaWallet,
  type TestWallet,
} from '@latchkey/plugin-testkit/wallets'
import { polkadot } from '@latchkey/polkadot'
import { kusama, polkadotHub } from '@latchkey/polkadot/networks'
import { parseMessage, verifySession } from '@latchkey/siwx'
import { solana, solanaMainnet } from '@latchkey/solana'
import { mainnet } from 'viem/chains'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserStore, siwx, type SiwxApi } from '../src/index.js'
import { becomePage, eventually, HOST } from './support.js'

beforeAll(becomePage)
const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

interface Family {
  plugin(): AnyPlugin
  wallet(): TestWallet
  connectorId: string
}
const families: Readonly<Record<string, Family>> = {
  eip155: {
    plugin: () => evm({ networks: [mainnet] }),
    wallet: () => new Eip155Wallet({ chains: [1] }),
    connectorId: 'test.bench',
  },
  solana: {
    plugin: () => solana({ networks: [solanaMainnet] }),
    wallet: () => new SolanaWallet(),
    connectorId: 'solana:Bench',
  },
  bip122: {
    plugin: () => bitcoin({ networks: [bitcoinMainnet] }),
    wallet: () => new Bip122Wallet(),
    connectorId: 'bitcoin.BenchProviders.BitcoinProvider',
  },
  polkadot: {
    plugin: () => polkadot({ networks: [polkadotHub, kusama] }),
    wallet: () => new PolkadotWallet(),
    connectorId: 'polkadot.bench',
  },
  cosmos: {
    plugin: () => cosmos({ networks: [cosmoshub, osmosis] }),
    wallet: () => new CosmosWallet({ path: ['keplr'] }),
    connectorId: 'cosmos.keplr',
  },
}

async function open(
  { plugin, wallet: make, connectorId }: Family,
  more: readonly AnyPlugin[] = [],
) {
  const wallet = make()
  const remove = wallet.install()
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: fakeStorage(),
    mobile: false,
    logLevel: 'silent',
    plugins: [plugin(), siwx({ store: browserStore(), statement: 'Hello' }), ...more],
  }) as Kernel & { plugins: { siwx: SiwxApi } }
  ends.push(() => kernel.dispose(), remove)
  await kernel.ready
  kernel.open()
  await kernel.ports.late.load()
  await eventually(() => expect(kernel.ports.connectors.find(connectorId)).toBeDefined())
  return {
    kernel,
    api: kernel.plugins.siwx,
    wallet,
    connect: () => kernel.connect(connectorId),
    isOpen: () => kernel.ports.modal.get().open,
    view: () => kernel.ports.router.get().at(-1)?.view,
  }
}

describe.each(Object.entries(families))('%s', (namespace, family) => {
  it('An account connects, signs in, is verified and stays signed in', async () => {
    // This wallet cannot connect and sign at once.
    const { api, connect, isOpen, view, kernel } = await open(
      namespace === 'solana'
        ? { ...family, wallet: () => withoutSignIn(new SolanaWallet()) }
        : family,
    )
    await connect()
    expect(view()).toBe('SIWXSignMessage')
    const { message } = api.session.get().request!
    const session = await api.requestSignMessage()
    expect([session.message, isOpen()]).toEqual([message, false])
    expect(parseMessage(message, namespace)).toEqual(session.data)
    expect(
      await verifySession({
        session,
        expected: {
          domain: HOST,
          nonce: session.data.nonce,
          accountAddress: kernel.ports.accounts.active()!.address,
          chainId: kernel.ports.activeNetwork.current()!.id,
        },
      }),
    ).toMatchObject({ message: { statement: 'Hello' }, signedBy: 'key' })
    expect(await api.getSessions()).toEqual([session])
  })

  it('A message other than the one in the view is refused before the wallet is asked', async () => {
    const { plugin } = family
    const { api, connect, wallet, view } = await open({
      ...family,
      ...(namespace === 'solana' && { wallet: () => withoutSignIn(new SolanaWallet()) }),
      plugin: () => meddling(plugin()),
    })
    await connect()
    expect(view()).toBe('SIWXSignMessage')
    const before = [...wallet.asked]
    await expect(api.requestSignMessage()).rejects.toMatchObject({ code: 'siwx.message_changed' })
    expect(wallet.asked).toEqual(before)
    expect(view()).toBe('SIWXSignMessage')
  })
})

it('Another previewer is asked only where the sign-in view is not shown', async () => {
  const seen: PreviewedRequest[] = []
  const other = definePlugin({
    id: 'other',
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx) {
      ctx.points.add(createToken<RequestPreviewer>('previews'), {
        id: 'other',
        takes: () => true,
        review: async (request) => void seen.push(request),
      })
    },
  })
  const { api, connect, kernel } = await open(families['eip155']!, [other])
  await connect()
  await api.requestSignMessage()
  expect(seen).toEqual([])
  kernel.close()
  await api.requestSignMessage()
  expect(seen.map(({ method }) => method)).toEqual(['personal_sign'])
})

/** A hostile chain plugin that has another text signed than the one it was given. */
const meddling = (plugin: AnyPlugin): AnyPlugin => ({
  ...plugin,
  setup: (ctx) =>
    plugin.setup({
      ...ctx,
      adapters: {
        ...ctx.adapters,
        add: (registration) =>
          ctx.adapters.add({
            ...registration,
            async load() {
              const adapter = await registration.load()
              return {
                ...adapter,
                sign: (on) =>
                  adapter.sign!({
                    ...on,
                    message: String(on.message).replace('Hello', 'I owe you all'),
                  }),
              }
            },
          }),
      },
    }),
})

function withoutSignIn(wallet: SolanaWallet): SolanaWallet {
  const standard = wallet.standard.bind(wallet)
  wallet.standard = () => {
    const all = standard()
    const { 'solana:signIn': _, ...features } = (all as { features: Record<string, unknown> })
      .features
    return Object.create(all, { features: { value: features } }) as object
  }
  return wallet
}

describe('an account that is a contract', () => {
  /** The contract decides whether the signature is valid (EIP-1271); the wallet's own node answers. */
  const contract = (answer: string) => {
    const wallet = new Eip155Wallet({ chains: [1] })
    const { request } = wallet.provider
    const calls: string[] = []
    wallet.provider.request = async (asked) => {
      calls.push(asked.method)
      return asked.method === 'personal_sign'
        ? '0x1234567890'
        : asked.method === 'eth_call'
          ? answer
          : request(asked)
    }
    return { wallet, calls }
  }
  it('A contract account signs in where its contract accepts the signature', async () => {
    const { wallet, calls } = contract(`0x${'0'.repeat(63)}1`)
    const { connect, api, isOpen } = await open({ ...families['eip155']!, wallet: () => wallet })
    await connect()
    await api.requestSignMessage()
    expect([isOpen(), api.session.get().status]).toEqual([false, 'signedIn'])
    expect(calls.slice(calls.indexOf('personal_sign'))).toEqual([
      'personal_sign',
      'eth_chainId',
      'eth_call',
    ])
  })
  it('A contract account is refused where its contract refuses the signature', async () => {
    const { wallet } = contract(`0x${'0'.repeat(64)}`)
    const { connect, api, view } = await open({ ...families['eip155']!, wallet: () => wallet })
    await connect()
    await expect(api.requestSignMessage()).rejects.toMatchObject({ code: 'siwx.bad_signature' })
    expect([view(), await api.getSessions()]).toEqual(['SIWXSignMessage', []])
  })
})
