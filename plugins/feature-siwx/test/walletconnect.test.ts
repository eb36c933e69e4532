// Signing in together with connecting through WalletConnect, over a real relay and with the published client as the wallet.
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import type { AnyPlugin } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { solana, solanaMainnet } from '@latchkey/solana'
import { walletconnect, type WalletConnectApi } from '@latchkey/walletconnect'
import { mainnet, polygon } from 'viem/chains'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openStage, signer, signing, type Stage, type Wallet } from '../../walletconnect/test/support.js'
import { siwx, type SiwxApi } from '../src/index.js'
import { HOST, watchedStore } from './support.js'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // The wallet's client and ours look about for a page: only where it is called is made up.
  vi.stubGlobal('location', new URL(`https://${HOST}/`))
})
afterAll(async () => {
  await stage.close()
  vi.unstubAllGlobals()
})

const AUTHENTICATE = 1116
async function open(chains: readonly AnyPlugin[]) {
  const store = watchedStore()
  const kernel = createKernel({ metadata: { name: 'Site', url: 'https://site.test' }, storage: fakeStorage(), mobile: false, logLevel: 'silent', plugins: [...chains, walletconnect({ relayUrl: stage.url }), siwx({ store, statement: 'Hello' })] }) as unknown as Kernel & { plugins: { siwx: SiwxApi; walletconnect: WalletConnectApi } }
  const wallet = await stage.wallet()
  const from = stage.asked.length
  await kernel.ready
  kernel.open()
  await kernel.ports.late.load()
  await vi.waitFor(() => expect(store.calls).toContain('nonce'))
  const published = (tag: number): boolean => stage.asked.slice(from).some(({ method, params }) => method === 'irn_publish' && params['tag'] === tag)
  return {
    kernel, wallet, store, published, api: kernel.plugins.siwx, view: () => kernel.ports.router.get().at(-1)?.view,
    async connect() {
      const connected = kernel.connect('walletConnect')
      await wallet.scan(await vi.waitFor(() => {
        const { uri } = kernel.plugins.walletconnect.pairing.get()
        if (!uri) throw new Error('no code yet')
        return uri
      }, 10_000))
      await connected
    },
    close: () => kernel.dispose(),
  }
}
const approves = (wallet: Wallet, namespaces: Wallet['namespaces']): void => void (wallet.namespaces = namespaces)
const EVM = { eip155: { accounts: [`eip155:1:${signer.address}`], methods: ['personal_sign'], events: ['chainChanged', 'accountsChanged'] } }
const SOLANA = { solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'], methods: ['solana_signMessage'], events: [] } }

it('authenticates where only eip155 is involved, and keeps its cacao [SIWX-14] [ENT-43]', { timeout: 60_000 }, async () => {
  const { kernel, wallet, connect, published, store, api, close } = await open([evm({ networks: [mainnet, polygon] })])
  const nonces = await signing(wallet)
  await connect()
  expect([published(AUTHENTICATE), nonces.length, store.added.length]).toEqual([true, 1, 1])
  const [session] = store.added
  expect(session?.data).toMatchObject({ domain: HOST, accountAddress: signer.address, chainId: 'eip155:1', nonce: nonces[0] })
  expect(session?.cacao).toMatchObject({ p: { nonce: nonces[0] } })
  expect([api.session.get().status, kernel.ports.modal.get().open]).toEqual(['signedIn', false])
  close()
})
it('connects, then has a message signed, where more than one chain family is involved [SIWX-15]', { timeout: 60_000 }, async () => {
  const { wallet, connect, published, view, api, close, store } = await open([evm({ networks: [mainnet] }), solana({ networks: [solanaMainnet] })])
  approves(wallet, { ...EVM, ...SOLANA })
  wallet.answer = async ({ params }) => signer.signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
  const nonces = await signing(wallet)
  await connect()
  expect([published(AUTHENTICATE), nonces, view()]).toEqual([false, [], 'SIWXSignMessage'])
  await api.requestSignMessage()
  expect(wallet.requests.map(({ method }) => method)).toEqual(['personal_sign'])
  expect(Object.keys(store.added[0]!)).not.toContain('cacao')
  close()
})
it('does not authenticate where the one chain family is another [SIWX-16]', { timeout: 60_000 }, async () => {
  const { wallet, connect, published, view, close } = await open([solana({ networks: [solanaMainnet] })])
  approves(wallet, SOLANA)
  const nonces = await signing(wallet)
  await connect()
  expect([published(AUTHENTICATE), nonces, view()]).toEqual([false, [], 'SIWXSignMessage'])
  close()
})
