import type { Dispose, Network } from '@latchkey/plugin-api'
import { chainsOf, type Chain } from '../chains.js'
import { items, member, textOf } from '../loose.js'

/** An address that a wallet exposed, as plain data. */
export interface Exposed {
  address: string
  type: 'payment' | 'ordinals'
  publicKey?: string
  path?: string
}
export interface Reading {
  accounts: readonly Exposed[]
  /** The network the wallet is on, where it says so. */
  chain?: Chain
}

interface On {
  account: Exposed
  chain: Chain
  network: Network
  signal?: AbortSignal
}
export type Protocol = 'ecdsa' | 'bip322'
export interface MessageToSign extends On {
  message: string
  protocol: Protocol
}
export interface PsbtToSign extends On {
  psbt: Uint8Array
  /** Absent: all that the wallet can. */
  inputs?: readonly { address: string; index: number; sighashTypes?: readonly number[] }[]
  broadcast: boolean
}
export interface TransferToSend extends On {
  to: string
  /** Satoshi. */
  amount: number
}

/** One kind of wallet interface, spoken as its wallets speak it. What comes from the wallet is checked here or in the connection. */
export interface Driver {
  /** Asks the visitor. */
  connect(wish: { chain: Chain; signal?: AbortSignal }): Promise<Reading>
  /** Asks without a prompt. `undefined`: this wallet cannot tell. */
  peek(signal?: AbortSignal): Promise<Reading | undefined>
  /** Signature in hex or base64. */
  signMessage(request: MessageToSign): Promise<unknown>
  /** The signed PSBT as bytes, in hex or base64, and the id where it was sent. */
  signPsbt(request: PsbtToSign): Promise<{ psbt: unknown; txid?: unknown }>
  /** Transaction id. Absent: the wallet cannot, it only signs. */
  sendTransfer?(transfer: TransferToSend): Promise<unknown>
  switchNetwork?(chain: Chain, signal?: AbortSignal): Promise<void>
  watch(tell: (what: 'changed' | 'closed') => void): Dispose
  /** Parts with the site. */
  disconnect?(signal: AbortSignal): Promise<unknown>
}

const MOST_ACCOUNTS = 100

const purposeOf = (entry: unknown, address: string): Exposed['type'] | undefined => {
  const purpose = member(entry, 'purpose')
  if (purpose === 'payment' || purpose === 'ordinals') return purpose
  // Leather tells the kind of the address instead.
  return purpose === undefined
    ? member(entry, 'type') === 'p2tr' || /^(bc|tb|bcrt)1p/i.test(address)
      ? 'ordinals'
      : 'payment'
    : undefined
}

/** Addresses from a wallet's list, or from storage. Those of other chains (Stacks, Spark) are passed over. `undefined`: it is no list. */
export function readExposed(list: unknown): Exposed[] | undefined {
  const found = new Map<string, Exposed>()
  const entries = items(list, MOST_ACCOUNTS)
  for (const entry of entries ?? []) {
    const address = textOf(member(entry, 'address'), 100)
    const type =
      address !== undefined && chainsOf(address).length ? purposeOf(entry, address) : undefined
    if (address === undefined || !type) continue
    const publicKey = textOf(member(entry, 'publicKey'), 130)
    const path = textOf(member(entry, 'derivationPath') ?? member(entry, 'path'), 100)
    found.set(`${type}:${address}`, {
      address,
      type,
      ...(publicKey && /^[0-9a-f]+$/i.test(publicKey) && { publicKey }),
      ...(path && /^m(\/\d+'?)+$/.test(path) && { path }),
    })
  }
  return entries && [...found.values()]
}
