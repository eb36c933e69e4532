import type { Account, Json } from '@latchkey/plugin-api'
import type { FrameUser } from '../protocol/index.js'
import { authDisplayName, type Person } from './displayName.js'

/** The accounts of each namespace. */
export type Accounts = Readonly<Record<string, readonly Account[]>>

const MAX_ADDRESS_LENGTH = 128

const toAccount = (
  namespace: string,
  address: string,
  type: 'eoa' | 'smartAccount',
  person: Person,
): Account => {
  const { userName: username, email } = person
  const label = authDisplayName(person)
  return {
    key: `${type}:${address}`,
    namespace,
    address,
    type,
    ...(label && { label }),
    ...((username || email) && {
      user: { ...(username && { username }), ...(email && { email }) },
    }),
  }
}

/**
 * The accounts of the users that the frame answered, by namespace.
 * @param known of the person, from their sign-in
 */
export const accountsOf = (
  users: Readonly<Record<string, FrameUser>>,
  known: Person = {},
): Accounts =>
  Object.fromEntries(
    Object.entries(users).map(([namespace, { accounts, userName, email }]) => {
      const person = { ...known, email, userName: userName || known.userName }
      const all = accounts.map(({ address, type }) => toAccount(namespace, address, type, person))
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

const isEntry = (value: unknown): value is { address: string; type: 'eoa' | 'smartAccount' } => {
  if (typeof value !== 'object' || value === null) return false
  const { address, type } = value as { address?: unknown; type?: unknown }
  return (
    typeof address === 'string' &&
    address.length > 0 &&
    address.length <= MAX_ADDRESS_LENGTH &&
    (type === 'eoa' || type === 'smartAccount')
  )
}

/**
 * The accounts of a snapshot. Other scripts of the page can write it: what is not one is left out.
 * @param known of the person, from their last sign-in
 */
export function readSnapshot(snapshot: Json, known: Person = {}): Accounts {
  if (typeof snapshot !== 'object' || snapshot === null || Array.isArray(snapshot)) return {}
  return Object.fromEntries(
    ['eip155', 'solana']
      .map((namespace) => {
        const list: unknown = (snapshot as Readonly<Record<string, unknown>>)[namespace]
        const entries = Array.isArray(list) ? list.filter(isEntry).slice(0, 8) : []
        return [
          namespace,
          entries.map(({ address, type }) => toAccount(namespace, address, type, known)),
        ] as const
      })
      .filter(([, accounts]) => accounts.length),
  )
}
