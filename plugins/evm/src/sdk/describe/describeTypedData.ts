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
import { LAST_SECOND, toTime } from './time.js'
import {
  EMPTY_LIST,
  flatten,
  isWhole,
  leaf,
  structsOf,
  typesOf,
  type Flat,
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
/** The members of typed data; a wallet may read further ones. */
const MEMBERS = ['types', 'primaryType', 'domain', 'message']

/**
 * Parses the typed data. `isExact`: writing it as JSON again gives the same text, but for spaces. It
 * does not where a name appears twice or a number is rounded, and a wallet may read those differently.
 */
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

/**
 * Labels of the fields of permits: EIP-2612, Permit2 (single, batch, transfers), and DAI's, which
 * allows all or nothing.
 */
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
/** Fields that say until when a signature is valid, fields that say from when, and numbers other than amounts. */
const END =
  /^(deadline|sigDeadline|expiry|expiration|expirationTimeSeconds|valid(To|Before|Until)|endTime)$/
const BEGIN = /^(validAfter|startTime)$/
const NO_AMOUNT = /(nonce|salt|time|id|ids|key)$/i

/** The message as it was read. `kinds`: what its structs do, the most dangerous first. */
interface ReadMessage {
  /** The first of `kinds`. */
  kind: Kind | undefined
  kinds: readonly Kind[]
  leaves: readonly Leaf[]
  /** The address that signs. */
  account: string
}
/** A yes or no that gives a permission. */
const isFlag = ({ field, type }: Leaf): boolean =>
  type === 'bool' && /^(is)?_?(allowed|approved|authorized|enabled)$/i.test(field)
const isAmountOf = (kinds: readonly Kind[], { field, type }: Leaf): boolean =>
  /^uint\d*$/.test(type) &&
  (kinds.some(({ isPermission }) => isPermission)
    ? ![NO_AMOUNT, END, BEGIN].some((name) => name.test(field))
    : /^(amount|value|allowance|wad)$/i.test(field))
/** Whether the fields hold only addresses, times, nonces, and at least one amount, all of them 0. */
const hasOnlyZeroAmounts = (leaves: readonly Leaf[]): boolean => {
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
/** Whether the message takes a permission back: its flags say no, or its amounts are 0. */
function isEnded({ kind, kinds, leaves }: ReadMessage): boolean {
  if (!kind || !kinds.every(({ isPermission }) => isPermission)) return false
  const flags = leaves.filter(isFlag)
  if (!flags.length) return ['permit', 'borrow'].includes(kind.title) && hasOnlyZeroAmounts(leaves)
  return (
    flags.every(({ value }) => value === 'false') &&
    !leaves.some((each) => isAmountOf(kinds, each) && each.value !== '0')
  )
}

function timeWarning({ field, value }: Leaf, read: ReadMessage): string | undefined {
  // DAI's permit takes 0 as "never ends".
  const isNever =
    BigInt(value) > LAST_SECOND || (field === 'expiry' && value === '0' && read.leaves.some(isFlag))
  return END.test(field) && isNever && !isEnded(read) ? 'evm.neverEnds' : undefined
}
/** The warning of a field of an offer: somebody else is paid, or the signer gets nothing. */
function offerWarning(
  { label, field, type, value }: Leaf,
  { leaves, account }: ReadMessage,
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
/** The message key of the worst warning that a field deserves. */
function warningOf(each: Leaf, read: ReadMessage): string | undefined {
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
  const warned =
    isEnded(read) || / › .* › /.test(label)
      ? undefined
      : kinds.find(({ warning, at }) => warning !== undefined && at?.test(field))
  if (warned) return `evm.${warned.warning}`
  if (isHashOnly(field, type, value)) return 'evm.hashOnly'
  if (isCall(type, value)) return 'evm.callInside'
  if (value === EMPTY_LIST) return field === 'caveats' ? 'evm.unlimited' : 'evm.emptyList'
  return /^uint\d*$/.test(type) ? timeWarning(each, read) : undefined
}

/** The address that is written as a number, as zkSync's transactions do. */
const addressOf = ({ field, type, value }: Leaf, { kinds }: ReadMessage): string | undefined =>
  kinds.some(({ isTransaction }) => isTransaction) &&
  /^uint(160|256)$/.test(type) &&
  /^_?(from|to|sender|recipient|receiver|paymaster)$/i.test(field) &&
  BigInt(value) < 2n ** 160n
    ? getAddress(`0x${BigInt(value).toString(16).padStart(40, '0')}`)
    : undefined

function toRow(each: Leaf, read: ReadMessage): Row {
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

/**
 * Rows for the fields of the domain. A field is part of the signature only if the types name it. A
 * domain that does not bind the signature to a network and a contract gets a warning. `isRead`: the
 * rows show all of it; `isBound`: it names network and contract.
 */
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
  const unknown = unknownRows(domain, Object.keys(DOMAIN))
  return {
    rows: [...known.map(({ isWrong: _, ...row }) => row), ...missing, ...unknown],
    isRead:
      !known.some(({ isWrong }) => isWrong) &&
      !unknown.length &&
      signed.length === keys.length &&
      keys.every(isSigned) &&
      new Set(signed.map(({ name }) => name)).size === keys.length,
    isBound: !missing.length,
  }
}

/** Reads the message: its fields, what it does, and whether it names others than the signer. */
function readMessage(
  types: Types,
  primaryType: string,
  message: unknown,
  account: string,
): { flat: Flat | undefined; read: ReadMessage; namesOthers: boolean } {
  const flat = primaryType === 'EIP712Domain' ? undefined : flatten(types, primaryType, message)
  const leaves = flat?.leaves ?? []
  const own = account.toLowerCase()
  // A subaccount is an address followed by a name (bytes32).
  const others = leaves.filter(
    ({ field, type, value }) =>
      isSomebody(field, type, value) && !value.toLowerCase().startsWith(own),
  )
  const kinds = kindsOf(
    structsOf(types, primaryType),
    (name) => !flat || others.some(({ field }) => field === name),
  )
  return { flat, read: { kind: kinds[0], kinds, leaves, account }, namesOthers: others.length > 0 }
}

/** The warning of a kind that no row of the message shows: the row of the primary type shows it. */
const unshownWarning = (read: ReadMessage, message: readonly Row[]): string | undefined =>
  isEnded(read)
    ? undefined
    : read.kinds
        .flatMap(({ warning }) => (warning === undefined ? [] : [`evm.${warning}`]))
        .find((known) => !message.some(({ warning }) => warning === known))

/**
 * Describes `eth_signTypedData_v4` (EIP-712): what it does, the name of its type, its network, and
 * every field that is signed. `undefined`: it is not typed data. `complete`: the rows show all that
 * the signature does.
 */
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
  const domainPart = domainRows(domain, types, reference)
  const { flat, read, namesOthers } = readMessage(types, primaryType, given['message'], account)
  const { kind, kinds, leaves } = read
  const message = flat
    ? leaves.map((each) => toRow(each, read))
    : [{ label: 'evm.message', value: toText(given['message']), raw: true }]
  const warning = unshownWarning(read, message)
  const rows: Row[] = [
    {
      label: 'evm.primaryType',
      value: primaryType.slice(0, MOST_TEXT),
      ...(warning !== undefined && { warning }),
    },
    ...domainPart.rows,
    ...message,
    ...unknownRows(given, MEMBERS),
    ...otherAccount(account, by),
  ]
  const isOpaque =
    (namesOthers && kinds.every(({ title }) => title === 'cancelSignature')) ||
    kinds.some(({ isTransaction }) => isTransaction) ||
    leaves.some(({ field, type, value }) => isHashOnly(field, type, value) || isCall(type, value))
  return {
    title: `evm.${isEnded(read) ? 'endPermission' : (kind?.title ?? 'signTypedData')}`,
    rows,
    complete:
      flat?.isExact === true &&
      isWhole(types, primaryType) &&
      domainPart.isRead &&
      (domainPart.isBound || !kind) &&
      !isOpaque &&
      isExact &&
      !rest.length &&
      !rows.some(({ value }) => hasHidden(value)) &&
      Object.keys(given).every((key) => MEMBERS.includes(key)),
  }
}
