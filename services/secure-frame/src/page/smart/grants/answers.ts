import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { CONTRACTS, isDeployed, type RpcRequest, type SmartAccount } from '@latchkey/smart-account'
import { toHex, type Hex } from 'viem'
import { readStates, withoutEnded } from './chainStates.js'
import type { GrantRecord, GrantRecords } from './grantRecords.js'
import { presentKinds, RULES, toData } from './kinds.js'
import type { Grant } from './readGrants.js'

/** The kinds of permission that the account grants, by their names (ERC-7715). */
export const supportedPermissions = (enabled: readonly number[]): JsonValue =>
  Object.fromEntries(
    presentKinds().map((name) => [
      name,
      { chainIds: enabled.map((chainId) => toHex(chainId)), ruleTypes: [...RULES] },
    ]),
  )

/** The two forms of ERC-7715: that of its present methods, and that of the former ones. */
export type Form = 'present' | 'former'

/** The answer to one request, with what was really granted (ERC-7715). @param form of the method that asks */
export function toEntry(
  { type, kind, to, limits, isAdjustable, justification }: Grant,
  context: Hex,
  { address, chainId }: { address: Hex; chainId: number },
  form: Form,
): GrantRecord['entry'] {
  const said = justification === undefined ? {} : { justification }
  const permission = {
    type,
    isAdjustmentAllowed: isAdjustable,
    data: { ...toData(kind, limits), ...said },
  }
  const { expiry, maxCalls } = limits
  const calls = maxCalls === undefined ? [] : [{ type: 'call-limit', data: { count: maxCalls } }]
  const delegationManager: Hex = CONTRACTS.delegationManager
  if (form === 'former')
    return {
      ...{ chainId: toHex(chainId), address, expiry },
      signer: { type: 'account', data: { address: to } },
      permission,
      policies: calls,
      signerMeta: { delegationManager },
      context,
    }
  return {
    ...{ chainId: toHex(chainId), from: address, to, permission },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }, ...calls],
    ...{ delegationManager, context },
  }
}

/** The answer of a grant as it is told now: who redeems it deploys the account first, where nobody has. */
export function toAnswer(
  entry: GrantRecord['entry'],
  { factory, factoryData }: SmartAccount,
  has: boolean,
): JsonValue {
  const made = { factory, factoryData }
  if ('signer' in entry) return { ...entry, ...(!has && { accountMeta: made }) }
  return { ...entry, dependencies: has ? [] : [made] }
}

interface Place {
  records: GrantRecords
  account: SmartAccount
  /** The page that asks. */
  origin: string
  /** The node of a network, which is given up soon. */
  nodeOf(network: string): RpcRequest
}

/** Whether the account is on a chain; what was seen last, where its node is away. */
async function isThere(
  { records, account, nodeOf }: Place,
  network: string,
  here: readonly GrantRecord[],
): Promise<boolean> {
  const last = here.some((record) => record.isDeployed === true)
  const has = await isDeployed(nodeOf(network), account.address).catch(() => last)
  const hashes = here.map(({ hash }) => hash)
  if (has !== last) await records.update(account.address, hashes, { isDeployed: has })
  return has
}

/** The grants of an account to the page that asks, from the frame's own record (ERC-7715). */
export async function grantedPermissions(place: Place): Promise<JsonValue> {
  const { records, account, origin } = place
  const own = (await records.list(account.address)).filter((record) => record.origin === origin)
  const networks = [...new Set(own.map(({ network }) => network))]
  const told = await Promise.all(
    networks.map(async (network) => {
      const here = own.filter((record) => record.network === network)
      const [states, has] = await Promise.all([
        readStates(place, network, here),
        isThere(place, network, here),
      ])
      return withoutEnded(here, states).map(({ entry }) => toAnswer(entry, account, has))
    }),
  )
  return told.flat()
}
