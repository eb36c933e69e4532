// The wallets of @latchkey/testing that are not EVM, met by a page that knows only what their families publish. Other
// libraries than the wallets' own verify what they sign.
import { serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { expect, installChainWallet, test as base } from '@latchkey/testing/playwright'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import bip322 from 'bip322-js'

const CHAIN = 'test-1'
const world = {
  bitcoin: { url: 'http://127.0.0.1:9' },
  polkadot: {
    name: 'Test',
    genesisHash: `0x${'12'.repeat(32)}`,
    ss58Prefix: 42,
    nativeCurrency: { name: 'Unit', symbol: 'UNIT', decimals: 12 },
    rpcUrls: [],
  },
  cosmos: { url: 'http://127.0.0.1:9', chainId: CHAIN },
} as const

const test = base.extend<{ chainWallet: Awaited<ReturnType<typeof installChainWallet>> }>({
  chainWallet: async ({ page }, use) => {
    await page.route('https://site.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A site</title>' }),
    )
    const wallet = await installChainWallet(page, { world, rule: 'approve' })
    await page.goto('https://site.test/')
    await use(wallet)
  },
})

interface BitcoinWallet {
  chains: readonly string[]
  accounts: readonly { address: string }[]
  features: {
    'bitcoin:connect': { connect(): Promise<unknown> }
    'bitcoin:signMessage': {
      signMessage(input: object): Promise<{ signature: Uint8Array }[]>
    }
  }
}
interface PolkadotExtension {
  enable(site: string): Promise<{
    accounts: { get(): Promise<{ address: string }[]> }
    signer: { signRaw(asked: object): Promise<{ signature: `0x${string}` }> }
  }>
}
interface Keplr {
  enable(chain: string): Promise<void>
  getKey(chain: string): Promise<{ bech32Address: string; pubKey: Uint8Array }>
  signArbitrary(chain: string, signer: string, data: string): Promise<{ signature: string }>
}

const asBitcoinSite = async () => {
  const found: BitcoinWallet[] = []
  const detail = { register: (wallet: BitcoinWallet) => found.push(wallet) }
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))
  const wallet = found.find(({ chains }) => chains.includes('bitcoin:regtest'))!
  await wallet.features['bitcoin:connect'].connect()
  const message = new TextEncoder().encode('Hello')
  const signed = []
  for (const account of wallet.accounts) {
    const [one] = await wallet.features['bitcoin:signMessage'].signMessage({ account, message })
    signed.push([account.address, btoa(String.fromCharCode(...one!.signature))] as const)
  }
  return signed
}
const asPolkadotSite = async () => {
  const { injectedWeb3 } = window as unknown as { injectedWeb3: Record<string, PolkadotExtension> }
  const { accounts, signer } = await injectedWeb3['Localnet Wallet']!.enable('A site')
  const [account] = await accounts.get()
  const asked = { address: account!.address, data: 'Hello', type: 'bytes' }
  return [account!.address, (await signer.signRaw(asked)).signature] as const
}
const asCosmosSite = async (chain: string) => {
  const { keplr } = window as unknown as { keplr: Keplr }
  await keplr.enable(chain)
  const { bech32Address, pubKey } = await keplr.getKey(chain)
  const { signature } = await keplr.signArbitrary(chain, bech32Address, 'Hello')
  return { address: bech32Address, publicKey: [...pubKey], signature }
}

test('A Bitcoin wallet signs a message with each of its addresses', async ({
  page,
  chainWallet,
}) => {
  const signed = await page.evaluate(asBitcoinSite)
  expect(signed.map(([address]) => address)).toEqual([
    expect.stringMatching(/^bcrt1q/),
    expect.stringMatching(/^bcrt1p/),
  ])
  for (const [address, signature] of signed)
    expect(bip322.Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
  expect(chainWallet.requests.map(({ method }) => method)).toEqual([
    'connect',
    'signMessage',
    'signMessage',
  ])
})

test('A Polkadot wallet signs a message', async ({ page, chainWallet: _ }) => {
  await cryptoWaitReady()
  const [address, signature] = await page.evaluate(asPolkadotSite)
  expect(signatureVerify('<Bytes>Hello</Bytes>', signature, address).isValid).toBe(true)
  expect(signatureVerify('<Bytes>Hullo</Bytes>', signature, address).isValid).toBe(false)
})

test('A Cosmos wallet signs a message by ADR-36', async ({ page, chainWallet: _ }) => {
  const { address, publicKey, signature } = await page.evaluate(asCosmosSite, CHAIN)
  const bytes = serializeSignDoc({
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer: address, data: btoa('Hello') } }],
    memo: '',
  })
  const sealed = Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64'))
  expect(await Secp256k1.verifySignature(sealed, sha256(bytes), Uint8Array.from(publicKey))).toBe(
    true,
  )
})

test('Wallets of all three families reject what their owner rejects, and answer when he does', async ({
  page,
  chainWallet,
}) => {
  chainWallet.follow('reject')
  await expect(page.evaluate(asBitcoinSite)).rejects.toThrow(/reject/i)
  await expect(page.evaluate(asPolkadotSite)).rejects.toThrow(/reject/i)
  await expect(page.evaluate(asCosmosSite, CHAIN)).rejects.toThrow(/reject/i)
  chainWallet.follow('silent')
  const asked = page.evaluate(asCosmosSite, CHAIN)
  await chainWallet.approve('connect')
  await chainWallet.approve('message')
  expect((await asked).signature).not.toBe('')
})
