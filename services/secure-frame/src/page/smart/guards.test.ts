import { CONTRACTS } from '@latchkey/smart-account'
import { describe, expect, it } from 'vitest'
import { addressesOf, deriveKeys } from '../../keys/derive.js'
import { readTypedData } from '../../keys/evm.js'
import { prepareEvm } from '../rpc/evmRequests.js'
import { networkOf } from '../rpc/networks.js'
import type { Reading } from '../rpc/prepared.js'
import { createSignedNonces } from '../rpc/signedNonces.js'
import { addressOf } from './address.js'
import { RULING } from './guards.js'
import { ownLogs } from './status.js'
import { readCallsId, toCallsId } from './callsId.js'
import type { OperationRecord } from './records.js'

const keys = await deriveKeys(new Uint8Array(32).fill(7))
const { evm: owner } = addressesOf(keys)
const smart = addressOf(owner)
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A reading of one of the two accounts. No node is asked for a signature. */
const readingOf = (account: string): Reading => ({
  network: networkOf('eip155:1', {}),
  account,
  origin: 'https://shop.example',
  host: 'shop.example',
  lang: 'en',
  node: () => Promise.reject(new Error('No node is asked.')),
  nonces: createSignedNonces(new Map()),
  smart,
  other: account === owner ? smart : owner,
})
const ACCOUNTS = [owner, smart]
const REFUSED = { name: 'KeysError', failure: 'refused' }

const dataOf = (more: {
  primaryType?: string
  domain?: object
  to?: string
}): Record<string, unknown> => {
  const { primaryType = 'Order', domain = {}, to = STRANGER } = more
  return {
    domain: { name: 'Shop', version: '1', chainId: 1, ...domain },
    types: { [primaryType]: [{ name: 'to', type: 'address' }] },
    primaryType,
    message: { to },
  }
}

describe('Typed data', () => {
  it('The contracts that rule accounts have the addresses of the package', () => {
    expect(CONTRACTS).toMatchObject(RULING)
  })

  it('An operation or a grant is refused for both accounts', async () => {
    const { entryPoint, delegationManager, implementation } = CONTRACTS
    const forbidden = [
      { primaryType: 'PackedUserOperation' },
      { primaryType: 'UserOperation' },
      { primaryType: 'Delegation' },
      ...['HybridDeleGator', 'DelegationManager', 'EntryPoint', 'ERC4337', 'MultiSigDeleGator'].map(
        (name) => ({ domain: { name } }),
      ),
      ...[entryPoint, delegationManager, implementation, smart].flatMap((verifyingContract) => [
        { domain: { verifyingContract } },
        { domain: { verifyingContract: verifyingContract.toLowerCase() } },
      ]),
    ]
    for (const account of ACCOUNTS)
      for (const more of forbidden)
        await expect(
          prepareEvm(readingOf(account), 'eth_signTypedData_v4', [account, dataOf(more)]),
          JSON.stringify(more),
        ).rejects.toMatchObject(REFUSED)
  })

  it('Data about a stranger is signed, and data about the visitor’s other account is not', async () => {
    for (const account of ACCOUNTS) {
      const reading = readingOf(account)
      const ask = (to: string) =>
        prepareEvm(reading, 'eth_signTypedData_v4', [account, dataOf({ to })])
      await expect(ask(STRANGER)).resolves.toMatchObject({ account })
      await expect(ask(account)).resolves.toMatchObject({ account })
      for (const to of [reading.other!, reading.other!.toLowerCase()])
        await expect(ask(to)).rejects.toMatchObject(REFUSED)
    }
    expect(readTypedData(dataOf({}), 1).primaryType).toBe('Order')
  })
})

/** Data of Permit2 and of contracts made after it. None of its types names an owner. */
const permitOf = (domain: object, primaryType = 'PermitTransferFrom'): Record<string, unknown> => ({
  domain: { chainId: 1, ...domain },
  types: {
    [primaryType]: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType,
  message: {
    permitted: { token: STRANGER, amount: '100' },
    spender: STRANGER,
    nonce: '1',
    deadline: '2000000000',
  },
})
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

describe('A signature that both accounts could honour', () => {
  const sign = (account: string, data: object, reading = readingOf(account)) =>
    prepareEvm(reading, 'eth_signTypedData_v4', [account, data])
  const BOTH = { warning: 'approve.bothAccounts' }

  it('Permits of Permit2 are refused for either account', async () => {
    const forms = [
      permitOf({ name: 'Permit2', verifyingContract: PERMIT2 }),
      permitOf({ verifyingContract: PERMIT2.toLowerCase() }, 'Order'),
      permitOf({ name: 'Permit2', verifyingContract: STRANGER }, 'Order'),
      ...['PermitSingle', 'PermitBatch', 'PermitBatchTransferFrom', 'PermitWitnessTransferFrom']
        .concat('PermitBatchWitnessTransferFrom')
        .map((primaryType) =>
          permitOf({ name: 'Other', verifyingContract: STRANGER }, primaryType),
        ),
    ]
    for (const account of ACCOUNTS)
      for (const data of forms)
        await expect(sign(account, data), JSON.stringify(data)).rejects.toMatchObject(REFUSED)
  })

  it('They are signed where the visitor has one account', async () => {
    const { smart: _smart, other: _other, ...reading } = readingOf(owner)
    const data = permitOf({ name: 'Permit2', verifyingContract: PERMIT2 })
    expect(await sign(owner, data, reading)).not.toHaveProperty('warning')
    expect(await sign(owner, dataOf({}), reading)).not.toHaveProperty('warning')
  })

  it('Other data has a warning, unless a field that is signed names the account in use', async () => {
    for (const account of ACCOUNTS) {
      expect(await sign(account, dataOf({}))).toMatchObject(BOTH)
      for (const to of [account, account.toLowerCase()])
        expect(await sign(account, dataOf({ to }))).not.toHaveProperty('warning')
      const nested = {
        ...dataOf({}),
        types: {
          Order: [{ name: 'parts', type: 'Part[][1]' }],
          Part: [{ name: 'of', type: 'address' }],
        },
        message: { parts: [[{ of: STRANGER }, { of: account }]] },
      }
      expect(await sign(account, nested)).not.toHaveProperty('warning')
      // A value beside the fields of the type is not signed.
      const beside = { ...dataOf({}), message: { to: STRANGER, owner: account } }
      expect(await sign(account, beside)).toMatchObject(BOTH)
    }
  })

  it('A message has the warning, unless it names the account in use', async () => {
    for (const account of ACCOUNTS) {
      const ask = (text: string) => prepareEvm(readingOf(account), 'personal_sign', [text, account])
      expect(await ask('Sign in to Shop. Nonce: 12345678')).toMatchObject(BOTH)
      expect(await ask(`Sign in to Shop as ${account}`)).not.toHaveProperty('warning')
    }
    const { smart: _smart, other: _other, ...alone } = readingOf(owner)
    expect(await prepareEvm(alone, 'personal_sign', ['Hello', owner])).not.toHaveProperty('warning')
  })
})

describe('The other account in another spelling', () => {
  const decimal = (address: string): string => BigInt(address).toString()
  const bytesOf = (address: string): string => address.slice(2).toLowerCase()

  it('Typed data that holds it as a number is refused', async () => {
    for (const account of ACCOUNTS) {
      const reading = readingOf(account)
      const { other } = reading
      const number = BigInt(other!)
      const ask = (of: string, type = 'uint256') =>
        prepareEvm(reading, 'eth_signTypedData_v4', [
          account,
          { ...dataOf({}), types: { Order: [{ name: 'of', type }] }, message: { of } },
        ])
      for (const form of [
        decimal(other!),
        `0${decimal(other!)}`,
        ` ${decimal(other!)} `,
        `0b${number.toString(2)}`,
        `0o${number.toString(8)}`,
        `0x${number.toString(16).padStart(64, '0')}`,
        // Contracts that cut a word to an address read the same account.
        (number + (1n << 160n)).toString(),
      ])
        await expect(ask(form), form).rejects.toMatchObject(REFUSED)
      await expect(ask((number - (1n << 160n)).toString(), 'int256')).rejects.toMatchObject(REFUSED)
      await expect(ask(decimal(account))).resolves.not.toHaveProperty('warning')
      await expect(ask(decimal(STRANGER))).resolves.toMatchObject({ account })
    }
  })

  it('Every message that names it is refused, in any form', async () => {
    for (const account of ACCOUNTS) {
      const reading = readingOf(account)
      const other = reading.other!
      const ask = (text: string) => prepareEvm(reading, 'personal_sign', [text, account])
      for (const text of [
        `Welcome!\n\nWallet address:\n${other}\n\nNonce: 1`,
        `owner=${bytesOf(other)}`,
        `owner=${decimal(other)}`,
        // The bytes of an address between others.
        `0xff${bytesOf(other)}ff`,
      ])
        await expect(ask(text), text).rejects.toMatchObject(REFUSED)
      await expect(ask(`Welcome!\n\nWallet address:\n${STRANGER}`)).resolves.toMatchObject({
        account,
      })
      for (const text of [`owner=${decimal(account)}`, `0xff${bytesOf(account)}ff`])
        expect(await ask(text)).not.toHaveProperty('warning')
    }
  })
})

describe('Messages to sign in', () => {
  const signIn = (address: string): string =>
    `shop.example wants you to sign in with your Ethereum account:\n${address}\n\n\n` +
    'URI: https://shop.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\n' +
    'Issued At: 2026-01-01T00:00:00.000Z'
  it('One that names the visitor’s other account is refused', async () => {
    for (const account of ACCOUNTS) {
      const reading = readingOf(account)
      const ask = (text: string) => prepareEvm(reading, 'personal_sign', [text, account])
      await expect(ask(signIn(account))).resolves.toMatchObject({ account })
      await expect(ask(signIn(reading.other!))).rejects.toMatchObject(REFUSED)
      await expect(ask(signIn(reading.other!.toLowerCase()))).rejects.toMatchObject(REFUSED)
      await expect(ask(`We want you to sign in as ${reading.other!}`)).rejects.toMatchObject(
        REFUSED,
      )
      await expect(ask('Hello')).resolves.toMatchObject({ account })
    }
  })
})

describe('Logs of an operation', () => {
  const address = CONTRACTS.entryPoint
  const own = (index: number) => ({ address: STRANGER, topics: [], data: `0x0${index}` }) as const
  const begin = {
    address,
    topics: ['0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'],
    data: '0x',
  } as const
  const end = (hash: `0x${string}`, from: `0x${string}` = address) =>
    ({
      address: from,
      topics: ['0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', hash],
      data: '0x',
    }) as const
  it('They begin after the validations, or after the operation before', () => {
    const logs = [own(1), begin, own(2), end('0xaa'), own(3), own(4), end('0xbb'), own(5)]
    expect(ownLogs(logs, '0xaa').map(({ data }) => data)).toEqual(['0x02'])
    expect(ownLogs(logs, '0xbb').map(({ data }) => data)).toEqual(['0x03', '0x04'])
    expect(ownLogs(logs, '0xcc')).toEqual([])
  })
  it('A contract that imitates the marks ends nothing', () => {
    const logs = [begin, own(1), end('0xaa', STRANGER), own(2), end('0xaa')]
    expect(ownLogs(logs, '0xaa').map(({ data }) => data)).toEqual(['0x01', '0x', '0x02'])
  })
})

it('The id of calls holds all that finds them without a store', () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  const parts = { hash, network: 'eip155:8453', fromBlock: 1_000n }
  const operation = { sender: STRANGER, nonce: 5n }
  const record = { ...parts, operation } as OperationRecord
  expect(readCallsId(toCallsId(record))).toEqual({ ...parts, ...operation })
  for (const other of [hash, '0x4337', `${toCallsId(record)}0`, 5, undefined])
    expect(readCallsId(other)).toBeUndefined()
})
