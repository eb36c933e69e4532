import type { ConnectedAccount, Network } from '@latchkey/plugin-api'
import type { PlaygroundKernel } from './kernels.js'

/** What the page sends on each chain family, and to whom: addresses that nobody has the key of, and Bob's, which everybody has. */
export const GIFTS: Readonly<Record<string, { to: string; value: bigint; words: string }>> = {
  eip155: {
    to: '0x000000000000000000000000000000000000dEaD',
    value: 10n ** 16n,
    words: '0.01 ETH',
  },
  solana: {
    to: '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj',
    value: 10_000_000n,
    words: '0.01 SOL',
  },
  bip122: {
    to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    value: 10_000n,
    words: '0.0001 BTC',
  },
  polkadot: {
    to: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    value: 10n ** 12n,
    words: '1 ROC',
  },
  cosmos: {
    to: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
    value: 10_000n,
    words: '0.01 ATOM',
  },
}

interface On {
  account: ConnectedAccount
  network: Network
}

/** The account and the network in use. @throws where nothing is connected */
export function inUse(kernel: PlaygroundKernel): On {
  const account = kernel.ports.accounts.active()
  const network = kernel.ports.activeNetwork.current()
  if (!account || !network) throw new Error('Nothing is connected.')
  return { account, network }
}

type Deeds<Arguments extends readonly unknown[]> = Readonly<
  Record<
    string,
    (plugins: PlaygroundKernel['plugins'], on: On, ...rest: Arguments) => Promise<string>
  >
>

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** How a host signs a text with what each plugin hands it. */
const SIGN: Deeds<[message: string]> = {
  eip155: async ({ evm }, _, message) => (await evm.getWalletClient()).signMessage({ message }),
  solana: async ({ solana }, _, message) =>
    toHex(await solana.provider.signMessage(bytesOf(message))),
  bip122: async ({ bitcoin }, _, message) => (await bitcoin.signMessage({ message })).signature,
  polkadot: async ({ polkadot }, { account: { address } }, message) =>
    (await polkadot.signer.signRaw({ address, data: toHex(bytesOf(message)), type: 'bytes' }))
      .signature,
  cosmos: async ({ cosmos }, { account: { address } }, message) =>
    (await cosmos.provider.signArbitrary(address, message)).signature,
}

/** And how it sends, each with the library that such a host has anyway. */
const SEND: Deeds<[to: string, value: bigint]> = {
  eip155: async ({ evm }, _, to, value) =>
    (await evm.getWalletClient()).sendTransaction({ to: to as `0x${string}`, value }),
  async solana({ solana }, { account: { address } }, to, value) {
    const { PublicKey, SystemProgram, Transaction } = await import('@solana/web3.js')
    const latest = await (await solana.getConnection()).getLatestBlockhash()
    const from = new PublicKey(address)
    return solana.provider.signAndSendTransaction(
      new Transaction({ ...latest, feePayer: from }).add(
        SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports: value }),
      ),
    )
  },
  bip122: async ({ bitcoin }, _, recipientAddress, amount) =>
    (await bitcoin.sendTransfer({ recipientAddress, amount })).txid,
  async polkadot({ polkadot }, { account: { address } }, to, value) {
    const api = await polkadot.getApi()
    return (
      await api.tx['balances']!['transferKeepAlive']!(to, value).signAndSend(address, {
        signer: polkadot.signer,
      })
    ).toHex()
  },
  async cosmos({ cosmos }, { account: { address }, network }, to, value) {
    const { SigningStargateClient } = await import('@cosmjs/stargate')
    const client = await SigningStargateClient.connectWithSigner(
      network.rpcUrls[0]!,
      cosmos.provider,
    )
    const { transactionHash } = await client.sendTokens(
      address,
      to,
      [{ denom: 'uatom', amount: String(value) }],
      { amount: [{ denom: 'uatom', amount: '2500' }], gas: '100000' },
    )
    return transactionHash
  },
}

/** What this family of chains does it with. */
function deedOf<Deed>(deeds: Readonly<Record<string, Deed>>, { network }: On): Deed {
  const deed = deeds[network.namespace]
  if (!deed) throw new Error(`This page knows no way to do that on ${network.name}.`)
  return deed
}

export async function signText(kernel: PlaygroundKernel, message: string): Promise<string> {
  const on = inUse(kernel)
  return deedOf(SIGN, on)(kernel.plugins, on, message)
}

/** Sends the gift of the active chain family. @returns the transaction's id */
export async function sendGift(kernel: PlaygroundKernel): Promise<string> {
  const on = inUse(kernel)
  const { to, value } = deedOf(GIFTS, on)
  return deedOf(SEND, on)(kernel.plugins, on, to, value)
}
