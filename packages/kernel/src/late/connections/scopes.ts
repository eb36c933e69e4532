import {
  isCaip10,
  type Account,
  type Namespace,
  type Scope,
  type Scopes,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { refuse } from '../../support/refuse.js'

/** Keeps the accounts that a loaded adapter accepts, and drops everything else. */
export function parseScopes({ adapterNow, report }: KernelCore, scopes: Scopes): Scopes {
  const parsed = Object.entries(scopes).flatMap(([namespace, scope]): [Namespace, Scope][] => {
    const adapter = adapterNow(namespace)
    const accounts = new Map<string, Account>()
    for (const account of adapter ? scope.accounts : []) {
      try {
        const address = adapter!.parseAddress(account.address)
        if (account.namespace !== namespace || !isCaip10(`${namespace}:-:${address}`))
          refuse(
            'caip.invalid_account',
            { input: `${account.namespace}:${address}` },
            'Invalid CAIP Address',
          )
        if (!accounts.has(account.key)) accounts.set(account.key, { ...account, address })
      } catch (error) {
        report(error, `connection: an account of ${namespace}`)
      }
    }
    return accounts.size ? [[namespace, { ...scope, accounts: [...accounts.values()] }]] : []
  })
  return Object.fromEntries(parsed)
}

/** Namespaces whose adapter is not loaded yet. */
export const unloaded = (
  { adapters, adapterNow }: KernelCore,
  scopes: Scopes,
): readonly Namespace[] =>
  Object.keys(scopes).filter((name) => adapters.find(name) && !adapterNow(name))

/** Loads the missing adapters. An adapter that fails is reported and its namespace left out. */
export const loadAdapters = async (core: KernelCore, scopes: Scopes): Promise<void> => {
  await Promise.all(
    unloaded(core, scopes).map((name) =>
      core
        .adapter(name)
        .catch((error: unknown) => core.report(error, `connection: adapter of ${name}`)),
    ),
  )
}
