import type { KeyHolder } from '@latchkey-tools/wallets/keys'
import type { Address } from 'viem'
import type { Family } from './namespaces.js'
import type { Request } from './perform.js'

export interface Peer {
  name: string
  url: string
}
export interface Proposal {
  kind: 'proposal'
  id: number
  peer: Peer
  /** CAIP-2 id as the site sent it. */
  wanted: readonly string[]
  required: readonly string[]
  /** The requested chain families besides EVM that this wallet can share. */
  families: readonly Family[]
}
export interface Call {
  kind: 'call'
  id: number
  topic: string
  peer: Peer
  request: Request
  /** The key that signs, on a chain besides EVM. */
  key?: KeyHolder
}
export interface SessionView {
  topic: string
  peer: Peer
  chains: readonly number[]
  /** The account in use comes first. */
  accounts: readonly Address[]
  chain: number
  families: readonly Family[]
  /** Seconds since 1970. */
  expiry: number
}
export type Pairing =
  { status: 'idle' } | { status: 'waiting' } | { status: 'failed'; message: string }

/** The state that the page shows. */
export interface WalletState {
  online: boolean
  pairing: Pairing
  asks: readonly (Proposal | Call)[]
  sessions: readonly SessionView[]
  /** The last event, as text for the user. */
  notice: string
  /** The ids and topics of actions under way. */
  busy: readonly (number | string)[]
}

export const EMPTY: WalletState = {
  online: false,
  pairing: { status: 'idle' },
  asks: [],
  sessions: [],
  notice: '',
  busy: [],
}

const KEY = 'demo-wallet:networks'

/** The network of each session, kept across reloads because the protocol does not store it. */
export const chosenNetworks = {
  read(): Record<string, number> {
    try {
      return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, number>
    } catch {
      return {}
    }
  },
  write(networks: Readonly<Record<string, number>>): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(networks))
    } catch {
      /* storage is blocked: the choice lasts for this visit */
    }
  },
}
