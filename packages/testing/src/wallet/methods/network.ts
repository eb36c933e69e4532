import { isHex, numberToHex } from 'viem'
import type { Method, WalletCore } from '../core.js'
import { invalidParams, unknownChain } from '../errors.js'
import { nodeRequest } from '../node.js'
import type { WalletChain } from '../types.js'

const first = (params: unknown): Record<string, unknown> => {
  const [value] = Array.isArray(params) ? params : [params]
  if (!value || typeof value !== 'object') throw invalidParams('an object is expected.')
  return value as Record<string, unknown>
}

function chainIdOf(value: unknown): number {
  if (!isHex(value) || !Number.isSafeInteger(Number(value)) || Number(value) <= 0)
    throw invalidParams('"chainId" must be a hexadecimal number.')
  return Number(value)
}

const known = (core: WalletCore, id: number) => core.chains.find((chain) => chain.id === id)

async function switchTo(
  core: WalletCore,
  chain: WalletChain,
  method: string,
  params: unknown,
): Promise<null> {
  await core.ask({
    kind: 'switchChain',
    method,
    params,
    title: 'Switch the network?',
    lines: [
      ['From', core.chain?.name ?? String(core.chainId)],
      ['To', chain.name],
    ],
  })
  core.setChain(chain.id)
  return null
}

const switchChain: Method = (core, params, method) => {
  const id = chainIdOf(first(params)['chainId'])
  const chain = known(core, id)
  if (!chain) throw unknownChain(id)
  return id === core.chainId ? null : switchTo(core, chain, method, params)
}

function parseAdded(params: unknown): WalletChain {
  const { chainId, chainName, rpcUrls, nativeCurrency } = first(params)
  const id = chainIdOf(chainId)
  const url = Array.isArray(rpcUrls)
    ? rpcUrls.find((one) => /^(https:|http:\/\/(127\.0\.0\.1|localhost))/.test(String(one)))
    : undefined
  if (typeof url !== 'string') throw invalidParams('"rpcUrls" needs an https address.')
  const { decimals } = (nativeCurrency ?? {}) as { decimals?: unknown }
  if (nativeCurrency !== undefined && decimals !== 18)
    throw invalidParams('"nativeCurrency.decimals" must be 18.')
  return {
    id,
    name: typeof chainName === 'string' && chainName ? chainName.slice(0, 60) : `Chain ${id}`,
    url,
  }
}

const addChain: Method = async (core, params, method) => {
  const added = parseAdded(params)
  const chain = known(core, added.id)
  if (chain) return added.id === core.chainId ? null : switchTo(core, chain, method, params)
  await core.ask({
    kind: 'addChain',
    method,
    params,
    title: 'Add this network?',
    lines: [
      ['Name', added.name],
      ['Chain id', String(added.id)],
      ['Node', added.url],
    ],
  })
  const reported = await nodeRequest(added, added.id, core.options.post)({ method: 'eth_chainId' })
  if (Number(reported) !== added.id)
    throw invalidParams(`the node says that it serves chain ${Number(reported)}.`)
  core.addChain(added)
  if (core.options.switchesOnAdd !== false) core.setChain(added.id)
  return null
}

const watchAsset: Method = async (core, params, method) => {
  const { type, options } = first(params) as {
    type?: unknown
    options?: { address?: unknown; symbol?: unknown }
  }
  if (type !== 'ERC20' || !options?.address)
    throw invalidParams('only ERC20 assets with an address can be watched.')
  await core.ask({
    kind: 'watchAsset',
    method,
    params,
    title: 'Show this token?',
    lines: [
      ['Token', String(options.symbol ?? '')],
      ['Address', String(options.address)],
    ],
  })
  return true
}

export const networkMethods: Record<string, Method> = {
  eth_chainId: (core) => numberToHex(core.chainId),
  net_version: (core) => String(core.chainId),
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  wallet_watchAsset: watchAsset,
}
