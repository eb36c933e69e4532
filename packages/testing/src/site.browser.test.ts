// Test wallets in Vitest's browser mode, as a site's own tests of its components have them.
import { afterEach, expect, it } from 'vitest'
import { createWalletClient, custom, verifyMessage, type EIP1193Provider } from 'viem'
import { createInjectedWallet, installChainWallets, type InjectedWallet } from './index.js'

const account = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
} as const
const chains = [
  { id: 1, name: 'Ethereum', url: 'http://127.0.0.1:9' },
  { id: 11_155_111, name: 'Sepolia', url: 'http://127.0.0.1:9' },
]
const made: (() => void)[] = []
const createWallet = (): InjectedWallet => {
  const wallet = createInjectedWallet({ chains, accounts: [account], rule: 'approve' })
  made.push(wallet.dispose)
  return wallet
}
afterEach(() => {
  for (const dispose of made.splice(0)) dispose()
  localStorage.clear()
})

/** The first wallet that announces itself, as a site finds it. */
function findWallet(): EIP1193Provider {
  const found: EIP1193Provider[] = []
  const hear = (event: Event) =>
    found.push((event as CustomEvent<{ provider: EIP1193Provider }>).detail.provider)
  addEventListener('eip6963:announceProvider', hear)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', hear)
  return found[0]!
}

it('A component connects, signs and switches the network', async () => {
  createWallet()
  const site = createWalletClient({ transport: custom(findWallet()) })
  const [address] = await site.requestAddresses()
  expect(address).toBe(account.address)
  const message = 'Hello'
  const signature = await site.signMessage({ account: address!, message })
  expect(await verifyMessage({ address: address!, message, signature })).toBe(true)
  await site.switchChain({ id: 11_155_111 })
  expect(await site.getChainId()).toBe(11_155_111)
})

it('A component is refused, waits and is answered, by rule', async () => {
  const wallet = createWallet()
  const site = createWalletClient({ transport: custom(findWallet()) })
  wallet.follow('reject')
  await expect(site.requestAddresses()).rejects.toMatchObject({ code: 4001 })
  wallet.follow('silent')
  const waiting = site.requestAddresses()
  await expect.poll(() => wallet.pending.map(({ kind }) => kind)).toEqual(['connect'])
  wallet.approve()
  expect(await waiting).toEqual([account.address])
  wallet.follow('locked')
  expect(await site.getAddresses()).toEqual([])
  wallet.follow('wrongNetwork')
  expect(chains.map(({ id }) => id)).not.toContain(await site.getChainId())
})

interface SolanaWallet {
  chains: readonly string[]
  accounts: readonly { publicKey: Uint8Array }[]
  features: {
    'standard:connect': { connect(): Promise<unknown> }
    'solana:signMessage': { signMessage(input: object): Promise<{ signature: Uint8Array }[]> }
  }
}

it('A component finds a Solana wallet by the Wallet Standard, and the browser verifies its signature', async () => {
  const solana = { url: '', wsUrl: '', genesisHash: '1'.repeat(32) }
  made.push(
    installChainWallets({ solana }, new Uint8Array(32).fill(7), window, { rule: 'approve' }),
  )
  const found: SolanaWallet[] = []
  const register = (wallet: SolanaWallet) => {
    found.push(wallet)
    return () => undefined
  }
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  const wallet = found.find((one) => one.chains.includes('solana:localnet'))!
  await wallet.features['standard:connect'].connect()
  const [owner] = wallet.accounts
  const message = new TextEncoder().encode('Hello')
  const [signed] = await wallet.features['solana:signMessage'].signMessage({
    account: owner,
    message,
  })
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(owner!.publicKey),
    'Ed25519',
    false,
    ['verify'],
  )
  const bytes = Uint8Array.from(signed!.signature)
  expect(await crypto.subtle.verify('Ed25519', key, bytes, message)).toBe(true)
})
