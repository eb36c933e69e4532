import type { Description, Network } from '@latchkey/plugin-api'
import { formatEther, hexToString } from 'viem'

/** Puts the commonest requests into words. `undefined`: not known, show it raw. */
export function describe({ nativeCurrency }: Network, method: string, params: unknown): Description | undefined {
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'personal_sign' && typeof first === 'string') return { title: 'evm.signMessage', rows: [{ label: 'evm.message', value: hexToString(first as `0x${string}`) }], complete: true }
  if (method !== 'eth_sendTransaction' || typeof first !== 'object' || first === null) return undefined
  const { to, value = '0x0', data = '0x' } = first as { to?: string; value?: string; data?: string }
  return {
    title: 'evm.sendTransaction',
    rows: [{ label: 'evm.to', value: to ?? '' }, { label: 'evm.value', value: `${formatEther(BigInt(value))} ${nativeCurrency.symbol}` }, ...(data === '0x' ? [] : [{ label: 'evm.data', value: data, raw: true }])],
    complete: data === '0x',
  }
}
