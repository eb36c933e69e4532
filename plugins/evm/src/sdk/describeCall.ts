import type { Description, Network } from '@latchkey/plugin-api'
import { decodeFunctionData, encodeFunctionData, formatUnits, parseAbi } from 'viem'
import { UNLIMITED, type Fields, type Row } from './rows.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
/** Fields that change nothing of what happens, only its price, its order or its form. */
const HARMLESS = ['from', 'to', 'value', 'data', 'input', 'chainId', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce', 'type', 'accessList']
const UINT = /^0x[0-9a-fA-F]{1,64}$/

/** Known calls, if encoding what was read gives the very same data. */
function decode(data: string) {
  try {
    const lower = data.toLowerCase() as `0x${string}`
    const call = decodeFunctionData({ abi, data: lower })
    return encodeFunctionData({ abi, ...call } as Parameters<typeof encodeFunctionData>[0]) === lower ? call : undefined
  } catch {
    return undefined
  }
}

function callRows(token: string, data: string): { title: string; rows: readonly Row[] } {
  const call = decode(data)
  const raw: Row = { label: 'evm.data', value: data, raw: true }
  const contract: Row = { label: 'evm.contract', value: token }
  switch (call?.functionName) {
    case 'transfer':
      return { title: 'evm.sendToken', rows: [contract, { label: 'evm.to', value: call.args[0] }, { label: 'evm.baseUnits', value: String(call.args[1]) }, raw] }
    case 'approve':
    case 'increaseAllowance':
      return { title: 'evm.approveToken', rows: [contract, { label: 'evm.spender', value: call.args[0] }, { label: 'evm.baseUnits', value: String(call.args[1]), ...(call.args[1] >= UNLIMITED && { warning: 'evm.unlimited' }) }, raw] }
    case 'setApprovalForAll':
      return { title: call.args[1] ? 'evm.approveAll' : 'evm.revokeAll', rows: [contract, { label: 'evm.spender', value: call.args[0], ...(call.args[1] && { warning: 'evm.unlimited' }) }, raw] }
    default:
      return { title: 'evm.callContract', rows: [contract, raw] }
  }
}

/** `eth_sendTransaction`. `undefined` where its value or recipient cannot be read. */
export function describeCall({ nativeCurrency, reference }: Network, transaction: Fields | undefined): Description | undefined {
  if (!transaction) return undefined
  const { to, value = '0x0', data, input, chainId } = transaction
  const bytes = data ?? input ?? '0x'
  if (typeof value !== 'string' || !UINT.test(value) || typeof bytes !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(bytes)) return undefined
  const isElsewhere = chainId !== undefined && chainId !== null && Number(chainId) !== Number(reference)
  const isAmbiguous = data !== undefined && input !== undefined && data !== input
  const amount: Row = { label: 'evm.value', value: `${formatUnits(BigInt(value), nativeCurrency.decimals)} ${nativeCurrency.symbol}`, ...(isElsewhere && { warning: 'evm.otherNetwork' }) }
  if (to === undefined || to === null) return { title: 'evm.deploy', rows: [amount, { label: 'evm.data', value: bytes, raw: true }], complete: false }
  if (typeof to !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(to) || isAmbiguous) return undefined
  if (bytes !== '0x') {
    const { title, rows } = callRows(to, bytes)
    return { title, rows: [...rows.slice(0, -1), ...(BigInt(value) > 0n || isElsewhere ? [amount] : []), ...rows.slice(-1)], complete: false }
  }
  return { title: 'evm.sendTransaction', rows: [{ label: 'evm.to', value: to }, amount], complete: !isElsewhere && Object.keys(transaction).every((key) => HARMLESS.includes(key)) }
}
