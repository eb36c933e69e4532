import { readSafely } from '@latchkey/plugin-api/wallet'
import { coinOf, type Coin } from './coin.js'
import { readFields, type Fields } from './protobuf.js'

/** One fact about a message: its label, its value, and a warning. */
export interface Part {
  label: string
  value: string | Coin
  warning?: string
}
/**
 * A message that gives a right away, or that moves money other than by sending it. Its other fields
 * are shown raw.
 */
export interface Grant {
  title: string
  parts: readonly Part[]
}
/** The fields of a message by protobuf number or by Amino name, whichever way it is signed. */
interface Source {
  text(id: number, name: string): string
  /** The coins of a field. A malformed coin is a question mark. */
  coins(id: number, name: string): readonly (Coin | '?')[]
  /** A nested `Any`, or a nested Amino value: its type and fields. */
  any(id: number, name: string): { type: string; source: Source } | undefined
  within(id: number, name: string): Source | undefined
  /** A timestamp in seconds, or its text. */
  time(id: number, name: string): string
  json(id: number, name: string): unknown
  has(id: number, name: string): boolean
}
type Json = Readonly<Record<string, unknown>>
type Reader = (source: Source) => Grant

const part = (
  label: string,
  value: string | Coin | undefined,
  warning?: string | false,
): readonly Part[] =>
  value === undefined || value === '' ? [] : [{ label, value, ...(warning && { warning }) }]

/** Coins of a message that are shown. */
const MAX_COINS = 20
const amounts = (coins: readonly (Coin | '?')[]): readonly Part[] => [
  ...coins.slice(0, MAX_COINS).flatMap((coin) => part('amount', coin)),
  ...(coins.length > MAX_COINS
    ? part('amount', `${MAX_COINS + 1}–${coins.length} / ${coins.length}`, 'notShown')
    : []),
]

/** How long a permission lasts. */
const ending = (time: string): readonly Part[] =>
  time === ''
    ? [{ label: 'ends', value: '–', warning: 'neverEnds' }]
    : [{ label: 'ends', value: time }]

function grant(source: Source): Grant {
  const inner = source.within(3, 'grant')
  const permission = inner?.any(1, 'authorization')
  const only = permission?.source.text(1, 'msg') ?? ''
  const isGeneric = /GenericAuthorization$/.test(permission?.type ?? '')
  return {
    title: 'actForYou',
    parts: [
      ...part('grantee', source.text(2, 'grantee'), 'canAct'),
      ...part('permission', permission?.type ?? '?', isGeneric && 'unlimited'),
      ...(isGeneric ? part('type', only) : []),
      ...ending(inner?.time(2, 'expiration') ?? ''),
    ],
  }
}
function allowance(source: Source): Grant {
  const given = source.any(3, 'allowance')
  const isBasic = /BasicAllowance$/.test(given?.type ?? '')
  return {
    title: 'payFees',
    parts: [
      ...part('grantee', source.text(2, 'grantee'), 'paysFees'),
      ...part(
        'permission',
        given?.type ?? '?',
        isBasic && !given?.source.has(1, 'spend_limit') && 'unlimited',
      ),
      ...(isBasic ? ending(given?.source.time(2, 'expiration') ?? '') : []),
    ],
  }
}

/** Contract calls that let others take tokens (CW-20, CW-721). */
const CALLS: Readonly<Record<string, readonly [title: string, who: string, warning: string]>> = {
  increase_allowance: ['approve', 'spender', 'canSpend'],
  approve: ['approve', 'spender', 'canSpend'],
  approve_all: ['approve', 'operator', 'unlimited'],
  update_admin: ['handOver', 'admin', 'control'],
  update_minter: ['handOver', 'new_minter', 'control'],
  transfer_ownership: ['handOver', 'new_owner', 'control'],
}
function execute(source: Source): Grant {
  const call = source.json(3, 'msg')
  const [name = '?'] = typeof call === 'object' && call !== null ? Object.keys(call) : []
  const [title, who, warning] = Object.hasOwn(CALLS, name) ? CALLS[name]! : []
  const args = (call as Json | undefined)?.[name] as Json | undefined
  const person = who === undefined ? undefined : args?.[who]
  return {
    title: title ?? 'callContract',
    parts: [
      ...part('contract', source.text(2, 'contract')),
      ...part('call', name, person === undefined && warning),
      ...(typeof person === 'string' ? part('grantee', person, warning) : []),
      ...amounts(source.coins(5, 'funds')),
    ],
  }
}

const staking =
  (title: string, ...validators: readonly (readonly [number, string])[]): Reader =>
  (source) => ({
    title,
    parts: [
      ...validators.flatMap(([id, name]) => part('validator', source.text(id, name))),
      ...amounts(source.coins(validators.length + 2, 'amount')),
    ],
  })

/** The readers by the protobuf and the Amino name of a message. */
const READERS: readonly (readonly [protobuf: string, amino: string, reader: Reader])[] = [
  ['cosmos.authz.v1beta1.MsgGrant', 'cosmos-sdk/MsgGrant', grant],
  ['cosmos.feegrant.v1beta1.MsgGrantAllowance', 'cosmos-sdk/MsgGrantAllowance', allowance],
  [
    'cosmos.distribution.v1beta1.MsgSetWithdrawAddress',
    'cosmos-sdk/MsgModifyWithdrawAddress',
    (source) => ({
      title: 'changeRewards',
      parts: part('rewardsTo', source.text(2, 'withdraw_address'), 'rewardsGo'),
    }),
  ],
  [
    'cosmos.staking.v1beta1.MsgDelegate',
    'cosmos-sdk/MsgDelegate',
    staking('delegate', [2, 'validator_address']),
  ],
  [
    'cosmos.staking.v1beta1.MsgUndelegate',
    'cosmos-sdk/MsgUndelegate',
    staking('undelegate', [2, 'validator_address']),
  ],
  [
    'cosmos.staking.v1beta1.MsgBeginRedelegate',
    'cosmos-sdk/MsgBeginRedelegate',
    staking('redelegate', [2, 'validator_src_address'], [3, 'validator_dst_address']),
  ],
  [
    'cosmos.staking.v1beta1.MsgTransferTokenizeShareRecord',
    'cosmos-sdk/MsgTransferTokenizeRecord',
    (source) => ({
      title: 'handOver',
      parts: part('newOwner', source.text(3, 'new_owner'), 'ownerGoes'),
    }),
  ],
  [
    'ibc.applications.transfer.v1.MsgTransfer',
    'cosmos-sdk/MsgTransfer',
    (source) => ({
      title: 'sendElsewhere',
      parts: [
        ...part('to', source.text(5, 'receiver'), 'elsewhere'),
        ...amounts(source.coins(3, 'token')),
        ...part('channel', source.text(2, 'source_channel')),
      ],
    }),
  ],
  ['cosmwasm.wasm.v1.MsgExecuteContract', 'wasm/MsgExecuteContract', execute],
  [
    'cosmwasm.wasm.v1.MsgMigrateContract',
    'wasm/MsgMigrateContract',
    (source) => ({
      title: 'replaceCode',
      parts: part('contract', source.text(2, 'contract'), 'otherCode'),
    }),
  ],
  [
    'cosmwasm.wasm.v1.MsgUpdateAdmin',
    'wasm/MsgUpdateAdmin',
    (source) => ({
      title: 'handOver',
      parts: [
        ...part('grantee', source.text(2, 'new_admin'), 'control'),
        ...part('contract', source.text(3, 'contract')),
      ],
    }),
  ],
  [
    'cosmwasm.wasm.v1.MsgClearAdmin',
    'wasm/MsgClearAdmin',
    (source) => ({
      title: 'handOver',
      parts: part('contract', source.text(3, 'contract'), 'noAdmin'),
    }),
  ],
]

const seconds = (value: bigint): string =>
  value < 253_402_300_800n
    ? `${new Date(Number(value) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
    : String(value)

function ofFields(fields: Fields): Source {
  const first = (id: number): Uint8Array | undefined => fields.all(id)[0]
  const source: Source = {
    text: (id) => readSafely(() => fields.text(id)) ?? '',
    coins: (id) => fields.all(id).map((bytes) => readSafely(() => coinOf(bytes)) ?? '?'),
    within: (id) => readSafely(() => (first(id) ? ofFields(readFields(first(id)!)) : undefined)),
    any(id) {
      const any = readSafely(() => (first(id) ? readFields(first(id)!) : undefined))
      return (
        any && readSafely(() => ({ type: any.text(1), source: ofFields(readFields(any.bytes(2))) }))
      )
    },
    time: (id) =>
      readSafely(() => (first(id) ? seconds(readFields(first(id)!).number(1)) : '')) ?? '?',
    json: (id) => readSafely(() => JSON.parse(fields.text(id)) as unknown),
    has: (id) => first(id) !== undefined,
  }
  return source
}
function ofAmino(value: unknown): Source {
  const json = (typeof value === 'object' && value !== null ? value : {}) as Json
  const given = (name: string): unknown => (Object.hasOwn(json, name) ? json[name] : undefined)
  const text = (name: string): string =>
    typeof given(name) === 'string' ? (given(name) as string) : ''
  return {
    text: (_, name) => text(name),
    coins(_, name) {
      const list = given(name) ?? []
      return (Array.isArray(list) ? (list as readonly unknown[]) : [list]).map((each) => {
        const { denom, amount } = (each ?? {}) as Partial<Coin>
        return typeof denom === 'string' && typeof amount === 'string' ? { denom, amount } : '?'
      })
    },
    within: (_, name) => (given(name) === undefined ? undefined : ofAmino(given(name))),
    any(_, name) {
      const any = given(name) as { type?: unknown; value?: unknown } | undefined | null
      return typeof any?.type === 'string'
        ? { type: any.type, source: ofAmino(any.value) }
        : undefined
    },
    time: (_, name) => text(name),
    json: (_, name) => given(name),
    has(_, name) {
      const list = given(name)
      return Array.isArray(list) && list.length > 0
    },
  }
}

/** The grant in a protobuf message. `undefined` where it has none that is known. */
export const grantOf = (type: string, bytes: Uint8Array): Grant | undefined =>
  readSafely(() => READERS.find(([name]) => type === `/${name}`)?.[2](ofFields(readFields(bytes))))
/** The grant in an Amino message. `undefined` where it has none that is known. */
export const grantOfAmino = (type: string, value: unknown): Grant | undefined =>
  readSafely(() => READERS.find(([, name]) => type === name)?.[2](ofAmino(value)))
