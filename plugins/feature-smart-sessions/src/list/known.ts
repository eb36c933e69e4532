import type { Delegation, Limits } from '@latchkey/smart-account'
import type { Caip2, ConnectedAccount, Json } from '@latchkey/plugin-api'
import type { SessionDependency } from '../api.js'
import { readContext } from '../chain/readContext.js'
import { toInteger } from '../grants/fields.js'
import { valueAt } from '../grants/kinds.js'
import type { WiderPart } from '../grants/widerParts.js'
import type { ServedSession } from '../service/client.js'

/** A session as it is known before the chain was asked. */
export interface KnownSession {
  pci: string
  network: Caip2
  account: string
  to: string | undefined
  expiry: number
  limits: Limits | undefined
  permissions: Json | undefined
  context: string | undefined
  dependencies: readonly SessionDependency[]
  /** `undefined`: the chain cannot be asked about it. */
  delegation: Delegation | undefined
  isServed: boolean
  /** Parts that allow more than this page asked for. */
  wider: readonly WiderPart[]
}

const CONTEXT = /^0x([\da-f]{2}){1,64000}$/i

/** A permission context; `undefined` for anything else. */
export const toContext = (value: unknown): string | undefined =>
  typeof value === 'string' && CONTEXT.test(value) ? value.toLowerCase() : undefined

const toSeconds = (value: unknown): number => Number(toInteger(value) ?? 0n)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const HEX = /^0x([\da-f]{2})*$/i

/** Contracts that make the account, in the present or the former form of ERC-7715. */
function dependenciesIn(told: unknown): readonly SessionDependency[] {
  const present = valueAt(told, 'dependencies')
  const all: readonly unknown[] = Array.isArray(present) ? present : [valueAt(told, 'accountMeta')]
  return all.slice(0, 1).flatMap((each) => {
    const [factory, factoryData] = [valueAt(each, 'factory'), valueAt(each, 'factoryData')]
    const isKnown =
      typeof factory === 'string' &&
      typeof factoryData === 'string' &&
      /^0x[\da-f]{40}$/i.test(factory) &&
      HEX.test(factoryData)
    return isKnown ? [{ factory, factoryData } as SessionDependency] : []
  })
}

/** The end that a wallet tells, in the present or the former form of ERC-7715. */
const expiryIn = (told: unknown): number => {
  const rules = valueAt(told, 'rules')
  const rule = Array.isArray(rules)
    ? (rules as readonly unknown[]).find((each) => valueAt(each, 'type') === 'expiry')
    : undefined
  return toSeconds(valueAt(rule, 'data.timestamp') ?? valueAt(told, 'expiry'))
}

/**
 * Reads a permission that a wallet told, or that this page has kept. `undefined`: it has no context, or it
 * is of another account.
 */
export function knownFromWallet(
  told: unknown,
  network: Caip2,
  { address }: Pick<ConnectedAccount, 'address'>,
): KnownSession | undefined {
  const context = toContext(valueAt(told, 'context'))
  if (context === undefined) return undefined
  const { pci, delegation, limits } = readContext(context)
  const by = delegation?.delegator ?? textOf(valueAt(told, 'from') ?? valueAt(told, 'address'))
  if (by !== undefined && !isSame(by, address)) return undefined
  return {
    pci,
    network,
    account: address,
    to: delegation?.delegate ?? textOf(valueAt(told, 'to') ?? valueAt(told, 'signer.data.address')),
    expiry: limits?.expiry ?? expiryIn(told),
    limits,
    permissions: (valueAt(told, 'permission') ?? valueAt(told, 'permissions')) as Json | undefined,
    context,
    dependencies: dependenciesIn(told),
    delegation,
    isServed: false,
    wider: [],
  }
}

/** Reads a session that the server told. `undefined`: its delegation is of another account, or is not the one named. */
export function knownFromService(
  { pci, expiry, permissions, delegation: context }: ServedSession,
  network: Caip2,
  { address }: Pick<ConnectedAccount, 'address'>,
): KnownSession | undefined {
  const read = context === undefined ? undefined : readContext(context)
  const { delegation } = read ?? {}
  const isOther = !!read && !isSame(read.pci, pci)
  if (isOther || (delegation && !isSame(delegation.delegator, address))) return undefined
  return {
    pci: read?.pci ?? pci,
    network,
    account: address,
    to: delegation?.delegate,
    expiry: read?.limits?.expiry ?? expiry,
    limits: read?.limits,
    permissions,
    context: undefined,
    dependencies: [],
    delegation,
    isServed: true,
    wider: [],
  }
}

/** One entry for each session, with all that any of its sources knows. */
export function mergeKnown(all: readonly KnownSession[]): readonly KnownSession[] {
  const found = new Map<string, KnownSession>()
  for (const session of all) {
    const key = `${session.network} ${session.pci.toLowerCase()}`
    const before = found.get(key)
    found.set(key, before ? join(before, session) : session)
  }
  return [...found.values()]
}

const join = (one: KnownSession, other: KnownSession): KnownSession => ({
  ...one,
  to: one.to ?? other.to,
  limits: one.limits ?? other.limits,
  permissions: one.permissions ?? other.permissions,
  context: one.context ?? other.context,
  dependencies: one.dependencies.length > 0 ? one.dependencies : other.dependencies,
  delegation: one.delegation ?? other.delegation,
  isServed: one.isServed || other.isServed,
  wider: one.wider.length > 0 ? one.wider : other.wider,
})
