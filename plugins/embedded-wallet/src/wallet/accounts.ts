import type { Account, Caip2, Json } from '@latchkey/plugin-api'
import { authNamespaces } from '../constants.js'
import type { FrameUser } from '../protocol/index.js'
import { authDisplayName, type Person } from './displayName.js'

/** The accounts of each namespace. A smart account names the networks on which it is. */
export type Accounts = Readonly<Record<string, readonly Account[]>>

const MAX_ADDRESS_LENGTH = 128

interface Entry {
  address: string
  type: 'eoa' | 'smartAccount'
}

/** @param enabled the networks with smart accounts */
const toAccount = (
  namespace: string,
  { address, type }: Entry,
  person: Person,
  enabled: readonly Caip2[],
): Account => {
  const { userName: username, email } = person
  const label = authDisplayName(person)
  return {
    key: `${type}:${address}`,
    namespace,
    address,
    type,
    ...(type === 'smartAccount' && { networks: enabled }),
    ...(label && { label }),
    ...((username || email) && {
      user: { ...(username && { username }), ...(email && { email }) },
    }),
  }
}

/** The account of the key stands first: it exists everywhere. */
const usable = (entries: readonly Entry[], enabled: readonly Caip2[]): readonly Entry[] => [
  ...entries.filter(({ type }) => type === 'eoa'),
  ...entries.filter(({ type }) => type === 'smartAccount' && enabled.length > 0),
]

/** The owner of accounts: a user as the frame answers it, or a part of a snapshot. */
type Owner = Pick<FrameUser, 'accounts' | 'userName' | 'email'>
/** Owners of accounts by namespace. */
export type Owners = Readonly<Record<string, Owner>>

/**
 * The accounts of users by namespace.
 * @param known of the person, from their sign-in
 * @param enabled the networks with smart accounts; without one a smart account is left out
 */
export const accountsOf = (
  users: Owners,
  known: Person = {},
  enabled: readonly Caip2[] = [],
): Accounts =>
  Object.fromEntries(
    Object.entries(users).map(([namespace, { accounts, userName, email }]) => {
      const person = { ...known, email, userName: userName || known.userName }
      const all = usable(accounts, enabled).map((entry) =>
        toAccount(namespace, entry, person, enabled),
      )
      return [namespace, all]
    }),
  )

/** Addresses and types by namespace. Names and emails are not kept. */
export const toSnapshot = (accounts: Accounts): Json =>
  Object.fromEntries(
    Object.entries(accounts).map(([namespace, all]) => [
      namespace,
      all.map(({ address, type }) => ({ address, type })),
    ]),
  )

const isEntry = (value: unknown): value is Entry => {
  if (typeof value !== 'object' || value === null) return false
  const { address, type } = value as { address?: unknown; type?: unknown }
  return (
    typeof address === 'string' &&
    address.length > 0 &&
    address.length <= MAX_ADDRESS_LENGTH &&
    (type === 'eoa' || type === 'smartAccount')
  )
}

/** The users of a snapshot. Other scripts of the page can write it: only entries that are accounts are read. */
export function readSnapshot(snapshot: Json): Owners {
  if (typeof snapshot !== 'object' || snapshot === null) return {}
  const users: Record<string, Owner> = {}
  for (const namespace of authNamespaces) {
    const list: unknown = (snapshot as Readonly<Record<string, unknown>>)[namespace]
    const accounts = Array.isArray(list) ? list.filter(isEntry).slice(0, 8) : []
    if (accounts.length) users[namespace] = { accounts }
  }
  return users
}
