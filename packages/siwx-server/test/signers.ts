import {
  bip122Keys,
  CosmosWallet,
  PolkadotWallet,
  SolanaWallet,
} from '@latchkey/plugin-testkit/wallets'
import type { Caip2 } from '@latchkey/plugin-api'
import { privateKeyToAccount } from 'viem/accounts'

/** A key that signs texts as the wallets of its namespace do. */
export interface Signer {
  chainId: Caip2
  accountAddress: string
  sign(text: string): Promise<{ signature: string; publicKey?: string }>
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base58 = (bytes: Uint8Array): string => {
  let [value, text] = [BigInt(`0x${hex(bytes)}`), '']
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)]! + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

/** `key`: which of many accounts. */
export function eip155(key = 1, chainId: Caip2 = 'eip155:1'): Signer {
  const account = privateKeyToAccount(`0x${key.toString(16).padStart(64, '0')}`)
  return {
    chainId,
    accountAddress: account.address,
    sign: async (message) => ({ signature: await account.signMessage({ message }) }),
  }
}

export async function solana(): Promise<Signer> {
  const wallet = new SolanaWallet()
  const { features } = wallet.standard() as {
    features: Record<string, Record<string, (input?: object) => Promise<unknown>>>
  }
  await features['standard:connect']!['connect']!()
  return {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    accountAddress: wallet.address,
    async sign(text) {
      const [signed] = (await features['solana:signMessage']!['signMessage']!({
        account: { address: wallet.address },
        message: utf8(text),
      })) as [{ signature: Uint8Array }]
      return { signature: base58(signed.signature) }
    },
  }
}

export function bip122(which: 'payment' | 'ordinals' = 'payment'): Signer {
  const keys = bip122Keys(new Uint8Array(32).fill(7))
  const { address } = keys[which]
  return {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    accountAddress: address,
    sign: async (text) => ({
      signature: Buffer.from(keys.signMessage(address, text)).toString('base64'),
    }),
  }
}

/** `prefix`: how the wallet spells its account. */
export async function polkadot(prefix = 0): Promise<Signer> {
  const wallet = new PolkadotWallet({ prefix })
  const page: {
    injectedWeb3?: Record<
      string,
      {
        enable(
          origin: string,
        ): Promise<{ signer: { signRaw(raw: object): Promise<{ signature: string }> } }>
      }
    >
  } = {}
  const before = Object.getOwnPropertyDescriptor(globalThis, 'window')
  Object.defineProperty(globalThis, 'window', { value: page, configurable: true })
  wallet.install()
  const { signer } = await page.injectedWeb3!['bench']!.enable('https://shop.example')
  if (before) Object.defineProperty(globalThis, 'window', before)
  else Reflect.deleteProperty(globalThis, 'window')
  const { address } = wallet
  return {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    accountAddress: address,
    sign: async (text) => ({
      signature: (await signer.signRaw({ address, data: `0x${hex(utf8(text))}`, type: 'bytes' }))
        .signature,
    }),
  }
}

/** `prefix`: how the wallet spells its account, on the same chain. */
export async function cosmos(prefix = 'cosmos'): Promise<Signer> {
  const wallet = new CosmosWallet({ chains: { 'cosmoshub-4': prefix } })
  await wallet.provider.enable('cosmoshub-4')
  const address = wallet.address('cosmoshub-4')
  return {
    chainId: 'cosmos:cosmoshub-4',
    accountAddress: address,
    async sign(text) {
      const { signature } = (await wallet.provider.signArbitrary('cosmoshub-4', address, text)) as {
        signature: string
      }
      return { signature, publicKey: hex(wallet.publicKey()) }
    },
  }
}
