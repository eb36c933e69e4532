/** The networks of Bitcoin that a key can be for. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** The URLs and ids of the local chains, besides the EVM ones. */
export interface ChainsWorld {
  solana?: { url: string; wsUrl: string; genesisHash: string }
  /** An Esplora face. The network is `regtest` if left out. */
  bitcoin?: { url: string; network?: BitcoinNetwork }
  polkadot?: {
    name: string
    genesisHash: `0x${string}`
    ss58Prefix: number
    nativeCurrency: { name: string; symbol: string; decimals: number }
    rpcUrls: readonly string[]
  }
  cosmos?: { url: string; chainId: string }
}

/** A request in the words of the namespace's WalletConnect profile. */
export interface Asked {
  method: string
  params: unknown
}

/** The lines that a wallet shows before it signs: label and value, in order. */
export interface Words {
  kind: 'message' | 'transaction'
  title: string
  lines: readonly (readonly [label: string, value: string])[]
}

/** A development key on one chain. It signs without a prompt: its holder asks the owner first. */
export interface KeyHolder {
  /** CAIP-2 id. */
  readonly chain: string
  readonly name: string
  /** The first is the one in use. */
  readonly accounts: readonly { address: string; publicKey: Uint8Array }[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Methods that return only data that a connected site may read: the owner is not asked. */
  readonly reads: readonly string[]
  describe(asked: Asked): Words
  /** @throws `{ code, message }` as wallets do */
  perform(asked: Asked): Promise<unknown>
}

export interface WalletError {
  code: number
  message: string
}
export const refuse = (code: number, message: string): WalletError & Error =>
  Object.assign(new Error(message), { code })
export const unsupported = (method: string): WalletError & Error =>
  refuse(4200, `This wallet does not support ${method}.`)
export const objectOf = (params: unknown): Readonly<Record<string, unknown>> => {
  const value: unknown = Array.isArray(params) ? (params as unknown[])[0] : params
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}
/** @throws invalid parameters, -32602 */
export function textIn(params: unknown, name: string): string {
  const value = objectOf(params)[name]
  if (typeof value !== 'string')
    throw refuse(-32602, `Invalid parameters: expected a text as ${name}.`)
  return value
}
/** Decodes bytes as text, or as hexadecimal digits where they are not a text. */
export function readable(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
export async function postJson(url: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) throw refuse(error.code, error.message)
  return result
}
