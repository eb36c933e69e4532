import {
  LatchkeyError,
  isLatchkeyError,
  type AdapterAbilities,
  type ConnectedAccount,
  type Json,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { toChainId, toHex } from '../chain/chainId.js'
import { NAMESPACE } from '../chain/networks.js'
import { ANSWER_TIMEOUT_MS } from './capabilities.js'

type Permissions = AdapterAbilities['permissions']
/** An account, the network that it acts on, and a signal to give up. */
interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}
type JsonRecord = Readonly<Record<string, Json>>

/** The two sets of names that ERC-7715 had, the present one first. */
const DIALECTS = [
  { grant: 'wallet_requestExecutionPermissions', revoke: 'wallet_revokeExecutionPermission' },
  { grant: 'wallet_grantPermissions', revoke: 'wallet_revokePermissions' },
] as const
const [PRESENT, FORMER] = DIALECTS
type Dialect = (typeof DIALECTS)[number]
const SUPPORTED = 'wallet_getSupportedExecutionPermissions'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error of a wallet that has no such method, with the specification's text. The wallet is not asked. */
const refuse = (method: string): never => {
  throw new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
    context: { method },
    cause: { code: 4200, message: 'Requested RPC call is not allowed' },
  })
}

/** The error of a network on which the wallet has no smart accounts. The wallet is not asked. */
const refuseNetwork = ({ id }: Network): never => {
  throw new LatchkeyError(
    'evm.permissions_unsupported',
    `Unsupported chain: the wallet grants no permissions on ${id}. Switch to a network with smart accounts.`,
    { context: { network: id } },
  )
}

/** The kinds of permission that are asked for, as ERC-7715 names them. */
const typesOf = (permissions: Json): readonly string[] =>
  Array.isArray(permissions)
    ? permissions.flatMap((each) =>
        isRecord(each) &&
        isRecord(each['permission']) &&
        typeof each['permission']['type'] === 'string'
          ? [each['permission']['type']]
          : [],
      )
    : []

/** Whether the wallet's list of chains names the network. A list that is left out means all of them. */
const hasChain = (chainIds: unknown, { reference }: Network): boolean =>
  !Array.isArray(chainIds) || chainIds.some((id) => toChainId(id) === Number(reference))

/**
 * The answer of a wallet to a question that the visitor does not see; `undefined` where it does not
 * know the question or does not answer in time.
 */
async function askQuietly(asking: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>(
    (resolve) => (timer = setTimeout(() => resolve(undefined), ANSWER_TIMEOUT_MS)),
  )
  try {
    return await Promise.race([asking, late])
  } catch (error) {
    if (isLatchkeyError(error, 'kernel.aborted')) throw error
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A request in the form that ERC-7715 had before: the session account as a `signer`, the end as
 * `expiry`, further rules as `policies`.
 */
function toFormer(request: Json): Json {
  if (!isRecord(request)) return request
  const { from, to, rules, ...rest } = request as JsonRecord
  const all = Array.isArray(rules) ? (rules as readonly JsonRecord[]) : []
  const expiry = all.find(({ type }) => type === 'expiry')?.['data']
  return {
    ...rest,
    ...(from !== undefined && { address: from }),
    ...(isRecord(expiry) && { expiry: expiry['timestamp'] as Json }),
    signer: { type: 'account', data: { address: to ?? null } },
    policies: all.filter(({ type }) => type !== 'expiry'),
  }
}

/**
 * Permissions that a wallet grants and revokes (ERC-7715). Which of its two sets of names the wallet
 * has is told by its connection, or else by the wallet itself, in questions that no visitor sees: one
 * that has neither is asked for nothing.
 */
export function createPermissions(
  ctx: PluginContext,
  request: (on: On, method: string, params: unknown) => Promise<unknown>,
  capabilities: AdapterAbilities['capabilities'],
): Permissions {
  const listedBy = ({ account: { connectionId } }: On): readonly string[] | 'any' =>
    ctx.connections.get().connections.find(({ id }) => id === connectionId)?.scopes[NAMESPACE]
      ?.methods ?? 'any'

  /** The dialect of a wallet that answers any method. */
  const askDialect = async (on: On, types: readonly string[]): Promise<Dialect> => {
    const supported = await askQuietly(request(on, SUPPORTED, []))
    if (isRecord(supported) && Object.keys(supported).length > 0) {
      const kinds = types.map((type) => supported[type])
      if (!kinds.every(isRecord)) return refuse(PRESENT.grant)
      if (!kinds.every(({ chainIds }) => hasChain(chainIds, on.network)))
        return refuseNetwork(on.network)
      return PRESENT
    }
    const able = (await capabilities(on)) as JsonRecord
    const isAble = (chain: Json | undefined): boolean =>
      isRecord(chain) &&
      isRecord(chain['permissions']) &&
      chain['permissions']['supported'] === true
    if (isAble(able[toHex(on.network.reference)]) || isAble(able['0x0'])) return FORMER
    return Object.values(able).some(isAble) ? refuseNetwork(on.network) : refuse(FORMER.grant)
  }
  const dialectOf = async (
    on: On,
    call: keyof Dialect,
    types: readonly string[] = [],
  ): Promise<Dialect> => {
    const listed = listedBy(on)
    if (listed === 'any') return askDialect(on, types)
    return DIALECTS.find((dialect) => listed.includes(dialect[call])) ?? refuse(FORMER[call])
  }
  return {
    async grant({ permissions, ...on }) {
      const dialect = await dialectOf(on, 'grant', typesOf(permissions))
      const asked = Array.isArray(permissions) ? permissions : [permissions]
      const answer = await request(
        on,
        dialect.grant,
        dialect === FORMER ? asked.map(toFormer) : asked,
      )
      try {
        const plain = JSON.parse(JSON.stringify(answer)) as Json
        if (Array.isArray(plain)) return plain
      } catch {
        // The answer is cyclic, or throws when it is read.
      }
      throw badAnswer(dialect.grant, 'a list of permissions (ERC-7715)')
    },
    async revoke({ permissions, ...on }) {
      const dialect = await dialectOf(on, 'revoke')
      await request(on, dialect.revoke, [permissions])
      return {}
    },
  }
}
