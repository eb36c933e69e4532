import type { Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, type Row } from '@latchkey/plugin-api/describe'
import { getAddress } from 'viem'
import { isCall, isHashOnly, isReceiver, isSomebody, kindsOf, PRICE, type Kind } from './kinds.js'
import {
  isAddress,
  isNobody,
  otherAccount,
  rowsOf,
  toText,
  UNLIMITED,
  unknownRows,
  type By,
  type Fields,
} from './rows.js'
import { LAST, toTime } from './time.js'
import {
  EMPTY_LIST,
  flatten,
  isWhole,
  leaf,
  structsOf,
  typesOf,
  type Leaf,
  type Types,
} from './typedValues.js'

/** The domain's fields and their types (EIP-712). */
const DOMAIN: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}
const PARTS = ['types', 'primaryType', 'domain', 'message']

/** `isExact`: written again it is the same but for spaces. A name that stands there twice, or a number that is rounded, is read differently elsewhere. */
function parse(data: unknown): { given?: Fields | undefined; isExact: boolean } {
  if (typeof data !== 'string') return { given: rowsOf(data), isExact: true }
  try {
    const value = JSON.parse(data) as unknown
    return {
      given: rowsOf(value),
      isExact: data.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') === JSON.stringify(value),
    }
  } catch {
    return { isExact: false }
  }
}

/** What permits call their parts: EIP-2612, Permit2 (single, batch, transfers), and DAI's, which knows all or nothing. */
const LABELS: Readonly<Record<string, string>> = {
  spender: 'evm.spender',
  token: 'evm.token',
  amount: 'evm.baseUnits',
  value: 'evm.baseUnits',
  deadline: 'evm.deadline',
  sigDeadline: 'evm.deadline',
  expiry: 'evm.deadline',
  expiration: 'evm.expiration',
  allowed: 'evm.allowed',
}
/** Until when it can be used, and from when. */
const END =
  /^(deadline|sigDeadline|expiry|expiration|expirationTimeSeconds|valid(To|Before|Until)|endTime)$/
const BEGIN = /^(validAfter|startTime)$/
const NO_AMOUNT = /(nonce|salt|time|id|ids|key)$/i

interface Read {
  /** The worst of them. */
  kind: Kind | undefined
  kinds: readonly Kind[]
  leaves: readonly Leaf[]
  account: string
}
const isFlag = ({ field, type }: Leaf): boolean =>
  type === 'bool' && /^(is)?_?(allowed|approved|authorized|enabled)$/i.test(field)
const isAmountOf = (kinds: readonly Kind[], { field, type }: Leaf): boolean =>
  /^uint\d*$/.test(type) &&
  (kinds.some(({ isPermission }) => isPermission)
    ? ![NO_AMOUNT, END, BEGIN].some((name) => name.test(field))
    : /^(amount|value|allowance|wad)$/i.test(field))
/** Nothing but whom it is for, an amount of nothing, and until when. The number of an item is no amount. */
const isForNothing = (leaves: readonly Leaf[]): boolean => {
  const isAmount = ({ field }: Leaf): boolean =>
    /^_?(raw)?(amount|value|allowance|wad)$/i.test(field)
  const numbers = leaves.filter(
    ({ type, field }) =>
      type !== 'address' &&
      !(
        /^uint\d*$/.test(type) &&
        (END.test(field) || BEGIN.test(field) || /^(nonce|salt)$/i.test(field))
      ),
  )
  return (
    numbers.length > 0 &&
    numbers.every((each) => /^uint\d*$/.test(each.type) && isAmount(each) && each.value === '0')
  )
}
/** A permission that says no, or lets nobody take anything, is taken back. */
function isEnded({ kind, kinds, leaves }: Read): boolean {
  if (!kind || !kinds.every(({ isPermission }) => isPermission)) return false
  const flags = leaves.filter(isFlag)
  if (!flags.length) return ['permit', 'borrow'].includes(kind.title) && isForNothing(leaves)
  return (
    flags.every(({ value }) => value === 'false') &&
    !leaves.some((each) => isAmountOf(kinds, each) && each.value !== '0')
  )
}

function timeWarning({ field, value }: Leaf, read: Read): string | undefined {
  // DAI's permit takes 0 for "never".
  const isNever =
    BigInt(value) > LAST || (field === 'expiry' && value === '0' && read.leaves.some(isFlag))
  return END.test(field) && isNever && !isEnded(read) ? 'evm.neverEnds' : undefined
}
function offerWarning(
  { label, field, type, value }: Leaf,
  { leaves, account }: Read,
): string | undefined {
  const isOwn = (address: string): boolean => address.toLowerCase() === account.toLowerCase()
  if (/(^| )consideration\[\d+\] › recipient$/.test(label))
    return leaves.some(
      (each) => /consideration\[\d+\] › recipient$/.test(each.label) && isOwn(each.value),
    )
      ? undefined
      : 'evm.forNothing'
  if (isReceiver(field, type, value) && !/consideration/.test(label))
    return isOwn(value) ? undefined : 'evm.otherAccount'
  const isPrice = PRICE.test(field) && !/(^| )offer\[/.test(label)
  return (value === EMPTY_LIST && field === 'consideration') || (isPrice && value === '0')
    ? 'evm.forNothing'
    : undefined
}
function warningOf(each: Leaf, read: Read): string | undefined {
  const { label, field, type, value } = each
  const { kinds } = read
  if (hasHidden(value)) return 'evm.hiddenCharacters'
  if (
    (isAmountOf(kinds, each) && BigInt(value) >= UNLIMITED) ||
    (kinds.some(({ isPermission }) => isPermission) && isFlag(each) && value === 'true')
  )
    return 'evm.unlimited'
  if (
    kinds.some(({ title }) => title === 'safeTransaction') &&
    field === 'operation' &&
    value !== '0'
  )
    return 'evm.delegateCall'
  const offer = kinds.some(({ isOffer }) => isOffer) ? offerWarning(each, read) : undefined
  if (offer) return offer
  const told =
    isEnded(read) || / › .* › /.test(label)
      ? undefined
      : kinds.find(({ warning, at }) => warning !== undefined && at?.test(field))
  if (told) return `evm.${told.warning}`
  if (isHashOnly(field, type, value)) return 'evm.hashOnly'
  if (isCall(type, value)) return 'evm.callInside'
  if (value === EMPTY_LIST) return field === 'caveats' ? 'evm.unlimited' : 'evm.emptyList'
  return /^uint\d*$/.test(type) ? timeWarning(each, read) : undefined
}

/** An address that is written as a number. */
const addressOf = ({ field, type, value }: Leaf, { kinds }: Read): string | undefined =>
  kinds.some(({ isTransaction }) => isTransaction) &&
  /^uint(160|256)$/.test(type) &&
  /^_?(from|to|sender|recipient|receiver|paymaster)$/i.test(field) &&
  BigInt(value) < 2n ** 160n
    ? getAddress(`0x${BigInt(value).toString(16).padStart(40, '0')}`)
    : undefined

function toRow(each: Leaf, read: Read): Row {
  const { label, field, type, value } = each
  const isPart = /^(?:(?:details|permitted)(?:\[\d+\])? › )?\w+$/.test(label)
  const known =
    read.kinds.some(({ title }) => title === 'permit') && isPart && Object.hasOwn(LABELS, field)
      ? LABELS[field]
      : undefined
  const isTime = /^uint\d*$/.test(type) && (END.test(field) || (BEGIN.test(field) && value !== '0'))
  const warning = warningOf(each, read)
  return {
    label: known ?? label,
    value: isTime ? toTime(value) : (addressOf(each, read) ?? value),
    ...(isCall(type, value) && { raw: true }),
    ...(warning && { warning }),
  }
}

/** The fields of the domain, if they are what is signed: the types name them all, and no others. What does not bind the signature to a network and a contract is said. */
function domainRows(
  domain: Fields,
  types: Types,
  reference: string,
): { rows: Row[]; isRead: boolean; isBound: boolean } {
  const keys = Object.keys(DOMAIN).filter((key) => Object.hasOwn(domain, key))
  const signed = Object.hasOwn(types, 'EIP712Domain') ? (types['EIP712Domain'] ?? []) : []
  const isSigned = (key: string): boolean =>
    signed.some(({ name, type }) => name === key && type === DOMAIN[key])
  const known = keys.map((key): Row & { isWrong: boolean } => {
    const text = leaf(DOMAIN[key]!, domain[key])
    const isElsewhere = key === 'chainId' && text !== reference
    const warning = isElsewhere
      ? 'evm.otherNetwork'
      : !isSigned(key)
        ? 'evm.notSigned'
        : key === 'verifyingContract' && isNobody(text ?? '')
          ? 'evm.noContract'
          : hasHidden(text ?? '')
            ? 'evm.hiddenCharacters'
            : undefined
    return {
      label: `evm.domain.${key}`,
      value: text ?? toText(domain[key]),
      ...(warning && { warning }),
      isWrong: text === undefined || isElsewhere,
    }
  })
  const missing = (
    [
      ['chainId', 'evm.everyNetwork'],
      ['verifyingContract', 'evm.noContract'],
    ] as const
  ).flatMap(([key, warning]): Row[] =>
    keys.includes(key) && isSigned(key)
      ? []
      : [{ label: `evm.domain.${key}`, value: '–', warning }],
  )
  const odd = unknownRows(domain, Object.keys(DOMAIN))
  return {
    rows: [...known.map(({ isWrong: _, ...row }) => row), ...missing, ...odd],
    isRead:
      !known.some(({ isWrong }) => isWrong) &&
      !odd.length &&
      signed.length === keys.length &&
      keys.every(isSigned) &&
      new Set(signed.map(({ name }) => name)).size === keys.length,
    isBound: !missing.length,
  }
}

/** `eth_signTypedData_v4` (EIP-712): what it does, what it calls itself, for which network, and every field that is signed. */
export function describeTypedData(
  { reference }: Network,
  [account, data, ...rest]: readonly unknown[],
  by: By,
): Description | undefined {
  const { given, isExact } = parse(data)
  const types = typesOf(given?.['types'])
  const primaryType = given?.['primaryType']
  const domain = rowsOf(given?.['domain'])
  if (!given || !types || typeof primaryType !== 'string' || !domain || !isAddress(account))
    return undefined
  const about = domainRows(domain, types, reference)
  const flat =
    primaryType === 'EIP712Domain' ? undefined : flatten(types, primaryType, given['message'])
  const leaves = flat?.leaves ?? []
  const own = account.toLowerCase()
  // A subaccount is the account and a name (bytes32).
  const others = leaves.filter(
    ({ field, type, value }) =>
      isSomebody(field, type, value) && !value.toLowerCase().startsWith(own),
  )
  const kinds = kindsOf(
    structsOf(types, primaryType),
    (name) => !flat || others.some(({ field }) => field === name),
  )
  const [kind] = kinds
  const read: Read = { kind, kinds, leaves, account }
  const message = flat
    ? leaves.map((each) => toRow(each, read))
    : [{ label: 'evm.message', value: toText(given['message']), raw: true }]
  const unplaced = isEnded(read)
    ? undefined
    : kinds.find(
        (each) => each.warning && !message.some(({ warning }) => warning === `evm.${each.warning}`),
      )
  const rows: Row[] = [
    {
      label: 'evm.primaryType',
      value: primaryType.slice(0, MOST_TEXT),
      ...(unplaced && { warning: `evm.${unplaced.warning}` }),
    },
    ...about.rows,
    ...message,
    ...unknownRows(given, PARTS),
    ...otherAccount(account, by),
  ]
  const isStrange = others.length > 0 && kinds.every(({ title }) => title === 'cancelSignature')
  const isOpaque =
    isStrange ||
    kinds.some(({ isTransaction }) => isTransaction) ||
    leaves.some(({ field, type, value }) => isHashOnly(field, type, value) || isCall(type, value))
  return {
    title: `evm.${isEnded(read) ? 'endPermission' : (kind?.title ?? 'signTypedData')}`,
    rows,
    complete:
      flat?.isExact === true &&
      isWhole(types, primaryType) &&
      about.isRead &&
      (about.isBound || !kind) &&
      !isOpaque &&
      isExact &&
      !rest.length &&
      !rows.some(({ value }) => hasHidden(value)) &&
      Object.keys(given).every((key) => PARTS.includes(key)),
  }
}
