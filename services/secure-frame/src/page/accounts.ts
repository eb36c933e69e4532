import type { FrameAccountType } from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from './link/config.js'
import { badParams } from './link/errors.js'

/** The type of account on EVM that the visitor prefers. It lives as long as the page, which is told it again. */
export interface Accounts {
  /** Chain ids of the networks with smart accounts. */
  enabled(): number[]
  preferred(): FrameAccountType
  /**
   * Prefers accounts of that type from now on. Requests that wait for the other one are rejected.
   * @throws FrameError -32602 where no network has smart accounts
   */
  prefer(type: FrameAccountType): void
  /** The type of account that is in use on a network. */
  typeOn(chainId: string, wanted?: FrameAccountType): FrameAccountType
  /** Ends when the visitor prefers another type of account. */
  signal(): AbortSignal
}

export function createAccounts({ smartAccounts }: FrameConfig): Accounts {
  const enabled = Object.keys(smartAccounts).map((network) => Number(network.slice(7)))
  let preferred: FrameAccountType = 'eoa'
  let use = new AbortController()
  return {
    enabled: () => enabled,
    preferred: () => preferred,
    prefer(type) {
      if (type === preferred) return
      if (type === 'smartAccount' && !enabled.length)
        throw badParams('No network has smart accounts.')
      preferred = type
      use.abort()
      use = new AbortController()
    },
    typeOn: (chainId, wanted = preferred) =>
      Object.hasOwn(smartAccounts, chainId) ? wanted : 'eoa',
    signal: () => use.signal,
  }
}
