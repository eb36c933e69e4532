import type { FrameAccountType, FrameUser } from '@latchkey/embedded-wallet/protocol'
import { smartAccountOf, type SmartAccount } from '@latchkey/smart-account'
import { getAddress } from 'viem'
import type { FrameConfig } from '../link/config.js'

const known = (): ((owner: string) => SmartAccount) => {
  let last: SmartAccount | undefined
  return (owner) => {
    const address = getAddress(owner)
    if (last?.owner !== address) last = smartAccountOf(address)
    return last
  }
}
/** The smart account of an owner. The last one is remembered: it follows from the owner alone. */
export const accountOf = /* @__PURE__ */ known()
/** The address of the smart account of an owner. */
export const addressOf = (owner: string): string => accountOf(owner).address

const CODE_MS = 2_000

/** Whether the account of an owner has code, as the node says within two seconds. */
async function isDeployedBy(url: string, owner: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getCode',
        params: [addressOf(owner), 'latest'],
      }),
      signal: AbortSignal.timeout(CODE_MS),
      credentials: 'omit',
    })
    const { result } = (await response.json()) as { result?: unknown }
    return typeof result === 'string' && result.length > 2
  } catch {
    return false
  }
}

/**
 * The part of a user on EVM that says which accounts there are.
 * @param chainId CAIP-2 id of the network
 * @param owner address of the key
 * @param type of the account that is in use on the network
 */
export async function describeUser(
  { smartAccounts, rpc }: FrameConfig,
  chainId: string,
  owner: string,
  type: FrameAccountType,
): Promise<Pick<FrameUser, 'address' | 'accounts' | 'smartAccountDeployed'>> {
  const smart = addressOf(owner)
  const node = Object.hasOwn(smartAccounts, chainId) ? rpc[chainId] : undefined
  return {
    address: type === 'smartAccount' ? smart : owner,
    accounts: [
      { address: owner, type: 'eoa' },
      { address: smart, type: 'smartAccount' },
    ],
    smartAccountDeployed: node !== undefined && (await isDeployedBy(node, owner)),
  }
}
