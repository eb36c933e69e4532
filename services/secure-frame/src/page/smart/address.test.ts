import { CONTRACTS, smartAccountOf } from '@latchkey/smart-account'
import { keccakP } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { decodeFunctionData, hexToBytes, parseAbi, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { addressOf } from './address.js'

const owners = fc.uint8Array({ minLength: 20, maxLength: 20 })
const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

it('The address of 1,000 random owners is that of the package, with its checksum', () => {
  fc.assert(
    fc.property(owners, (bytes) => {
      const owner = toHex(bytes)
      expect(addressOf(owner)).toBe(smartAccountOf(owner).address)
    }),
    { numRuns: 1_000 },
  )
})

it('It follows from the owner in any spelling, also after another one was asked for', () => {
  const owner = CONTRACTS.factory
  const { address } = smartAccountOf(owner)
  expect(addressOf(owner)).toBe(address)
  expect(addressOf(CONTRACTS.implementation)).not.toBe(address)
  expect(addressOf(owner.toLowerCase())).toBe(address)
})

it('The state that the computation begins with is that after the part of the creation code that is alike', () => {
  const codes = ([CONTRACTS.factory, CONTRACTS.implementation] as const).map((owner) => {
    const { args } = decodeFunctionData({
      abi: parseAbi(['function deploy(bytes code, bytes32 salt)']),
      data: smartAccountOf(owner).factoryData,
    })
    return hexToBytes(args[0]).subarray(0, 1_088)
  })
  expect(codes[0]).toEqual(codes[1])
  const state = new Uint32Array(50)
  const bytes = new Uint8Array(state.buffer)
  for (let at = 0; at < 1_088; at += 136) {
    for (let index = 0; index < 136; index += 1) bytes[index]! ^= codes[0]![at + index]!
    keccakP(state)
  }
  expect(toHex(bytes)).toContain('2d3c3760ee441818d4c29a28fad77135e07286814a56b153d2cad964c665cd33')
})
