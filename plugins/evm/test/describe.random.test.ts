// Compares the description of a request with what ethers reads in it.
import type { Network } from '@latchkey/plugin-api'
import {
  formatEther,
  formatUnits,
  getAddress,
  Interface,
  toUtf8String,
  TypedDataEncoder,
  type TypedDataDomain,
  type TypedDataField,
} from 'ethers'
import { expect, it } from 'vitest'
import { createRandom, type Random } from '@latchkey/plugin-testkit'
import { describe } from '../src/sdk/describe/describe.js'

const RUNS = 1_000
const network: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const abi = new Interface([
  'function transfer(address, uint256)',
  'function approve(address, uint256)',
  'function increaseAllowance(address, uint256)',
  'function setApprovalForAll(address, bool)',
  'function transferFrom(address, address, uint256)',
  'function safeTransferFrom(address, address, uint256)',
  'function approve(address, address, uint160, uint48)',
])

const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const addressOf = (random: Random): string =>
  random.pick([getAddress(`0x${random.hex(20)}`), `0x${random.hex(20)}`])

function data(random: Random): string {
  if (random.chance(0.15)) return `0x${random.hex(random.pick([1, 4, 36, 68]))}`
  const fragment = random.pick(abi.fragments.map((each) => each.format()))
  const values = abi
    .getFunction(fragment)!
    .inputs.map(({ type }) =>
      type === 'address'
        ? addressOf(random)
        : type === 'bool'
          ? random.chance(0.5)
          : random.chance(0.2)
            ? 2n ** BigInt(type.slice(4)) - 1n
            : random.big(Number(type.slice(4))),
    )
  const encoded = abi.encodeFunctionData(fragment, values)
  return random.chance(0.1)
    ? `${encoded}00`
    : random.chance(0.1)
      ? encoded.replace(/^(.{12})0/, '$11')
      : encoded
}
type Transaction = Record<string, unknown>
function transaction(random: Random, from: string): Transaction {
  const maybe = (part: number, field: Transaction): Transaction =>
    random.chance(part) ? field : {}
  return {
    from: random.chance(0.9) ? from : addressOf(random),
    to: addressOf(random),
    ...maybe(0.9, { value: hex(random.big(90)) }),
    ...maybe(0.5, { data: data(random) }),
    ...maybe(0.3, { gas: hex(random.below(1_000_000)) }),
    ...maybe(0.3, { maxFeePerGas: hex(random.big(40)), maxPriorityFeePerGas: hex(random.big(30)) }),
    ...maybe(0.1, { gasPrice: hex(random.big(40)) }),
    ...maybe(0.1, { nonce: hex(random.below(1_000)) }),
    ...maybe(0.1, { chainId: random.pick(['0x1', '0x89']) }),
    ...maybe(0.05, { authorizationList: [{}] }),
  }
}

const DOMAIN: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}
interface Typed {
  types: Record<string, TypedDataField[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}
const field = (text: string): TypedDataField[] =>
  text.split(', ').map((each) => ({ type: each.split(' ')[0]!, name: each.split(' ')[1]! }))
const DETAILS = field('address token, uint160 amount, uint48 expiration, uint48 nonce')
const SHAPES: Readonly<Record<string, Record<string, TypedDataField[]>>> = {
  Permit: {
    Permit: field('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'),
  },
  DaiPermit: {
    Permit: field('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'),
  },
  PermitSingle: {
    PermitSingle: field('PermitDetails details, address spender, uint256 sigDeadline'),
    PermitDetails: DETAILS,
  },
  PermitBatch: {
    PermitBatch: field('PermitDetails[] details, address spender, uint256 sigDeadline'),
    PermitDetails: DETAILS,
  },
  PermitTransferFrom: {
    PermitTransferFrom: field(
      'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
    ),
    TokenPermissions: field('address token, uint256 amount'),
  },
  Mail: {
    Mail: field('Person from, Person[] to, string contents, bytes attachment, int64 mood'),
    Person: field('string name, address wallet, bytes4[2] tags'),
  },
}
function valueFor(random: Random, types: Typed['types'], type: string): unknown {
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element)
    return Array.from({ length: length ? Number(length) : random.below(3) }, () =>
      valueFor(random, types, element),
    )
  if (types[type])
    return Object.fromEntries(
      types[type].map(({ name, type: inner }) => [name, valueFor(random, types, inner)]),
    )
  if (type === 'address') return addressOf(random)
  if (type === 'bool') return random.chance(0.5)
  if (type === 'string')
    return random.pick(['Grüezi', 'two\nlines', '', 'x'.repeat(random.below(50))])
  if (type.startsWith('bytes')) return `0x${random.hex(Number(type.slice(5) || random.below(9)))}`
  const value = type === 'uint48' ? random.big(48) : random.big(Number(/\d+/.exec(type)![0]) - 1)
  return random.pick([String(value), value < 2n ** 50n ? Number(value) : String(value), hex(value)])
}
function typedData(random: Random): Typed {
  const [name, shape] = random.pick(Object.entries(SHAPES))
  const domain: Record<string, unknown> = Object.fromEntries(
    Object.entries({
      name: random.pick(['Token', 'Permit2']),
      version: '1',
      chainId: random.pick([1, '1', '0x1', 137]),
      verifyingContract: addressOf(random),
      salt: `0x${random.hex(32)}`,
    }).filter(() => random.chance(0.7)),
  )
  const types = {
    ...shape,
    EIP712Domain: Object.keys(domain)
      .filter(() => random.chance(0.97))
      .map((key) => ({ name: key, type: DOMAIN[key]! })),
  }
  const primaryType = name.replace('Dai', '')
  return {
    types,
    primaryType,
    domain,
    message: valueFor(random, types, primaryType) as Record<string, unknown>,
  }
}

interface Expected {
  title: string
  facts: string[]
  complete: boolean
}
const time = (seconds: bigint): string =>
  seconds <= 253_402_300_799n
    ? `${seconds} (${new Date(Number(seconds) * 1_000).toISOString().replace(/T(.*)\.000Z/, ' $1 UTC')})`
    : String(seconds)
const unless = (address: unknown, me: string): string[] =>
  String(address).toLowerCase() === me.toLowerCase() ? [] : [`evm.from ${String(address)}`]

/**
 * Reads call data with ethers. Call data that cannot be encoded to the same bytes again has more in
 * it than was read. ethers does not read an address that is too long; older contracts read its end.
 */
function parse(bytes: string): {
  call: ReturnType<typeof abi.parseTransaction>
  args: unknown[] | null | undefined
  isExact: boolean
} {
  try {
    const call = abi.parseTransaction({ data: bytes })
    return {
      call,
      args: call && ([...call.args] as unknown[]),
      isExact: !!call && abi.encodeFunctionData(call.fragment, call.args) === bytes.toLowerCase(),
    }
  } catch {
    return {
      call: abi.parseTransaction({ data: bytes }),
      args: parse(bytes.replace(/^(0x.{8}).{24}/, `$1${'0'.repeat(24)}`)).args,
      isExact: false,
    }
  }
}
function readCall(sent: Transaction, me: string): Expected {
  const { authorizationList: list, ...rest } = sent
  if (list === undefined) return readPayment(sent, me)
  const { title, facts } = readPayment(rest, me)
  return {
    title: 'evm.handOver',
    facts: [
      `evm.accountCode ${JSON.stringify((list as unknown[])[0])}`,
      `${title} 1 / 1`,
      ...facts,
    ],
    complete: false,
  }
}
function readPayment(
  {
    to,
    data: bytes = '0x',
    value = '0x0',
    from,
    chainId,
    gas,
    maxFeePerGas,
    gasPrice,
    maxPriorityFeePerGas,
    nonce,
  }: Transaction,
  me: string,
): Expected {
  const { call, args, isExact } = parse(String(bytes))
  const isElsewhere = chainId === '0x89'
  const ether = `evm.value ${formatEther(BigInt(String(value))).replace(/\.0$/, '')} ETH`
  const prices = [maxFeePerGas, gasPrice, maxPriorityFeePerGas]
    .filter((price) => price !== undefined)
    .map((price) => BigInt(String(price)))
    .sort((one, other) => (one < other ? 1 : -1))
  const [price] = prices
  const about = [
    ...(from === undefined ? [] : unless(from, me)),
    ...(price === undefined
      ? []
      : [
          gas === undefined
            ? `evm.gasPrice ${formatUnits(price, 'gwei').replace(/\.0$/, '')} gwei`
            : `evm.highestFee ${formatEther(price * BigInt(String(gas))).replace(/\.0$/, '')} ETH`,
        ]),
    ...(nonce === undefined ? [] : [`evm.nonce ${BigInt(String(nonce))}`]),
  ]
  if (bytes === '0x')
    return {
      title: 'evm.sendTransaction',
      facts: [`evm.to ${String(to)}`, ether, ...about],
      complete: !isElsewhere,
    }
  const [one, two, three, four] = (args as [string, unknown, unknown, unknown] | undefined) ?? []
  const [title, ...said] = !call
    ? ['callContract']
    : {
        'transfer(address,uint256)': ['sendToken', `to ${one}`, `baseUnits ${two}`],
        'approve(address,uint256)': ['approveToken', `spender ${one}`, `unitsOrId ${two}`],
        'increaseAllowance(address,uint256)': [
          'approveToken',
          `spender ${one}`,
          `baseUnits ${two}`,
        ],
        'setApprovalForAll(address,bool)': [two ? 'approveAll' : 'revokeAll', `spender ${one}`],
        'transferFrom(address,address,uint256)': [
          'moveToken',
          `owner ${one}`,
          `to ${two}`,
          `unitsOrId ${three}`,
        ],
        'safeTransferFrom(address,address,uint256)': [
          'moveToken',
          `owner ${one}`,
          `to ${two}`,
          `unitsOrId ${three}`,
        ],
        'approve(address,address,uint160,uint48)': [
          'approveToken',
          `token ${one}`,
          `spender ${String(two)}`,
          `baseUnits ${three}`,
          `expiration ${typeof four === 'bigint' ? time(four) : ''}`,
        ],
      }[call.signature]!
  const more = [...(call && !isExact ? [`evm.unknownPart ${String(bytes)}`] : [])]
  return {
    title: `evm.${title}`,
    facts: [
      `evm.contract ${String(to)}`,
      ...(args || !call ? said.map((each) => `evm.${each}`) : []),
      ...more,
      ...(BigInt(String(value)) > 0n || isElsewhere ? [ether] : []),
      ...about,
      `evm.data ${String(bytes)}`,
    ],
    complete: false,
  }
}

const PARTS: Readonly<Record<string, string>> = {
  spender: 'evm.spender',
  token: 'evm.token',
  amount: 'evm.baseUnits',
  value: 'evm.baseUnits',
  deadline: 'evm.deadline',
  sigDeadline: 'evm.deadline',
  expiry: 'evm.deadline',
  expiration: 'evm.expiration',
  allowed: 'evm.allowed',
}
const typesOf = ({ types: { EIP712Domain: _, ...types } }: Typed) => types
/** ethers walks through what it hashes; the names come from the types. */
function readTyped(typed: Typed): Expected {
  const isPermit = typed.primaryType.startsWith('Permit')
  const values: string[] = []
  TypedDataEncoder.from(typesOf(typed)).visit(
    typed.message,
    (type, value: unknown) =>
      void values.push(/^u?int/.test(type) ? String(BigInt(value as string)) : String(value)),
  )
  const said: [name: string, value: string][] = []
  const walk = (type: string, value: unknown, label: string): void => {
    const element = /^(.+)\[\d*\]$/.exec(type)?.[1]
    if (element && !(value as unknown[]).length) said.push([label, '[]'])
    else if (element)
      (value as unknown[]).forEach((each, index) => walk(element, each, `${label}[${index}]`))
    else if (typed.types[type])
      for (const each of typed.types[type])
        walk(
          each.type,
          (value as Record<string, unknown>)[each.name],
          label ? `${label} › ${each.name}` : each.name,
        )
    else said.push([label, values.shift()!])
  }
  walk(typed.primaryType, typed.message, '')
  const isEnded = typed.message['allowed'] === false
  const facts = said.map(([name, value]) => {
    const label = (isPermit && PARTS[name.split(' › ').at(-1)!]) || name
    return `${label} ${/deadline|expiration/.test(label) ? time(BigInt(value)) : value}`
  })
  const keys = Object.keys(DOMAIN).filter((key) => key in typed.domain)
  const isSigned = (key: string): boolean =>
    keys.includes(key) && typed.types['EIP712Domain']!.some(({ name }) => name === key)
  const missing = ['chainId', 'verifyingContract'].filter((key) => !isSigned(key))
  const isHere = !keys.includes('chainId') || BigInt(typed.domain['chainId'] as string) === 1n
  const domain = [
    ...keys.map(
      (key) =>
        `evm.domain.${key} ${key === 'chainId' ? BigInt(typed.domain[key] as string) : String(typed.domain[key])}`,
    ),
    ...missing.map((key) => `evm.domain.${key} –`),
  ]
  // Letters name wallets of others, so the description is never complete.
  return {
    title: isEnded ? 'evm.endPermission' : isPermit ? 'evm.permit' : 'evm.signTypedData',
    facts: [`evm.primaryType ${typed.primaryType}`, ...domain, ...facts],
    complete:
      isHere && isPermit && !missing.length && typed.types['EIP712Domain']!.length === keys.length,
  }
}

type Told = ReturnType<typeof describe>
const factsOf = (told: Told) =>
  told && {
    title: told.title,
    facts: told.rows.map(({ label, value }) => `${label} ${value}`),
    complete: told.complete,
  }
/** The same data with another last byte; an empty string for empty data. */
const withOtherLastByte = (bytes: string): string =>
  `${bytes.slice(0, -2)}${bytes === '0x' ? '' : bytes.endsWith('7f') ? '7e' : '7f'}`
const say = (method: string, params: unknown, me: string) =>
  factsOf(describe(network, method, params, { account: me }))

it(`${RUNS} random requests are described by what ethers reads in them, and by nothing else`, () => {
  let complete = 0
  for (let run = 0; run < RUNS; run++) {
    const random = createRandom(run)
    const me = getAddress(`0x${random.hex(20)}`)
    const kind = random.below(4)
    if (kind === 0) {
      const bytes = random.pick([
        Buffer.from(`Hello ${random.hex(4)} Grüezi`),
        random.bytes(random.below(20)),
      ])
      const told = say('personal_sign', [`0x${Buffer.from(bytes).toString('hex')}`, me], me)
      const text = (() => {
        try {
          return toUtf8String(bytes)
        } catch {
          return undefined
        }
      })()
      if (told?.complete) expect([run, told.facts]).toEqual([run, [`evm.message ${text}`]])
      else expect([run, text === undefined || /[\p{C}]/u.test(text)]).toEqual([run, true])
      complete += Number(told?.complete)
    } else if (kind === 1) {
      const sent = transaction(random, me)
      const expected = readCall(sent, me)
      expect([run, say('eth_sendTransaction', [sent], me)]).toEqual([run, expected])
      // A change of any field changes the description.
      const name = random.pick(['to', 'value', ...(sent['data'] ? ['data'] : [])])
      const other = {
        ...sent,
        [name]:
          name === 'value'
            ? hex(BigInt(String(sent['value'] ?? 0)) + 1n)
            : name === 'to'
              ? addressOf(random)
              : withOtherLastByte(String(sent['data'])),
      }
      expect([run, name, say('eth_sendTransaction', [other], me)?.facts]).not.toEqual([
        run,
        name,
        expected.facts,
      ])
      complete += Number(expected.complete)
    } else if (kind === 2) {
      const typed = typedData(random)
      const expected = readTyped(typed)
      expect([
        run,
        say('eth_signTypedData_v4', [me, random.chance(0.5) ? JSON.stringify(typed) : typed], me),
      ]).toEqual([run, expected])
      // Where ethers signs another hash, the description is another one too.
      const message = {
        ...typed.message,
        ...(valueFor(random, typed.types, typed.primaryType) as object),
      }
      const hash = (value: Record<string, unknown>) =>
        TypedDataEncoder.hash(typed.domain as TypedDataDomain, typesOf(typed), value)
      if (hash(message) !== hash(typed.message))
        expect([
          run,
          say('eth_signTypedData_v4', [me, { ...typed, message }], me)?.facts,
        ]).not.toEqual([run, expected.facts])
      complete += Number(expected.complete)
    } else {
      const calls = Array.from({ length: 1 + random.below(3) }, () => transaction(random, me)).map(
        ({ to, value, data: bytes }) => ({
          to,
          ...(value !== undefined && { value }),
          ...(bytes !== undefined && { data: bytes }),
        }),
      )
      const told = calls.map((call) => readCall(call, me))
      const facts = told.flatMap((each, index) => [
        `${each.title} ${index + 1} / ${calls.length}`,
        ...each.facts,
      ])
      expect([
        run,
        say(
          'wallet_sendCalls',
          [{ version: '2.0.0', from: me, chainId: '0x1', atomicRequired: true, calls }],
          me,
        ),
      ]).toEqual([
        run,
        { title: 'evm.sendCalls', facts, complete: told.every((each) => each.complete) },
      ])
      complete += Number(told.every((each) => each.complete))
    }
  }
  expect(complete).toBeGreaterThan(RUNS / 4)
}, 60_000)
