import type { Account } from '@latchkey/plugin-api'
import { readSafely } from '@latchkey/plugin-api/wallet'
import { idOf, NAMESPACE, type Chains } from '../chain/chains.js'
import type { InjectedAccount } from './injected.js'
import { decode } from '../chain/ss58.js'

const KEY_TYPES: readonly string[] = ['sr25519', 'ed25519', 'ecdsa', 'ethereum']

/**
 * An account, or `undefined` where no configured network can use it. Its key does not depend on how
 * its address is spelled.
 */
function toAccount(
  { address, name, type, genesisHash }: InjectedAccount,
  chains: Chains,
): Account | undefined {
  const decoded = readSafely(() => decode(address))
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
    // The account id of the other types is a hash of the key.
    ...((keyType === 'sr25519' || keyType === 'ed25519') && { publicKey: decoded.id }),
    ...(fitting.length < chains.size && { networks: fitting }),
    ...(name && { label: name }),
  }
}

/** The accounts that an extension shows, without malformed and unusable ones, each key once. */
export function toAccounts(shown: readonly InjectedAccount[], chains: Chains): Account[] {
  const accounts = new Map<string, Account>()
  for (const one of shown) {
    const account = toAccount(one, chains)
    if (account && !accounts.has(account.key)) accounts.set(account.key, account)
  }
  return [...accounts.values()]
}
