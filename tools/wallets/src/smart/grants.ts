// Permissions that a smart account grants (ERC-7715) and takes back, as delegations (ERC-7710).
import {
  CONTRACTS,
  decodeContext,
  delegationTypedData,
  disableCall,
  encodeContext,
  encodeLimits,
  ROOT_AUTHORITY,
  type Limits,
  type Permission,
  type SmartAccount,
  type UnsignedDelegation,
} from '@latchkey/smart-account'
import { bytesToBigInt, formatEther, isAddress, isHex, numberToHex, type Hex } from 'viem'
import {
  invalidParams,
  signer,
  type Method,
  type WalletCore,
  type WalletMemory,
} from '@latchkey/testing/wallet'
import { operate } from './operations.js'

const MS = 1000

/** One request of `wallet_requestExecutionPermissions`, as a site gave it. Untrusted. */
interface SiteRequest {
  chainId?: unknown
  from?: unknown
  to?: unknown
  permission?: { type?: unknown; data?: Record<string, unknown> }
  rules?: readonly { type?: unknown; data?: Record<string, unknown> }[]
}
/** A request with the answer to it. */
type Grant = SiteRequest & { context: Hex }

const amountOf = (value: unknown): bigint => {
  if (!isHex(value)) throw invalidParams('amounts must be hexadecimal.')
  return BigInt(value)
}

/** The permissions that this wallet knows, by the names of ERC-7715. */
const KINDS: Readonly<Record<string, (data: Record<string, unknown>) => Permission>> = {
  'native-token-allowance': ({ allowanceAmount }) => ({
    type: 'native',
    allowance: { kind: 'total', amount: amountOf(allowanceAmount) },
  }),
  'contract-calls': ({ targets, selectors, maxValue }) => ({
    type: 'calls',
    targets: (targets ?? []) as Hex[],
    selectors: (selectors ?? []) as Hex[],
    maxValue: amountOf(maxValue),
  }),
}

/** @throws -32602 (invalid parameters) for a kind of permission or a rule that it does not know */
function limitsOf({ permission, rules = [] }: SiteRequest): Limits {
  const kind = String(permission?.type)
  const read = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!read) throw invalidParams(`permissions of the kind ${kind} are not known here.`)
  const unknown = rules.find(({ type }) => type !== 'expiry' && type !== 'call-limit')
  if (unknown) throw invalidParams(`the rule ${String(unknown.type)} is not known here.`)
  const rule = (name: string): Record<string, unknown> | undefined =>
    rules.find(({ type }) => type === name)?.data
  const count = rule('call-limit')?.['count']
  return {
    permission: read(permission?.data ?? {}),
    expiry: Number(rule('expiry')?.['timestamp']),
    ...(count !== undefined && { maxCalls: Number(count) }),
  }
}

/** A delegation that keeps exactly these limits, before the owner was asked. */
interface Prepared {
  limits: Limits
  unsigned: UnsignedDelegation
}

/** The limits in the words of the confirmation. */
function describe({ limits, unsigned }: Prepared): [string, string][] {
  const { permission, expiry, maxCalls } = limits
  const allowed: [string, string][] =
    permission.type === 'calls'
      ? [
          ['May call', permission.targets.join(', ')],
          ['Only', permission.selectors.join(', ')],
        ]
      : [['May spend', `${formatEther((permission.allowance as { amount: bigint }).amount)} ETH`]]
  return [
    ...allowed,
    ['At most', maxCalls === undefined ? 'as often as that allows' : `${maxCalls} times`],
    ['Until', new Date(expiry * MS).toLocaleString()],
    ['By the key', unsigned.delegate],
  ]
}

/** @throws -32602 (invalid parameters), `smart.limits_refused` */
function prepare(core: WalletCore, account: SmartAccount, request: SiteRequest): Prepared {
  const { to: delegate } = request
  if (typeof delegate !== 'string' || !isAddress(delegate, { strict: false }))
    throw invalidParams('"to" is not an address.')
  if (request.chainId !== numberToHex(core.chainId))
    throw invalidParams('the permission is for another network.')
  const limits = limitsOf(request)
  const scope = {
    ...{ account: account.address, owner: account.owner },
    ...{ delegate, now: Math.floor(Date.now() / MS) },
  }
  const unsigned = {
    ...{ delegate, delegator: account.address, authority: ROOT_AUTHORITY },
    caveats: encodeLimits(limits, scope),
    salt: bytesToBigInt(crypto.getRandomValues(new Uint8Array(16))),
  }
  return { limits, unsigned }
}

const recordOf = (memory: WalletMemory): readonly Grant[] => {
  const kept = memory.read()
  return kept === null ? [] : (JSON.parse(kept) as readonly Grant[])
}

/**
 * @param memory keeps what was granted
 * @returns the methods of a wallet that grants permissions, by their present names
 */
export function grantMethods(account: SmartAccount, memory: WalletMemory): Record<string, Method> {
  const requestPermissions: Method = async (core, params, method) => {
    const requests = (Array.isArray(params) ? params : []) as readonly SiteRequest[]
    if (requests.length === 0) throw invalidParams('permissions are expected.')
    const owner = signer(core, account.address)
    const prepared = requests.map((each) => prepare(core, account, each))
    const lines = prepared.flatMap(describe)
    await core.ask({ kind: 'grant', method, params, title: 'Let this site act for you?', lines })
    const { factory, factoryData } = account
    const sign = async ({ unsigned }: Prepared): Promise<Hex> => {
      const signature = await owner.signTypedData(delegationTypedData(unsigned, core.chainId))
      return encodeContext([{ ...unsigned, signature }])
    }
    const answers = await Promise.all(
      prepared.map(async (each, index) => ({
        ...requests[index],
        ...{ from: account.address, context: await sign(each) },
        ...{ dependencies: [{ factory, factoryData }] },
        delegationManager: CONTRACTS.delegationManager,
      })),
    )
    memory.write(JSON.stringify([...recordOf(memory), ...answers]))
    return answers
  }
  return {
    wallet_getSupportedExecutionPermissions: (core) =>
      Object.fromEntries(
        Object.keys(KINDS).map((kind) => [
          kind,
          {
            chainIds: core.chains.map(({ id }) => numberToHex(id)),
            ruleTypes: ['expiry', 'call-limit'],
          },
        ]),
      ),
    wallet_requestExecutionPermissions: requestPermissions,
    wallet_getGrantedExecutionPermissions: () => recordOf(memory),
    async wallet_revokeExecutionPermission(core, params, method) {
      const [asked] = (Array.isArray(params) ? params : []) as [{ permissionContext?: unknown }?]
      const context = asked?.permissionContext
      if (!isHex(context)) throw invalidParams('"permissionContext" is expected.')
      const delegations = decodeContext(context)
      const lines = delegations.map(({ delegate }): [string, string] => ['From the key', delegate])
      await core.ask({ kind: 'revoke', method, params, title: 'Take this back?', lines })
      await operate(core, account, delegations.map(disableCall))
      const others = recordOf(memory).filter((each) => each.context !== context)
      memory.write(JSON.stringify(others))
      return {}
    },
  }
}
