import { expect, it } from 'vitest'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { checksum } from './checksum.js'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => {
  return `0x${Buffer.from(bytes).toString('hex')}` as const
})

it('An address is spelled as viem spells it, also the second time and from capitals', () => {
  fc.assert(
    fc.property(address, (each) => {
      const spelled = getAddress(each)
      expect([checksum(each), checksum(each), checksum(spelled)]).toEqual([
        spelled,
        spelled,
        spelled,
      ])
    }),
  )
})
