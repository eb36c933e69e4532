import type { Address } from 'viem'
import type { Method, WalletCore } from '../core.js'
import { invalidParams, unsupported } from '../errors.js'

async function connect(core: WalletCore, method: string, params: unknown): Promise<Address[]> {
  const choices = core.options.accounts.map(({ address }) => ({
    address,
    chosen: core.exposed.includes(address),
  }))
  const { accounts } = await core.ask({
    kind: 'connect',
    method,
    params,
    title: 'Connect to this site?',
    lines: [],
    choices,
  })
  core.locked = false
  core.grant(accounts?.length ? core.held(accounts) : [...core.exposed])
  return [...core.visible]
}

const requestAccounts: Method = (core, params, method) => {
  if (core.visible.length > 0) return [...core.visible]
  if (core.granted.length === 0) return connect(core, method, params)
  return core
    .ask({ kind: 'unlock', method, params, title: 'Unlock the wallet?', lines: [] })
    .then(() => {
      core.setLocked(false)
      return [...core.visible]
    })
}

const permissions = (core: WalletCore): unknown[] =>
  core.visible.length === 0
    ? []
    : [
        {
          invoker: core.options.origin,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: [...core.visible] }],
        },
      ]

/** The one permission that this wallet knows. */
function checkAccountsOnly(params: unknown): void {
  const [wanted] = (Array.isArray(params) ? params : []) as [Record<string, unknown>?]
  if (!wanted || typeof wanted !== 'object' || !('eth_accounts' in wanted))
    throw invalidParams('only the permission "eth_accounts" exists here.')
}

export const permissionMethods: Record<string, Method> = {
  eth_accounts: (core) => [...core.visible],
  eth_coinbase: (core) => core.visible[0] ?? null,
  eth_requestAccounts: requestAccounts,
  wallet_getPermissions: permissions,
  wallet_requestPermissions(core, params, method) {
    checkAccountsOnly(params)
    return connect(core, method, params).then(() => permissions(core))
  },
  wallet_revokePermissions(core, params, method) {
    if (core.options.revokes === false) throw unsupported(method)
    checkAccountsOnly(params)
    core.grant([])
    return null
  },
}
