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
  /** CAIP-2, as the site asked. */
  wanted: readonly string[]
  required: readonly string[]
  /** Besides EVM, what this wallet has of it. */
  families: readonly Family[]
}
export interface Call {
  kind: 'call'
  id: number
  topic: string
  peer: Peer
  request: Request
  /** Whose turn it is on a chain besides EVM. */
  key?: KeyHolder
}
export interface SessionView {
  topic: string
  peer: Peer
  chains: readonly number[]
  /** The one in use comes first. */
  accounts: readonly Address[]
  chain: number
  families: readonly Family[]
  /** s since 1970. */
  expiry: number
}
export type Pairing =
  { status: 'idle' } | { status: 'waiting' } | { status: 'failed'; message: string }

/** All that the page shows. */
export interface WalletState {
  online: boolean
  pairing: Pairing
  asks: readonly (Proposal | Call)[]
  sessions: readonly SessionView[]
  /** What happened last, in words. */
  notice: string
  /** The ids and topics of what is under way. */
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

/** Which network each session is on, kept over a reload: the protocol does not say. */
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
      /* storage is blocked: chosen for this visit */
    }
  },
}
