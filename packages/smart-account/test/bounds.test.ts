import { expect, it } from 'vitest'
import { boundGas, checkFees, costAtMost, gasInAll, replacementFees } from '../src/index.js'

const own = { callGasLimit: 100n, verificationGasLimit: 200n, preVerificationGas: 300n }
const ceiling = { gas: 1_200n, maxFeePerGas: 50n }

it('A limit up to twice our own estimate is borne, and one below it is raised', () => {
  expect(boundGas({ ...own, callGasLimit: 200n, preVerificationGas: 1n }, own, ceiling)).toEqual({
    ...own,
    callGasLimit: 200n,
  })
})

it.each(['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const)(
  'A %s of more than twice our own estimate is refused',
  (part) => {
    const offered = { ...own, [part]: 2n * own[part] + 1n }
    expect(() => boundGas(offered, own, { gas: 10n ** 9n })).toThrow(
      expect.objectContaining({
        code: 'smart.gas_beyond_bounds',
        context: { part, value: 2n * own[part] + 1n, limit: 2n * own[part] },
      }),
    )
  },
)

it('All limits together stay within the ceiling, those of a paymaster too', () => {
  const offered = { ...own, paymasterVerificationGasLimit: 500n, paymasterPostOpGasLimit: 100n }
  expect(gasInAll(boundGas(offered, own, ceiling))).toBe(1_200n)
  expect(() => boundGas({ ...offered, paymasterPostOpGasLimit: 101n }, own, ceiling)).toThrow(
    expect.objectContaining({ context: { part: 'gas', value: 1_201n, limit: 1_200n } }),
  )
})

it('Fees stay within the ceiling, and the tip within the fee', () => {
  checkFees({ maxFeePerGas: 50n, maxPriorityFeePerGas: 50n }, ceiling)
  expect(() => checkFees({ maxFeePerGas: 51n, maxPriorityFeePerGas: 1n }, ceiling)).toThrow(
    expect.objectContaining({ context: { part: 'maxFeePerGas', value: 51n, limit: 50n } }),
  )
  expect(() => checkFees({ maxFeePerGas: 5n, maxPriorityFeePerGas: 6n }, ceiling)).toThrow(
    expect.objectContaining({ context: { part: 'maxPriorityFeePerGas', value: 6n, limit: 5n } }),
  )
})

it('A replacement pays a tenth more than what it replaces, or what is paid now', () => {
  const waiting = { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 100n }
  expect(replacementFees(waiting, { maxFeePerGas: 500n, maxPriorityFeePerGas: 400n })).toEqual({
    maxFeePerGas: 1_101n,
    maxPriorityFeePerGas: 400n,
  })
})

it('The cost is that of all gas at the full fee', () => {
  const operation = {
    ...({
      sender: '0xacc0000000000000000000000000000000000001',
      nonce: 0n,
      callData: '0x',
    } as const),
    ...own,
    ...{ maxFeePerGas: 7n, maxPriorityFeePerGas: 1n },
  }
  expect(costAtMost(operation)).toBe(4_200n)
})
