import { found, type InUse } from '../found.js'
import type { PlaygroundKernel } from '../kernels.js'

/** The gift that the page sends on EVM chains, to an address without a known key. */
const EVM_GIFT = {
  to: '0x000000000000000000000000000000000000dEaD',
  value: 10n ** 16n,
  words: '0.01 ETH',
} as const

interface Actions {
  gift: { to: string; value: bigint; words: string }
  sign(kernel: PlaygroundKernel, inUse: InUse, message: string): Promise<string>
  send(kernel: PlaygroundKernel, inUse: InUse, to: string, value: bigint): Promise<string>
}

const EVM: Actions = {
  gift: EVM_GIFT,
  sign: async ({ plugins: { evm } }, _, message) =>
    (await evm.getWalletClient()).signMessage({ message }),
  send: async ({ plugins: { evm } }, _, to, value) =>
    (await evm.getWalletClient()).sendTransaction({ to: to as `0x${string}`, value }),
}

/** @throws where no plugin of this page can do that on this chain */
function actionsOf(namespace: string): Actions {
  if (namespace === 'eip155') return EVM
  const one = found.find((each) => each.namespace === namespace)
  const { gift, sign, send } = one ?? {}
  if (!gift || !sign || !send) throw new Error(`This page cannot do that on ${namespace}.`)
  const apiOf = ({ plugins, ports }: PlaygroundKernel): unknown => {
    const owner = ports.adapters.find(namespace)?.owner
    return owner === undefined ? undefined : (plugins as Record<string, unknown>)[owner]
  }
  return {
    gift,
    sign: (kernel, inUse, message) => sign(apiOf(kernel), inUse, message),
    send: (kernel, inUse, to, value) => send(apiOf(kernel), inUse, to, value),
  }
}

/** The gift that "Send" sends on this chain family. */
export const giftOf = (namespace: string): Actions['gift'] => actionsOf(namespace).gift

/**
 * Reads the account and the network in use.
 * @throws if no wallet is connected
 */
export function inUse(kernel: PlaygroundKernel): InUse {
  const account = kernel.ports.accounts.active()
  const network = kernel.ports.activeNetwork.current()
  if (!account || !network) throw new Error('No wallet is connected.')
  return { account, network }
}

export async function signText(kernel: PlaygroundKernel, message: string): Promise<string> {
  const used = inUse(kernel)
  return actionsOf(used.network.namespace).sign(kernel, used, message)
}

/** In wei and in lamports. */
const TEST_MONEY = { eip155: '0x8ac7230489e80000', solana: 10_000_000_000 } as const

/**
 * Gives the active account test money from the local node: 10 ETH or 10 SOL.
 * @throws where the node of this chain has none to give
 */
export async function giveTestMoney(kernel: PlaygroundKernel): Promise<void> {
  const { account, network } = inUse(kernel)
  const [url] = network.rpcUrls
  const call =
    network.namespace === 'eip155'
      ? { method: 'anvil_setBalance', params: [account.address, TEST_MONEY.eip155] }
      : { method: 'requestAirdrop', params: [account.address, TEST_MONEY.solana] }
  const answer = await fetch(String(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })
  const { error } = (await answer.json()) as { error?: { message: string } }
  if (error) throw new Error(error.message)
}

/**
 * Sends coins of the active chain family, in base units, to the receiver of gifts there.
 * @returns the transaction's id
 */
export async function sendCoins(kernel: PlaygroundKernel, value: bigint): Promise<string> {
  const used = inUse(kernel)
  const { gift, send } = actionsOf(used.network.namespace)
  return send(kernel, used, gift.to, value)
}

/**
 * Sends the gift of the active chain family.
 * @returns the transaction's id
 */
export const sendGift = (kernel: PlaygroundKernel): Promise<string> =>
  sendCoins(kernel, giftOf(inUse(kernel).network.namespace).value)
