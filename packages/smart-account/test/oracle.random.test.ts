// All that is computed here must be what the publisher of the contracts computes in its own library, and viem.
import {
  createDelegation,
  getSmartAccountsEnvironment,
  Implementation,
  signDelegation,
  signUserOperation,
} from '@metamask/smart-accounts-kit'
import { DelegationManager } from '@metamask/smart-accounts-kit/contracts'
import {
  decodeDelegations,
  encodeCalls as kitCalls,
  encodeDelegations,
  getCounterfactualAccountData,
  hashDelegation as kitHash,
} from '@metamask/smart-accounts-kit/utils'
import type { Hex } from 'viem'
import { getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it, vi } from 'vitest'
import {
  CONTRACTS,
  decodeCalls,
  decodeContext,
  decodeLimits,
  delegationTypedData,
  disableCall,
  encodeCalls,
  encodeContext,
  encodeLimits,
  ENFORCERS,
  hashDelegation,
  hashOperation,
  judgeLimits,
  operationTypedData,
  packOperation,
  redeemCall,
  ROOT_AUTHORITY,
  smartAccountOf,
  type Allowance,
  type Call,
  type Delegation,
  type Limits,
  type Operation,
  type Permission,
} from '../src/index.js'
import { randomFrom, type Random } from './random.js'

// The library reports its use to its publisher unless it is told not to.
vi.hoisted(() => {
  process.env['DO_NOT_TRACK'] = '1'
})

const ROUNDS = 1_000
const environment = getSmartAccountsEnvironment(1)

const callOf = (random: Random): Call => ({
  to: random.address(),
  ...(random.below(3) > 0 && { value: random.integer(256) }),
  ...(random.below(4) > 0 && { data: random.bytes(random.below(200)) }),
})

function operationOf(random: Random): Operation {
  const isFirst = random.below(2) === 0
  const account = smartAccountOf(random.address(), random.bytes(random.below(33)))
  return {
    sender: account.address,
    nonce: random.integer(256),
    ...(isFirst && { factory: account.factory, factoryData: account.factoryData }),
    callData: encodeCalls(random.list(1, 4, () => callOf(random))),
    callGasLimit: random.integer(128),
    verificationGasLimit: random.integer(128),
    preVerificationGas: random.integer(256),
    maxFeePerGas: random.integer(128),
    maxPriorityFeePerGas: random.integer(128),
    ...(random.below(2) === 0 && {
      paymaster: random.address(),
      paymasterVerificationGasLimit: random.integer(128),
      paymasterPostOpGasLimit: random.integer(128),
      paymasterData: random.bytes(random.below(100)),
    }),
    signature: random.bytes(65),
  }
}

it('The addresses of the framework are those that its publisher names', () => {
  const { SimpleFactory, EntryPoint, implementations } = environment
  expect(CONTRACTS.factory).toBe(SimpleFactory)
  expect(CONTRACTS.entryPoint).toBe(EntryPoint)
  expect(CONTRACTS.delegationManager).toBe(environment.DelegationManager)
  expect(CONTRACTS.implementation).toBe(implementations['HybridDeleGatorImpl'])
  const enforcers = Object.values(environment.caveatEnforcers)
  for (const enforcer of Object.values(ENFORCERS)) expect(enforcers).toContain(enforcer)
})

it('The accounts of 1,000 owners have the address and the deployment that the library computes', async () => {
  const random = randomFrom('accounts')
  for (let round = 0; round < ROUNDS; round++) {
    const owner = random.address()
    const deploySalt = random.bytes(random.below(33))
    const account = smartAccountOf(owner, deploySalt)
    const kit = await getCounterfactualAccountData({
      factory: environment.SimpleFactory,
      implementations: environment.implementations,
      implementation: Implementation.Hybrid,
      deployParams: [owner, [], [], []],
      deploySalt,
    })
    expect([account.address, account.factoryData]).toEqual([kit.address, kit.factoryData])
  }
})

it('1,000 operations are packed, hashed and signed as by the library and viem', async () => {
  const random = randomFrom('operations')
  for (let round = 0; round < ROUNDS; round++) {
    const operation = operationOf(random)
    const chainId = 1 + random.below(100_000)
    expect(packOperation(operation)).toEqual(toPackedUserOperation(operation))
    expect(hashOperation(operation, chainId)).toBe(
      getUserOperationHash({
        chainId,
        entryPointAddress: CONTRACTS.entryPoint,
        entryPointVersion: '0.7',
        userOperation: operation,
      }),
    )
    const privateKey = random.bytes(32)
    const signature = await signUserOperation({
      privateKey,
      userOperation: operation,
      entryPoint: { address: CONTRACTS.entryPoint },
      chainId,
      name: 'HybridDeleGator',
      address: operation.sender,
    })
    const own = await privateKeyToAccount(privateKey).signTypedData(
      operationTypedData(operation, chainId),
    )
    expect(own).toBe(signature)
  }
})

it('1,000 lists of calls are encoded as by the library, and read back', () => {
  const random = randomFrom('calls')
  for (let round = 0; round < ROUNDS; round++) {
    const calls = random.list(1, 5, () => callOf(random))
    const encoded = encodeCalls(calls)
    expect(encoded).toBe(kitCalls(calls))
    const whole = calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))
    expect(decodeCalls(encoded)).toEqual(whole)
  }
})

const NOW = 1_800_000_000

function allowanceOf(random: Random): Allowance {
  const amount = random.integer(127) + 1n
  const start = 1 + random.below(NOW)
  switch (random.pick(['total', 'period', 'stream'] as const)) {
    case 'total':
      return { kind: 'total', amount }
    case 'period':
      return { kind: 'period', amount, period: 1 + random.below(10_000_000), start }
    case 'stream': {
      const initial = random.integer(100)
      const perSecond = random.integer(64) + 1n
      return { kind: 'stream', initial, perSecond, maximum: initial + amount, start }
    }
  }
}

function permissionOf(random: Random): Permission {
  const allowance = allowanceOf(random)
  switch (random.pick(['native', 'erc20', 'calls'] as const)) {
    case 'native':
      return { type: 'native', allowance }
    case 'erc20':
      return { type: 'erc20', token: random.address(), allowance }
    case 'calls':
      return {
        type: 'calls',
        targets: random.list(1, 6, () => random.address()),
        selectors: random.list(1, 6, () => random.bytes(4)),
        maxValue: random.integer(90),
      }
  }
}

const limitsOf = (random: Random): Limits => ({
  permission: permissionOf(random),
  ...(random.below(2) === 0 && { notBefore: 2 + random.below(NOW) }),
  expiry: NOW + 1 + random.below(10_000_000),
  maxCalls: 1 + random.below(1_000_000),
})

/** The same limits in the library's own words. */
function kitScope({ permission }: Limits) {
  if (permission.type === 'calls') {
    const { targets, selectors, maxValue } = permission
    return {
      type: 'functionCall',
      targets: [...targets],
      selectors: [...selectors],
      valueLte: { maxValue },
    } as const
  }
  const { allowance } = permission
  const token = permission.type === 'erc20' ? { tokenAddress: permission.token } : {}
  const family = permission.type === 'erc20' ? 'erc20' : 'nativeToken'
  switch (allowance.kind) {
    case 'total':
      return { type: `${family}TransferAmount`, ...token, maxAmount: allowance.amount }
    case 'period':
      return {
        ...{ type: `${family}PeriodTransfer`, ...token, periodAmount: allowance.amount },
        ...{ periodDuration: allowance.period, startDate: allowance.start },
      }
    case 'stream':
      return {
        ...{ type: `${family}Streaming`, ...token, initialAmount: allowance.initial },
        ...{ maxAmount: allowance.maximum, amountPerSecond: allowance.perSecond },
        startTime: allowance.start,
      }
  }
}

it('1,000 delegations have the conditions, hashes and redemptions that the library gives them', async () => {
  const random = randomFrom('delegations')
  for (let round = 0; round < ROUNDS; round++) {
    const limits = limitsOf(random)
    const account = random.address()
    const delegate = random.address()
    const salt = random.bytes(32)
    const kit = createDelegation({
      environment,
      from: account,
      to: delegate,
      salt,
      scope: kitScope(limits) as never,
      caveats: [
        {
          type: 'timestamp',
          afterThreshold: limits.notBefore === undefined ? 0 : limits.notBefore - 1,
          beforeThreshold: limits.expiry,
        },
        { type: 'limitedCalls', limit: limits.maxCalls! },
      ],
    })
    const scope = { account, delegate, now: NOW }
    expect(judgeLimits(limits, scope).refusals).toEqual([])
    const caveats = encodeLimits(limits, scope)
    const lower = (text: string) => text.toLowerCase()
    expect(caveats.map(({ enforcer, terms }) => [enforcer, lower(terms)])).toEqual(
      kit.caveats.map(({ enforcer, terms }) => [enforcer, lower(terms)]),
    )
    expect(decodeLimits(caveats)).toEqual({ ok: true, limits })

    const unsigned = { delegate, delegator: account, authority: ROOT_AUTHORITY, caveats }
    const delegation = { ...unsigned, salt: BigInt(salt) }
    expect(hashDelegation(delegation)).toBe(kitHash(kit))
    const privateKey = random.bytes(32)
    const chainId = 1 + random.below(100_000)
    const { delegationManager } = CONTRACTS
    const signature = await signDelegation({
      privateKey,
      delegation: kit,
      delegationManager,
      chainId,
    })
    const own = await privateKeyToAccount(privateKey).signTypedData(
      delegationTypedData(delegation, chainId),
    )
    expect(own).toBe(signature)
    // Arguments are the redeemer's and not signed; the library fills them with a zero.
    const kitCaveats = kit.caveats.map((caveat) => ({ ...caveat, args: '0x' as const }))
    compareRedemption(
      { ...delegation, signature },
      { ...kit, caveats: kitCaveats, signature },
      random,
    )
  }
})

function compareRedemption(
  delegation: Delegation,
  kit: ReturnType<typeof createDelegation>,
  random: Random,
) {
  const kitContext = encodeDelegations([kit])
  expect(encodeContext([delegation])).toBe(kitContext)
  expect(decodeContext(kitContext).map(hashDelegation)).toEqual([kitHash(kit)])
  expect(decodeDelegations(encodeContext([delegation])).map(kitHash)).toEqual([kitHash(kit)])
  const calls = random.list(1, 3, () => callOf(random))
  const single: Hex = `0x${'00'.repeat(32)}`
  expect(redeemCall(kitContext, calls).data).toBe(
    DelegationManager.encode.redeemDelegations({
      delegations: calls.map(() => [kit]),
      modes: calls.map(() => single as never),
      executions: calls.map(({ to, value = 0n, data = '0x' }) => [
        { target: to, value, callData: data },
      ]),
    }),
  )
  expect(disableCall(delegation).data).toBe(
    DelegationManager.encode.disableDelegation({ delegation: kit }).toLowerCase(),
  )
}
