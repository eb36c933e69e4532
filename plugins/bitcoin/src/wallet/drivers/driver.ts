import type { Dispose, Network } from '@latchkey/plugin-api'
import { chainsOf, type Chain } from '../../chain/chains.js'
import { readItems, readMember, readText } from '../untrusted.js'

/** An address that a wallet exposed, as plain data. */
export interface ExposedAddress {
  address: string
  type: 'payment' | 'ordinals'
  publicKey?: string
  path?: string
}
export interface WalletState {
  accounts: readonly ExposedAddress[]
  /** The network that the wallet is on, where it says so. */
  chain?: Chain
}

interface SigningContext {
  account: ExposedAddress
  chain: Chain
  network: Network
  signal?: AbortSignal
}
export type Protocol = 'ecdsa' | 'bip322'
export interface MessageToSign extends SigningContext {
  message: string
  protocol: Protocol
}
export interface PsbtToSign extends SigningContext {
  psbt: Uint8Array
  /** Absent: all inputs that the wallet can sign. */
  inputs?: readonly { address: string; index: number; sighashTypes?: readonly number[] }[]
  broadcast: boolean
}
export interface TransferToSend extends SigningContext {
  to: string
  /** Satoshi. */
  amount: number
}

/**
 * Speaks one kind of wallet interface in the wallet's own methods. Answers are checked here or in
 * the connection.
 */
export interface Driver {
  /** Asks the visitor. */
  connect(wish: { chain: Chain; signal?: AbortSignal }): Promise<WalletState>
  /** Asks without a prompt. `undefined`: this wallet cannot tell. */
  readSilently(signal?: AbortSignal): Promise<WalletState | undefined>
  /** Signature in hex or base64. */
  signMessage(request: MessageToSign): Promise<unknown>
  /** The signed PSBT as bytes, in hex or base64, and the transaction id where it was sent. */
  signPsbt(request: PsbtToSign): Promise<{ psbt: unknown; txid?: unknown }>
  /** @returns the transaction id. Absent: the wallet only signs. */
  sendTransfer?(transfer: TransferToSend): Promise<unknown>
  switchNetwork?(chain: Chain, signal?: AbortSignal): Promise<void>
  onChange(tell: (what: 'changed' | 'closed') => void): Dispose
  /** Asks the wallet to disconnect from the site. */
  disconnect?(signal: AbortSignal): Promise<unknown>
}

const MAX_ACCOUNTS = 100

const purposeOf = (entry: unknown, address: string): ExposedAddress['type'] | undefined => {
  const purpose = readMember(entry, 'purpose')
  if (purpose === 'payment' || purpose === 'ordinals') return purpose
  // Leather tells the type of the address instead.
  return purpose === undefined
    ? readMember(entry, 'type') === 'p2tr' || /^(bc|tb|bcrt)1p/i.test(address)
      ? 'ordinals'
      : 'payment'
    : undefined
}

/**
 * Reads the addresses of a wallet's list, or of storage. Addresses of other chains (Stacks, Spark)
 * are left out. `undefined`: it is not a list.
 */
export function readExposed(list: unknown): ExposedAddress[] | undefined {
  const found = new Map<string, ExposedAddress>()
  const entries = readItems(list, MAX_ACCOUNTS)
  for (const entry of entries ?? []) {
    const address = readText(readMember(entry, 'address'), 100)
    const type =
      address !== undefined && chainsOf(address).length ? purposeOf(entry, address) : undefined
    if (address === undefined || !type) continue
    const publicKey = readText(readMember(entry, 'publicKey'), 130)
    const path = readText(readMember(entry, 'derivationPath') ?? readMember(entry, 'path'), 100)
    found.set(`${type}:${address}`, {
      address,
      type,
      ...(publicKey && /^[0-9a-f]+$/i.test(publicKey) && { publicKey }),
      ...(path && /^m(\/\d+'?)+$/.test(path) && { path }),
    })
  }
  return entries && [...found.values()]
}
