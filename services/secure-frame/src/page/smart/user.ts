import type { FrameAccountType, FrameUser } from '@latchkey/embedded-wallet/protocol'
import type { Network } from '@latchkey/plugin-api'
import type { FrameConfig } from '../link/config.js'
import { networkOf } from '../rpc/networks.js'
import { createAskNode } from '../rpc/node.js'
import { addressOf } from './address.js'

export { addressOf }

const CODE_MS = 2_000

const knowing = (): ((network: Network, owner: string) => Promise<boolean>) => {
  /** Whether accounts had code when a node was asked last, by network and address. */
  const last = new Map<string, boolean>()
  return async (network, owner) => {
    const address = addressOf(owner)
    const key = `${network.id} ${address}`
    const node = createAskNode(network, AbortSignal.timeout(CODE_MS))
    const code = await node('eth_getCode', [address, 'latest']).catch(() => undefined)
    // Where the node says nothing that is code, nobody knows: it stays as it was known last.
    const isCode = typeof code === 'string' && /^0x[\da-f]*$/i.test(code)
    const has = isCode ? code !== '0x' : (last.get(key) ?? false)
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
