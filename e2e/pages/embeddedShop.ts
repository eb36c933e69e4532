// The wallet code of a shop: wagmi and viem for EVM, web3.js for Solana. It knows of no embedded wallet.
import type { Kernel } from '@latchkey/kernel'
import type { SolanaApi } from '@latchkey/solana'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import {
  getAccount,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForCallsStatus,
  waitForTransactionReceipt,
  type Config,
} from '@wagmi/core'
import { base58 } from '@scure/base'
import { parseEther, type Address, type Hex } from 'viem'

type ShopKernel = Kernel & { plugins: { solana?: SolanaApi } }

/** The order that `signTyped` signs. */
export const TYPED_DATA = {
  domain: { name: 'Shop', version: '1' },
  types: { Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'Tea' },
} as const

export interface Shop {
  /** The account in wagmi, which follows the kernel. */
  address(): Address | undefined
  sign(message: string): Promise<Hex>
  signTyped(): Promise<Hex>
  /** @returns the status of the receipt */
  pay(to: Address, ether: string): Promise<string>
  /** Pays two receivers by one request. @returns the state of the calls */
  payBoth(first: Address, second: Address, ether: string): Promise<string | undefined>
  switchTo(chainId: number): Promise<number | undefined>
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  solanaAddress(): string | undefined
  /** @returns the signature in base58 */
  solanaSign(message: string): Promise<string>
  /** @returns the signed transactions in base64, not sent */
  solanaSignOnly(node: string, to: string, lamports: number, count: number): Promise<string[]>
  /** @returns the transaction's id */
  solanaPay(node: string, to: string, lamports: number): Promise<string>
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** A transfer by web3.js, with the node's last block. */
async function transfer(node: string, from: string, to: string, lamports: number) {
  const { Connection } = await import('@solana/web3.js')
  const latest = await new Connection(node).getLatestBlockhash()
  const payer = new PublicKey(from)
  return new Transaction({ ...latest, feePayer: payer }).add(
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(to), lamports }),
  )
}

function solanaPart(kernel: ShopKernel) {
  const provider = () => kernel.plugins.solana!.provider
  return {
    solanaAddress: () => provider().address,
    solanaSign: async (message: string) =>
      base58.encode(await provider().signMessage(new TextEncoder().encode(message))),
    async solanaSignOnly(node: string, to: string, lamports: number, count: number) {
      const from = provider().address!
      const all = await Promise.all(
        Array.from({ length: count }, (_, index) => transfer(node, from, to, lamports + index)),
      )
      const [first] = all
      const signed =
        count === 1
          ? [await provider().signTransaction(first!)]
          : await provider().signAllTransactions(all)
      return signed.map((each) => toBase64(each.serialize()))
    },
    solanaPay: async (node: string, to: string, lamports: number) =>
      provider().signAndSendTransaction(await transfer(node, provider().address!, to, lamports)),
  }
}

export const createShop = (kernel: ShopKernel, config: Config): Shop => ({
  address: () => getAccount(config).address,
  sign: (message) => signMessage(config, { message }),
  signTyped: () => signTypedData(config, TYPED_DATA),
  async pay(to, ether) {
    const hash = await sendTransaction(config, { to, value: parseEther(ether) })
    return (await waitForTransactionReceipt(config, { hash })).status
  },
  async payBoth(first, second, ether) {
    const value = parseEther(ether)
    const { id } = await sendCalls(config, {
      calls: [first, second].map((to) => ({ to, value })),
    })
    return (await waitForCallsStatus(config, { id })).status
  },
  async switchTo(chainId) {
    await switchChain(config, { chainId })
    return getAccount(config).chainId
  },
  ask: (method, params) =>
    (kernel.plugins as unknown as { evm: { provider: Provider } }).evm.provider.request({
      method,
      params,
    }),
  ...solanaPart(kernel),
})

interface Provider {
  request(request: { method: string; params: readonly unknown[] }): Promise<unknown>
}
