import {
  toFrameChainId,
  type FrameAccountType,
  type FrameUser,
} from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from './link/config.js'
import { badParams } from './link/errors.js'

/** Addresses of a wallet. */
interface Addresses {
  evm: string
  solana: string
}

/** The accounts of the person, and which of them is in use. */
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
  /** The account in use on a network, without its network's prefix. */
  addressOn(chainId: string, addresses: Addresses, wanted?: FrameAccountType): Promise<string>
  /** The part of a user that says which accounts there are. */
  describe(
    chainId: string,
    addresses: Addresses,
    wanted: FrameAccountType,
  ): Promise<
    Pick<FrameUser, 'address' | 'accounts' | 'preferredAccountType' | 'smartAccountDeployed'>
  >
  /** The address of the smart account. @throws FrameError -32602 where no network has smart accounts */
  smart(owner: string): Promise<string>
  /** The same where there is one. */
  smartOrNone(owner: string): Promise<string | undefined>
  /** Ends when the visitor prefers another type of account. */
  signal(): AbortSignal
}

const loadSmart = () => import('./smart/account.js')

/** The preference lives as long as the page: the page around tells it again to the next one. */
export function createAccounts({ smartAccounts, rpc }: FrameConfig): Accounts {
  let preferred: FrameAccountType = 'eoa'
  let use = new AbortController()
  const enabled = (): number[] =>
    Object.keys(smartAccounts).map((network) => Number(toFrameChainId(network)))
  const requireAny = (): void => {
    if (!enabled().length) throw badParams('There are no smart accounts on any network.')
  }
  const typeOn: Accounts['typeOn'] = (chainId, wanted = preferred) =>
    wanted === 'smartAccount' && Object.hasOwn(smartAccounts, chainId) ? wanted : 'eoa'
  const smart = async (owner: string): Promise<string> => {
    requireAny()
    return (await loadSmart()).addressOf(owner)
  }
  const addressOn: Accounts['addressOn'] = async (chainId, { evm, solana }, wanted) => {
    if (!chainId.startsWith('eip155:')) return solana
    return typeOn(chainId, wanted) === 'smartAccount' ? smart(evm) : evm
  }
  const isDeployed = async (chainId: string, owner: string): Promise<boolean> => {
    const url = rpc[chainId]
    if (url === undefined || !Object.hasOwn(smartAccounts, chainId)) return false
    return (await loadSmart()).isDeployedBy(url, owner)
  }
  return {
    enabled,
    preferred: () => preferred,
    prefer(type) {
      if (type === 'smartAccount') requireAny()
      if (type === preferred) return
      preferred = type
      use.abort()
      use = new AbortController()
    },
    typeOn,
    addressOn,
    async describe(chainId, addresses, wanted) {
      const { evm } = addresses
      const hasSmart = chainId.startsWith('eip155:') && enabled().length > 0
      const [address, own, smartAccountDeployed] = await Promise.all([
        addressOn(chainId, addresses, wanted),
        addressOn(chainId, addresses, 'eoa'),
        isDeployed(chainId, evm),
      ])
      const accounts: FrameUser['accounts'] = [{ address: own, type: 'eoa' }]
      if (hasSmart) accounts.push({ address: await smart(evm), type: 'smartAccount' })
      return { address, accounts, preferredAccountType: preferred, smartAccountDeployed }
    },
    smart,
    smartOrNone: async (owner) => (enabled().length ? smart(owner) : undefined),
    signal: () => use.signal,
  }
}
