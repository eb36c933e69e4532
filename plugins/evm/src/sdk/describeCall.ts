import type { Description, Network } from '@latchkey/plugin-api'
import type { Row } from '@latchkey/plugin-api/describe'
import { decodeFunctionData, encodeFunctionData, formatUnits, parseAbi } from 'viem'
import { toTime } from './time.js'
import { isAddress, otherAccount, rowsOf, toText, UNLIMITED, type By, type Fields } from './rows.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  // Permit2
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
/** Fields that are in the rows, or that change nothing of what happens, only its form. */
const KNOWN = ['from', 'to', 'value', 'data', 'input', 'chainId', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce', 'type', 'accessList']
const UINT = /^0x[0-9a-fA-F]{1,64}$/
/** Calls of one batch that are shown. */
const MOST_CALLS = 20

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

const amountRow = (label: string, amount: bigint): Row => ({ label, value: String(amount), ...(amount >= UNLIMITED && { warning: 'evm.unlimited' }) })

function callRows(called: string, data: string): { title: string; rows: readonly Row[] } {
  const call = decode(data)
  const contract: Row = { label: 'evm.contract', value: called }
  const told = (title: string, ...rows: readonly Row[]) => ({ title: `evm.${title}`, rows: [contract, ...rows, { label: 'evm.data', value: data, raw: true }] })
  switch (call?.functionName) {
    case 'transfer':
      return told('sendToken', { label: 'evm.to', value: call.args[0] }, { label: 'evm.baseUnits', value: String(call.args[1]) })
    case 'transferFrom':
    case 'safeTransferFrom':
      return told('moveToken', { label: 'evm.owner', value: call.args[0] }, { label: 'evm.to', value: call.args[1] }, { label: 'evm.unitsOrId', value: String(call.args[2]) })
    case 'approve': {
      const { args } = call
      if (args.length === 2) return told('approveToken', { label: 'evm.spender', value: args[0] }, amountRow('evm.unitsOrId', args[1]))
      return told('approveToken', { label: 'evm.token', value: args[0] }, { label: 'evm.spender', value: args[1] }, amountRow('evm.baseUnits', args[2]), { label: 'evm.expiration', value: toTime(String(args[3])) })
    }
    case 'increaseAllowance':
      return told('approveToken', { label: 'evm.spender', value: call.args[0] }, amountRow('evm.baseUnits', call.args[1]))
    case 'setApprovalForAll':
      return told(call.args[1] ? 'approveAll' : 'revokeAll', { label: 'evm.spender', value: call.args[0], ...(call.args[1] && { warning: 'evm.unlimited' }) })
    default:
      return told('callContract')
  }
}

/** What the network takes at most, and the number that another transaction may be replaced by. `undefined`: one of them cannot be read. */
function priceRows({ gas, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce }: Fields, { symbol, decimals }: Network['nativeCurrency']): Row[] | undefined {
  const given = (...values: readonly unknown[]): bigint[] | undefined => {
    const list = values.filter((value) => value !== undefined && value !== null)
    return list.every((value): value is string => typeof value === 'string' && UINT.test(value)) ? list.map(BigInt) : undefined
  }
  const [limits, prices, nonces] = [given(gas, gasLimit), given(gasPrice, maxFeePerGas, maxPriorityFeePerGas), given(nonce)]
  if (!limits || !prices || !nonces) return undefined
  const most = (list: readonly bigint[]): bigint => list.reduce((one, other) => (one > other ? one : other), 0n)
  const price: Row[] = !prices.length ? [] : limits.length
    ? [{ label: 'evm.highestFee', value: `${formatUnits(most(limits) * most(prices), decimals)} ${symbol}` }]
    : [{ label: 'evm.gasPrice', value: `${formatUnits(most(prices), 9)} gwei` }]
  return [...price, ...nonces.map((number) => ({ label: 'evm.nonce', value: String(number) }))]
}

const isSameChain = (chainId: unknown, reference: string): boolean => (typeof chainId === 'string' ? UINT.test(chainId) : typeof chainId === 'number') && Number(chainId) === Number(reference)

/** `eth_sendTransaction`. `undefined` where its value or recipient cannot be read. */
export function describeCall({ nativeCurrency, reference }: Network, transaction: Fields | undefined, by: By): Description | undefined {
  if (!transaction) return undefined
  const { from, to, value = '0x0', data, input, chainId } = transaction
  const bytes = data ?? input ?? '0x'
  if (typeof value !== 'string' || !UINT.test(value) || typeof bytes !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(bytes)) return undefined
  const isElsewhere = chainId !== undefined && chainId !== null && !isSameChain(chainId, reference)
  const isAmbiguous = data !== undefined && input !== undefined && data !== input
  const amount: Row = { label: 'evm.value', value: `${formatUnits(BigInt(value), nativeCurrency.decimals)} ${nativeCurrency.symbol}`, ...(isElsewhere && { warning: 'evm.otherNetwork' }) }
  const prices = priceRows(transaction, nativeCurrency)
  const more = [...otherAccount(from, by), ...(prices ?? [])]
  if (to === undefined || to === null) return { title: 'evm.deploy', rows: [amount, ...more, { label: 'evm.data', value: bytes, raw: true }], complete: false }
  if (!isAddress(to) || isAmbiguous) return undefined
  if (bytes !== '0x') {
    const { title, rows } = callRows(to, bytes)
    return { title, rows: [...rows.slice(0, -1), ...(BigInt(value) > 0n || isElsewhere ? [amount] : []), ...more, ...rows.slice(-1)], complete: false }
  }
  return { title: 'evm.sendTransaction', rows: [{ label: 'evm.to', value: to }, amount, ...more], complete: !!prices && !isElsewhere && Object.keys(transaction).every((key) => KNOWN.includes(key)) }
}

const hasOnly = (fields: Fields, ...names: readonly string[]): boolean => Object.keys(fields).every((name) => names.includes(name))

/** `wallet_sendCalls` (EIP-5792): each of its calls. `undefined` where it has none. */
export function describeCalls(network: Network, batch: Fields | undefined, by: By): Description | undefined {
  const { calls, from, chainId, capabilities } = batch ?? {}
  if (!batch || !Array.isArray(calls) || !calls.length) return undefined
  const told = calls.slice(0, MOST_CALLS).map((call: unknown) => {
    const fields = rowsOf(call)
    const words = fields && describeCall(network, { to: fields['to'], value: fields['value'], data: fields['data'] }, { ...by, unnamed: undefined })
    return words && { ...words, complete: words.complete && hasOnly(fields, 'to', 'value', 'data') }
  })
  const isElsewhere = chainId !== undefined && !isSameChain(chainId, network.reference)
  const rows = told.flatMap((each, index): readonly Row[] => {
    const place = `${index + 1} / ${calls.length}`
    return each ? [{ label: each.title, value: place }, ...each.rows] : [{ label: 'evm.callContract', value: place, warning: 'evm.unreadable' }, { label: 'evm.data', value: toText(calls[index]), raw: true }]
  })
  return {
    title: 'evm.sendCalls',
    rows: [
      ...rows,
      ...otherAccount(from, by),
      ...(capabilities === undefined ? [] : [{ label: 'evm.capabilities', value: toText(capabilities), raw: true }]),
      ...(isElsewhere ? [{ label: 'evm.domain.chainId', value: toText(chainId), warning: 'evm.otherNetwork' }] : []),
    ],
    complete: told.length === calls.length && told.every((each) => each?.complete) && chainId !== undefined && !isElsewhere && capabilities === undefined && hasOnly(batch, 'version', 'id', 'from', 'chainId', 'atomicRequired', 'calls'),
  }
}
