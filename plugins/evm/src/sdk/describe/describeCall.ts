import type { Description, Network } from '@latchkey/plugin-api'
import type { Row } from '@latchkey/plugin-api/describe'
import { formatUnits } from 'viem'
import { authorizationRows } from './authorizations.js'
import { callRows } from './callData.js'
import {
  isAddress,
  otherAccount,
  rowsOf,
  toText,
  unknownRows,
  type By,
  type Fields,
} from './rows.js'

/** Fields that the rows show, or that only change the form of the transaction. */
const KNOWN = [
  'from',
  'to',
  'value',
  'data',
  'input',
  'chainId',
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'type',
  'accessList',
  'authorizationList',
]
const UINT = /^0x[0-9a-fA-F]{1,64}$/
/** Calls of one batch that are shown. */
const MAX_CALLS = 20
/**
 * Capabilities of a batch that only change who pays the fee, or whether all calls are executed
 * together.
 */
const HARMLESS_CAPABILITIES = ['paymasterService', 'atomic']

/**
 * The highest fee, and the nonce, by which the transaction may replace another one. `undefined`
 * where one of the fields cannot be read.
 */
function priceRows(
  { gas, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce }: Fields,
  { symbol, decimals }: Network['nativeCurrency'],
): Row[] | undefined {
  const given = (...values: readonly unknown[]): bigint[] | undefined => {
    const list = values.filter((value) => value !== undefined && value !== null)
    return list.every((value): value is string => typeof value === 'string' && UINT.test(value))
      ? list.map(BigInt)
      : undefined
  }
  const [limits, prices, nonces] = [
    given(gas, gasLimit),
    given(gasPrice, maxFeePerGas, maxPriorityFeePerGas),
    given(nonce),
  ]
  if (!limits || !prices || !nonces) return undefined
  const most = (list: readonly bigint[]): bigint =>
    list.reduce((one, other) => (one > other ? one : other), 0n)
  const price: Row[] = !prices.length
    ? []
    : limits.length
      ? [
          {
            label: 'evm.highestFee',
            value: `${formatUnits(most(limits) * most(prices), decimals)} ${symbol}`,
          },
        ]
      : [{ label: 'evm.gasPrice', value: `${formatUnits(most(prices), 9)} gwei` }]
  return [...price, ...nonces.map((number) => ({ label: 'evm.nonce', value: String(number) }))]
}

const isSameChain = (chainId: unknown, reference: string): boolean =>
  (typeof chainId === 'string' ? UINT.test(chainId) : typeof chainId === 'number') &&
  Number(chainId) === Number(reference)

const hasOnly = (fields: Fields, ...names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))
/** Whether it is an access list (EIP-2930), which only changes the price of reading storage. */
const isAccessList = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((entry: unknown) => {
    const fields = rowsOf(entry)
    const keys = fields?.['storageKeys']
    return (
      !!fields &&
      hasOnly(fields, 'address', 'storageKeys') &&
      isAddress(fields['address']) &&
      Array.isArray(keys) &&
      keys.every((key) => typeof key === 'string' && UINT.test(key))
    )
  })
/** Rows for unknown fields, and for known fields with values that change what happens. */
function oddRows(transaction: Fields): Row[] {
  const { type, accessList, authorizationList } = transaction
  const known = KNOWN.filter(
    (name) => !(name === 'accessList' && accessList !== null && !isAccessList(accessList)),
  )
  const isType =
    type === undefined ||
    type === null ||
    (typeof type === 'string' &&
      UINT.test(type) &&
      (Number(type) <= 2 ||
        (Number(type) === 4 && authorizationList !== undefined && authorizationList !== null)))
  return unknownRows(transaction, isType ? known : known.filter((name) => name !== 'type'))
}

/**
 * Describes the part of a transaction that calls or pays. `undefined` where its value or recipient
 * cannot be read.
 */
function describePayment(
  { nativeCurrency, reference }: Network,
  transaction: Fields,
  by: By,
): Description | undefined {
  const { from, to, value = '0x0', data, input, chainId } = transaction
  const bytes = data ?? input ?? '0x'
  if (
    typeof value !== 'string' ||
    !UINT.test(value) ||
    typeof bytes !== 'string' ||
    !/^0x([0-9a-fA-F]{2})*$/.test(bytes)
  )
    return undefined
  const isElsewhere = chainId !== undefined && chainId !== null && !isSameChain(chainId, reference)
  const isAmbiguous = data !== undefined && input !== undefined && data !== input
  const amount: Row = {
    label: 'evm.value',
    value: `${formatUnits(BigInt(value), nativeCurrency.decimals)} ${nativeCurrency.symbol}`,
    ...(isElsewhere && { warning: 'evm.otherNetwork' }),
  }
  const prices = priceRows(transaction, nativeCurrency)
  const more = [...otherAccount(from, by), ...(prices ?? [])]
  if (to === undefined || to === null)
    return {
      title: 'evm.deploy',
      rows: [amount, ...more, { label: 'evm.data', value: bytes, raw: true }],
      complete: false,
    }
  if (!isAddress(to) || isAmbiguous) return undefined
  if (bytes !== '0x') {
    const { title, rows } = callRows(to, bytes)
    return {
      title,
      rows: [
        ...rows.slice(0, -1),
        ...(BigInt(value) > 0n || isElsewhere ? [amount] : []),
        ...more,
        ...rows.slice(-1),
      ],
      complete: false,
    }
  }
  return {
    title: 'evm.sendTransaction',
    rows: [{ label: 'evm.to', value: to }, amount, ...more],
    complete: !!prices && !isElsewhere,
  }
}

/**
 * Describes `eth_sendTransaction`. A part that hands over the account, or that is not known, is the
 * headline, whatever else the transaction does. `undefined` where nothing can be read.
 */
export function describeCall(
  network: Network,
  transaction: Fields | undefined,
  by: By,
): Description | undefined {
  if (!transaction) return undefined
  const { authorizationList: list } = transaction
  const payment = describePayment(network, transaction, by)
  const [handed, odd] = [
    list === undefined || list === null ? [] : authorizationRows(list, network.reference),
    oddRows(transaction),
  ]
  if (!handed.length && (!odd.length || !payment)) return payment
  return {
    title: handed.length ? 'evm.handOver' : 'evm.unknownTransaction',
    rows: [
      ...handed,
      ...odd,
      ...(payment ? [{ label: payment.title, value: '1 / 1' }, ...payment.rows] : []),
    ],
    complete: false,
  }
}

/**
 * Describes one call of a batch. `undefined` for a call with fields that EIP-5792 does not have, as
 * wallets treat those differently.
 */
function describeOne(network: Network, call: unknown, by: By): Description | undefined {
  const fields = rowsOf(call)
  return fields && hasOnly(fields, 'to', 'value', 'data')
    ? describePayment(network, fields, { ...by, unnamed: undefined })
    : undefined
}

/** Describes each call of `wallet_sendCalls` (EIP-5792). `undefined` where it has none. */
export function describeCalls(
  network: Network,
  batch: Fields | undefined,
  by: By,
): Description | undefined {
  const { calls, from, chainId, capabilities } = batch ?? {}
  if (!batch || !Array.isArray(calls) || !calls.length) return undefined
  const told = calls.slice(0, MAX_CALLS).map((call: unknown) => describeOne(network, call, by))
  const isElsewhere = chainId !== undefined && !isSameChain(chainId, network.reference)
  const unread = (place: string, what: unknown): Row[] => [
    { label: 'evm.callContract', value: place, warning: 'evm.unreadable' },
    { label: 'evm.data', value: toText(what), raw: true },
  ]
  const rows = told.flatMap((each, index): readonly Row[] => {
    const place = `${index + 1} / ${calls.length}`
    return each ? [{ label: each.title, value: place }, ...each.rows] : unread(place, calls[index])
  })
  const isHarmless = hasOnly(rowsOf(capabilities) ?? { '?': 0 }, ...HARMLESS_CAPABILITIES)
  const odd = unknownRows(batch, [
    'version',
    'id',
    'from',
    'chainId',
    'atomicRequired',
    'calls',
    'capabilities',
  ])
  return {
    title: 'evm.sendCalls',
    rows: [
      ...rows,
      ...(calls.length > MAX_CALLS
        ? unread(`${MAX_CALLS + 1}–${calls.length} / ${calls.length}`, calls.slice(MAX_CALLS))
        : []),
      ...otherAccount(from, by),
      ...(capabilities === undefined
        ? []
        : [
            {
              label: 'evm.capabilities',
              value: toText(capabilities),
              raw: true,
              ...(!isHarmless && { warning: 'evm.nobodyKnows' }),
            },
          ]),
      ...odd,
      ...(isElsewhere
        ? [{ label: 'evm.domain.chainId', value: toText(chainId), warning: 'evm.otherNetwork' }]
        : []),
    ],
    complete:
      told.length === calls.length &&
      told.every((each) => each?.complete) &&
      chainId !== undefined &&
      !isElsewhere &&
      capabilities === undefined &&
      !odd.length,
  }
}
