import type { Row } from '@latchkey/plugin-api/describe'
import {
  decodeFunctionData,
  encodeFunctionData,
  parseAbiItem,
  toFunctionSelector,
  type AbiFunction,
} from 'viem'
import { UNLIMITED } from './rows.js'
import { LAST_SECOND, toTime } from './time.js'

/** A warning, and the parameters at whose rows it is shown. */
type Warned = readonly [warning: string, ...parameters: readonly string[]]
type Known = readonly [signature: string, title: string, warned?: Warned]

const CAN_SPEND: Warned = ['canSpend', 'spender']
const ALL: Warned = ['unlimited', 'spender']
const CONTROL: Warned = ['control', 'controller', 'code']
/**
 * The functions that are recognised. A parameter's name is the label of its row; a parameter without
 * a name has no row.
 */
const KNOWN: readonly Known[] = [
  ['transfer(address to, uint256 baseUnits)', 'sendToken'],
  ['transferFrom(address owner, address to, uint256 unitsOrId)', 'moveToken'],
  ['safeTransferFrom(address owner, address to, uint256 unitsOrId)', 'moveToken'],
  ['safeTransferFrom(address owner, address to, uint256 unitsOrId, bytes)', 'moveToken'],
  [
    'safeTransferFrom(address owner, address to, uint256 item, uint256 baseUnits, bytes)',
    'moveToken',
  ],
  ['approve(address spender, uint256 unitsOrId)', 'approveToken', CAN_SPEND],
  ['increaseAllowance(address spender, uint256 baseUnits)', 'approveToken', CAN_SPEND],
  ['increaseApproval(address spender, uint256 baseUnits)', 'approveToken', CAN_SPEND],
  ['approveAndCall(address spender, uint256 baseUnits, bytes)', 'approveToken', CAN_SPEND],
  [
    'permit(address owner, address spender, uint256 baseUnits, uint256 deadline, uint8, bytes32, bytes32)',
    'approveToken',
    CAN_SPEND,
  ],
  [
    'permit(address owner, address spender, uint256, uint256 deadline, bool allowed, uint8, bytes32, bytes32)',
    'approveToken',
    CAN_SPEND,
  ],
  // Permit2
  [
    'approve(address token, address spender, uint160 baseUnits, uint48 expiration)',
    'approveToken',
    CAN_SPEND,
  ],
  ['setApprovalForAll(address spender, bool allowed)', 'approveAll', ALL],
  // ERC-777; Balancer's vault; Maker's; Compound III; Morpho Blue.
  ['authorizeOperator(address operator)', 'actForYou', ['canAct', 'operator']],
  [
    'setRelayerApproval(address owner, address operator, bool allowed)',
    'actForYou',
    ['canAct', 'operator'],
  ],
  ['hope(address operator)', 'actForYou', ['canAct', 'operator']],
  ['allow(address operator, bool allowed)', 'actForYou', ['canAct', 'operator']],
  ['setAuthorization(address operator, bool allowed)', 'actForYou', ['canAct', 'operator']],
  ['delegate(address operator)', 'delegateVotes', ['votes', 'operator']],
  ['approveDelegation(address operator, uint256 baseUnits)', 'borrow', ['debt', 'operator']],
  ['transferOwnership(address controller)', 'controlContract', CONTROL],
  ['setOwner(address controller)', 'controlContract', CONTROL],
  ['grantRole(bytes32, address controller)', 'controlContract', CONTROL],
  ['changeAdmin(address controller)', 'controlContract', CONTROL],
  ['changeProxyAdmin(address contract, address controller)', 'controlContract', CONTROL],
  ['upgradeTo(address code)', 'controlContract', CONTROL],
  ['upgradeToAndCall(address code, bytes)', 'controlContract', CONTROL],
  ['upgrade(address contract, address code)', 'controlContract', CONTROL],
  // Safe and ERC-7579
  ['addOwnerWithThreshold(address controller, uint256)', 'controlContract', CONTROL],
  ['swapOwner(address, address owner, address controller)', 'controlContract', CONTROL],
  ['enableModule(address controller)', 'controlContract', CONTROL],
  ['setFallbackHandler(address code)', 'controlContract', CONTROL],
  ['setGuard(address code)', 'controlContract', CONTROL],
  ['installModule(uint256, address code, bytes)', 'controlContract', CONTROL],
]
const AMOUNTS = ['baseUnits', 'unitsOrId']
/** Titles of calls that end a permission by a flag. */
const ENDS: Readonly<Record<string, string>> = { approveAll: 'revokeAll' }
/**
 * Calls that set a permission to an amount, and end it with 0. `approve(address,uint256)` is left out,
 * as 0 may be an item's number, and so are calls that add to an allowance.
 */
const SETS = /^(permit|approveDelegation)\(|^approve\(address token/
/** DAI's permit: it allows all or nothing, and 0 as its end means never. */
const ALL_OR_NOTHING = /^permit\(.*bool allowed/

const BY_SELECTOR: ReadonlyMap<string, Known> = new Map(
  KNOWN.map((known) => [toFunctionSelector(known[0]), known]),
)

interface Read {
  known: Known
  /** `undefined`: the data does not fit the parameters of the function. */
  args?: readonly unknown[]
  inputs: AbiFunction['inputs']
  /** Whether encoding the arguments gives the same data: contracts ignore what follows them. */
  isExact: boolean
}
function read(data: string): Read | undefined {
  const lower = data.toLowerCase() as `0x${string}`
  const known = BY_SELECTOR.get(lower.slice(0, 10))
  if (!known) return undefined
  const item = parseAbiItem(`function ${known[0]}`) as AbiFunction
  const { inputs } = item
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data: lower }) as {
      args?: readonly unknown[]
    }
    return { known, args, inputs, isExact: encodeFunctionData({ abi: [item], args }) === lower }
  } catch {
    return { known, inputs, isExact: false }
  }
}

function rowFor(name: string, value: unknown, [signature]: Known, isEnded: boolean): Row {
  const text = String(value)
  const isTime = name === 'deadline' || name === 'expiration'
  const isDai = ALL_OR_NOTHING.test(signature)
  const isUnlimited =
    (AMOUNTS.includes(name) && BigInt(text) >= UNLIMITED) ||
    (name === 'allowed' && isDai && value === true)
  const isNever = isTime && !isEnded && (BigInt(text) > LAST_SECOND || (isDai && text === '0'))
  const warning = isUnlimited ? 'evm.unlimited' : isNever ? 'evm.neverEnds' : undefined
  return { label: `evm.${name}`, value: isTime ? toTime(text) : text, ...(warning && { warning }) }
}

/** Describes a call: its contract, its known parameters, and its data. */
export function callRows(called: string, data: string): { title: string; rows: readonly Row[] } {
  const found = read(data)
  const told = (title: string, rows: readonly Row[]) => ({
    title: `evm.${title}`,
    rows: [
      { label: 'evm.contract', value: called },
      ...rows,
      { label: 'evm.data', value: data, raw: true },
    ],
  })
  if (!found) return told('callContract', [])
  const { known, args, inputs, isExact } = found
  const [signature, title, warned] = known
  const more: Row[] = isExact
    ? []
    : [{ label: 'evm.unknownPart', value: data, raw: true, warning: 'evm.nobodyKnows' }]
  const named = inputs.flatMap(({ name }, index) => (name ? [{ name, value: args?.[index] }] : []))
  const isEnded = named.some(
    ({ name, value }) =>
      (name === 'allowed' && value === false) ||
      (SETS.test(signature) && AMOUNTS.includes(name) && value === 0n),
  )
  const [warning, ...places] = isEnded || !warned ? [] : warned
  const rows = args
    ? named.flatMap(({ name, value }): Row[] =>
        name === 'allowed' && !ALL_OR_NOTHING.test(signature)
          ? []
          : [
              {
                ...rowFor(name, value, known, isEnded),
                ...(places.includes(name) && { warning: `evm.${warning}` }),
              },
            ],
      )
    : []
  return told(isEnded ? (ENDS[title] ?? 'endPermission') : title, [...rows, ...more])
}
