// The chain families: which address has funds, what the playground sends, and how a signature is
// verified.
import { createPublicKey, verify as verifyByNode } from 'node:crypto'
import { serializeSignDoc, type StdSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { StargateClient } from '@cosmjs/stargate'
import { ApiPromise, WsProvider } from '@polkadot/api'
import type { ApiOptions } from '@polkadot/api/types'
import { cryptoWaitReady, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { PublicKey } from '@solana/web3.js'
import bip322 from 'bip322-js'
import { verifyMessage, type Hex } from 'viem'
import type { Chains } from './chainsWorld.js'

export const MESSAGE = 'Hello from the playground'
const bytes = new TextEncoder().encode(MESSAGE)
async function json<T>(url: string, body?: object): Promise<T> {
  const response = await fetch(
    url,
    body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  return (await response.json()) as T
}

export interface Family {
  name: string
  /**
   * The wallet's row in the modal, and the family to choose where the wallet offers several.
   */
  row: RegExp
  choice?: string
  /** The name of its network in the modal. */
  network(chains: Chains): string
  owner(chains: Chains): string
  receiver: string
  gift: { words: string; amount: bigint }
  balance(chains: Chains, address: string): Promise<bigint>
  /** Verifies with a library that the wallet does not use. */
  isSigned(signature: string, chains: Chains): Promise<boolean> | boolean
}

/** The first of the two EVM chains. */
export const evm: Family = {
  name: 'EVM',
  row: /Localnet Wallet/,
  choice: 'EVM',
  network: () => 'Localnet One',
  owner: ({ shown }) => shown.accounts[0]!.address,
  receiver: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  gift: { words: 'Send 0.01 ETH', amount: 10n ** 16n },
  async balance({ shown }, address) {
    const { result } = await json<{ result: string }>(shown.chains[0]!.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [address, 'latest'],
    })
    return BigInt(result)
  },
  isSigned: (signature, { shown }) =>
    verifyMessage({
      address: shown.accounts[0]!.address,
      message: MESSAGE,
      signature: signature as Hex,
    }),
}

/** All other families. */
export const families: readonly Family[] = [
  {
    name: 'Solana',
    row: /Localnet Wallet/,
    choice: 'Solana',
    network: () => 'Solana Local',
    owner: ({ owner }) => owner.solana,
    receiver: '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj',
    gift: { words: 'Send 0.01 SOL', amount: 10_000_000n },
    async balance({ shown }, address) {
      const {
        result: { value },
      } = await json<{ result: { value: number } }>(shown.solana!.url, {
        jsonrpc: '2.0',
        id: 1,
        method: 'getBalance',
        params: [address],
      })
      return BigInt(value)
    },
    isSigned(signature, { owner }) {
      const key = createPublicKey({
        key: {
          kty: 'OKP',
          crv: 'Ed25519',
          x: Buffer.from(new PublicKey(owner.solana).toBytes()).toString('base64url'),
        },
        format: 'jwk',
      })
      return verifyByNode(null, bytes, key, Buffer.from(signature.slice(2), 'hex'))
    },
  },
  {
    name: 'Bitcoin',
    row: /Localnet Wallet/,
    choice: 'Bitcoin',
    network: () => 'Bitcoin Regtest',
    owner: ({ owner }) => owner.bitcoin,
    receiver: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    gift: { words: 'Send 0.0001 BTC', amount: 10_000n },
    async balance({ shown, mine }, address) {
      await mine()
      const {
        chain_stats: { funded_txo_sum: funded, spent_txo_sum: spent },
      } = await json<{ chain_stats: { funded_txo_sum: number; spent_txo_sum: number } }>(
        `${shown.bitcoin!.url}/address/${address}`,
      )
      return BigInt(funded - spent)
    },
    isSigned: (signature, { owner }) =>
      bip322.Verifier.verifySignature(owner.bitcoin, MESSAGE, signature),
  },
  {
    name: 'Polkadot',
    row: /Localnet Wallet/,
    choice: 'Polkadot',
    network: ({ shown }) => shown.polkadot!.name,
    owner: ({ owner, shown }) => encodeAddress(owner.polkadot, shown.polkadot!.ss58Prefix),
    receiver: 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP',
    gift: { words: 'Send 1 ROC', amount: 10n ** 12n },
    async balance({ shown }, address) {
      const api = await ApiPromise.create({
        provider: new WsProvider(shown.polkadot!.rpcUrls[0]) as NonNullable<ApiOptions['provider']>,
        noInitWarn: true,
      })
      const { data } = (await api.query['system']!['account']!(address)) as unknown as {
        data: { free: { toBigInt(): bigint } }
      }
      await api.disconnect()
      return data.free.toBigInt()
    },
    async isSigned(signature, { owner }) {
      await cryptoWaitReady()
      return signatureVerify(`<Bytes>${MESSAGE}</Bytes>`, signature, owner.polkadot).isValid
    },
  },
  {
    name: 'Cosmos',
    row: /Keplr/,
    network: () => 'Cosmos Local',
    owner: ({ owner }) => owner.cosmos,
    receiver: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
    gift: { words: 'Send 0.01 ATOM', amount: 10_000n },
    async balance({ shown }, address) {
      const client = await StargateClient.connect(shown.cosmos!.url)
      return BigInt((await client.getBalance(address, 'uatom')).amount)
    },
    async isSigned(signature, { owner, shown }) {
      const doc: StdSignDoc = {
        chain_id: '',
        account_number: '0',
        sequence: '0',
        fee: { gas: '0', amount: [] },
        memo: '',
        msgs: [
          {
            type: 'sign/MsgSignData',
            value: { signer: owner.cosmos, data: Buffer.from(bytes).toString('base64') },
          },
        ],
      }
      const { pubkey } = await Secp256k1.makeKeypair(
        Buffer.from(shown.accounts[0]!.privateKey.slice(2), 'hex'),
      )
      return Secp256k1.verifySignature(
        Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64')),
        sha256(serializeSignDoc(doc)),
        pubkey,
      )
    },
  },
]
