import type { Account } from '@latchkey/plugin-api'
import { idOf, NAMESPACE, type Chains } from './chains.js'
import type { InjectedAccount } from './injected.js'
import { decode, type Decoded } from './ss58.js'

const KEY_TYPES: readonly string[] = ['sr25519', 'ed25519', 'ecdsa', 'ethereum']

const read = (address: string): Decoded | undefined => {
  try {
    return decode(address)
  } catch {
    return undefined
  }
}

/** The account, if it can be used on any of the configured networks. Its key outlives all spellings. */
function toAccount(
  { address, name, type, genesisHash }: InjectedAccount,
  chains: Chains,
): Account | undefined {
  const decoded = read(address)
  if (!decoded) return undefined
  const keyType = decoded.kind === 'ethereum' ? 'ethereum' : type
  const isOn = (chain: { accounts?: string; genesisHash: string }): boolean =>
    (chain.accounts === 'ethereum') === (decoded.kind === 'ethereum') &&
    (genesisHash === undefined || chain.genesisHash.toLowerCase() === genesisHash)
  const fitting = [...chains.values()].filter(isOn).map((chain) => idOf(chain.genesisHash))
  if (!fitting.length) return undefined
  return {
    key: decoded.id,
    namespace: NAMESPACE,
    address,
    type: 'eoa',
    ...(keyType && KEY_TYPES.includes(keyType) && { keyType }),
    // Of the other types the account id is a hash of the key.
    ...((keyType === 'sr25519' || keyType === 'ed25519') && { publicKey: decoded.id }),
    ...(fitting.length < chains.size && { networks: fitting }),
    ...(name && { label: name }),
  }
}

/** What an extension shows, as accounts: those that can be read and used, each key once. */
export function toAccounts(shown: readonly InjectedAccount[], chains: Chains): Account[] {
  const accounts = new Map<string, Account>()
  for (const one of shown) {
    const account = toAccount(one, chains)
    if (account && !accounts.has(account.key)) accounts.set(account.key, account)
  }
  return [...accounts.values()]
}
