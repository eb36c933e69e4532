import { getAddress, isAddress, type Address } from 'viem'
import type { WalletChain, WalletMemory } from './types.js'

/** The state that a wallet keeps for one site. */
export interface Session {
  /** The accounts it may see, the active one first. Empty: not connected. */
  granted: Address[]
  chainId: number
  /** Chains that a site added. */
  added: WalletChain[]
}

const isChain = (value: unknown): value is WalletChain => {
  const { id, name, url } = (value ?? {}) as Partial<WalletChain>
  return Number.isSafeInteger(id) && typeof name === 'string' && typeof url === 'string'
}

/** Parsed as if somebody else had written it: the page can reach the storage. */
export function readSession(memory: WalletMemory | undefined, fallback: Session): Session {
  try {
    const found = JSON.parse(memory?.read() ?? 'null') as {
      granted?: unknown
      chainId?: unknown
      added?: unknown
    } | null
    const granted = Array.isArray(found?.granted)
      ? found.granted.filter((one): one is string => isAddress(String(one)))
      : fallback.granted
    const chainId = Number.isSafeInteger(found?.chainId)
      ? (found?.chainId as number)
      : fallback.chainId
    const added = Array.isArray(found?.added) ? found.added.filter(isChain) : fallback.added
    return { granted: granted.map((one) => getAddress(one)), chainId, added }
  } catch {
    return fallback
  }
}

export function writeSession(memory: WalletMemory | undefined, session: Session): void {
  try {
    memory?.write(JSON.stringify(session))
  } catch {
    // Blocked or full: the wallet forgets at the next load, as a wallet in a private window does.
  }
}
