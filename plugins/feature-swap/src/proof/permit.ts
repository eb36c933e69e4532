// Permits (EIP-2612): the owner of a token signs that a router may take it, and the router hands the
// signature to the token right before it swaps. The swap is one transaction then, without an approval.
import { addressWord, bytesAt, bytesList, offsetAt, SELECTORS, word, wordAt } from './hex.js'
import { callsOf, MULTICALL, MULTICALL_UNTIL, readV3 } from './readSwapCall.js'
import type { AskNode, BuiltDeal, WantedSwap } from './types.js'

/** The content of a permit, and the token's own words of who it is (EIP-712). */
export interface Permit {
  token: string
  name: string
  version: string
  chainId: bigint
  owner: string
  spender: string
  /** Smallest units. */
  amount: bigint
  nonce: bigint
  /** Seconds since 1970. */
  deadline: bigint
}

/** The seconds for which a permit holds. */
const LIFETIME_S = 30n * 60n

const DOMAIN_TYPE =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const PERMIT_TYPE =
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
/** Tokens that do not say their version have this one, as EIP-2612 has it in its example. */
const FIRST_VERSION = '1'

/** `selfPermitIfNecessary` of Uniswap's V3 routers: nobody stops a swap by handing in its permit before. */
const SELF_PERMIT = '0xc2e3140a'

const toText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
const toBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The text that a contract answers (an ABI `string`). */
function textOf(answer: unknown): string | undefined {
  const data = typeof answer === 'string' ? answer : ''
  const bytes = bytesAt(data, offsetAt(data, 2, 0))
  return bytes === undefined ? undefined : toText(toBytes(bytes))
}
const numberOf = (answer: unknown): bigint | undefined =>
  typeof answer === 'string' ? wordAt(answer, 2) : undefined

/** Whether a router's call is one beside which a permit can stand: of a V3 router of Uniswap. */
export const takesPermit = (data: string): boolean => readV3(data.toLowerCase()) !== undefined

/**
 * Asks the token whether it takes a permit, and for what has to be signed. Its domain is compared with its
 * own separator, so that nobody signs what the token would refuse.
 * @param now ms since 1970
 * @returns `undefined`: it takes none, or the account is a contract, which signs otherwise
 */
export async function readPermit(
  ask: AskNode,
  { chainId, account, from, amount }: WantedSwap,
  spender: string,
  now: number,
): Promise<Permit | undefined> {
  if (from === undefined) return undefined
  const read = (data: string): Promise<unknown> =>
    ask('eth_call', [{ to: from, data }, 'latest']).catch(() => undefined)
  const [code, separator, nonce, name, version, typehash] = await Promise.all([
    ask('eth_getCode', [account, 'latest']).catch(() => undefined),
    read(SELECTORS.domainSeparator).then(numberOf),
    read(SELECTORS.nonces + addressWord(account)).then(numberOf),
    read(SELECTORS.name).then(textOf),
    read(SELECTORS.version).then(textOf),
    read(SELECTORS.permitTypehash).then(numberOf),
  ])
  // Tokens may ask an account that has code, also lent one (EIP-7702), for another kind of signature.
  if (code !== '0x' || separator === undefined || nonce === undefined || name === undefined)
    return undefined
  // @noble/hashes (MIT, audited): Keccak-256, which EIP-712 asks for. Loaded where a token may take permits.
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const hashOf = (text: string): string => toHex(keccak_256(new TextEncoder().encode(text)))
  const permit: Permit = {
    ...{ token: from, name, version: version ?? FIRST_VERSION },
    chainId: BigInt(chainId.slice(chainId.indexOf(':') + 1)),
    ...{ owner: account, spender, amount, nonce },
    deadline: BigInt(Math.floor(now / 1_000)) + LIFETIME_S,
  }
  const domain =
    hashOf(DOMAIN_TYPE) +
    hashOf(name) +
    hashOf(permit.version) +
    word(permit.chainId) +
    addressWord(from)
  const isSame = BigInt(`0x${toHex(keccak_256(toBytes(domain)))}`) === separator
  const isStandard = typehash === undefined || typehash === BigInt(`0x${hashOf(PERMIT_TYPE)}`)
  return isSame && isStandard ? permit : undefined
}

/** The typed data of a permit, as wallets take it in `eth_signTypedData_v4`. */
export const typedPermit = (permit: Permit): string => {
  const { token, name, version, chainId, owner, spender, amount, nonce, deadline } = permit
  return JSON.stringify({
    types: {
      EIP712Domain: fieldsOf(DOMAIN_TYPE),
      Permit: fieldsOf(PERMIT_TYPE),
    },
    primaryType: 'Permit',
    domain: { name, version, chainId: Number(chainId), verifyingContract: token },
    message: {
      ...{ owner, spender, value: String(amount) },
      ...{ nonce: String(nonce), deadline: String(deadline) },
    },
  })
}

const fieldsOf = (type: string): { name: string; type: string }[] =>
  type
    .slice(type.indexOf('(') + 1, -1)
    .split(',')
    .map((field) => {
      const [kind = '', name = ''] = field.split(' ')
      return { name, type: kind }
    })

/**
 * The call by which a router hands a signed permit to its token.
 * @returns `undefined`: the wallet answered another thing than a signature of 65 bytes
 */
export function permitCall(
  { token, amount, deadline }: Permit,
  signature: unknown,
): string | undefined {
  const [, r, s, last] =
    /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(String(signature)) ?? []
  if (r === undefined || s === undefined || last === undefined) return undefined
  const parity = Number.parseInt(last, 16)
  const v = BigInt(parity < 27 ? parity + 27 : parity)
  return SELF_PERMIT + addressWord(token) + word(amount) + word(deadline) + word(v) + r + s
}

/** The transaction that the wallet gets: the one of the source, with a permit before its swap where there is one. */
export const sentTx = ({ tx, permit }: BuiltDeal): BuiltDeal['tx'] =>
  permit === undefined ? tx : { ...tx, data: withPermit(tx.data, permit) }

/** The data of a swap with a permit before it, in the router's own `multicall`. */
function withPermit(data: string, permit: string): string {
  const { calls, deadline } = callsOf(data.toLowerCase()) ?? { calls: [data] }
  const list = bytesList([permit, ...calls])
  return deadline === undefined
    ? MULTICALL + word(32n) + list
    : MULTICALL_UNTIL + word(deadline) + word(64n) + list
}
