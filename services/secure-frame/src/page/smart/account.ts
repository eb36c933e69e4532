import type { FrameAccountType, FrameUser } from '@latchkey/embedded-wallet/protocol'
import type { Network } from '@latchkey/plugin-api'
import {
  isDeployed,
  smartAccountOf,
  type RpcRequest,
  type SmartAccount,
} from '@latchkey/smart-account'
import { getAddress } from 'viem'
import type { FrameConfig } from '../link/config.js'
import { networkOf } from '../rpc/networks.js'
import { createAskNode } from '../rpc/node.js'

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

const knowing = (): ((network: Network, owner: string) => Promise<boolean>) => {
  /** Whether accounts had code when a node was asked last, by network and address. */
  const last = new Map<string, boolean>()
  return async (network, owner) => {
    const { address } = accountOf(owner)
    const key = `${network.id} ${address}`
    const node = createAskNode(network, AbortSignal.timeout(CODE_MS))
    const ask: RpcRequest = ({ method, params = [] }) => node(method, params as unknown[])
    // Where the node says nothing, nobody knows: it stays as it was known last.
    const has = await isDeployed(ask, address).catch(() => last.get(key) ?? false)
    last.set(key, has)
    return has
  }
}
/** Whether the account of an owner has code. A node that says nothing within two seconds changes nothing. */
const isDeployedBy = /* @__PURE__ */ knowing()

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
  const isEnabled = Object.hasOwn(smartAccounts, chainId)
  return {
    address: type === 'smartAccount' ? smart : owner,
    accounts: [
      { address: owner, type: 'eoa' },
      { address: smart, type: 'smartAccount' },
    ],
    smartAccountDeployed: isEnabled && (await isDeployedBy(networkOf(chainId, rpc), owner)),
  }
}
