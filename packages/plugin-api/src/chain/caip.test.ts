import { describe, expect, it } from 'vitest'
import { isCaip10, isCaip2, namespaceOf, parseCaip10, parseCaip2, toCaip10 } from './caip.js'

describe('CAIP-10', () => {
  it.each(['eip155:1', 'eip155::0xabc', 'a:b:c:d', '', ':::', 'a:b:', undefined, null, 7, {}])(
    '%j is not a CAIP-10 account, as it does not have exactly three parts [VALID-01]',
    (text) => {
      expect(isCaip10(text)).toBe(false)
      expect(() => parseCaip10(text)).toThrow(
        expect.objectContaining({
          code: 'caip.invalid_account',
          context: { input: String(text) },
          message: expect.stringMatching(/^Invalid CAIP-10 address/) as string,
        }),
      )
    },
  )
  it('A CAIP-10 account has a namespace, a reference and an address [VALID-01] [ENT-54]', () => {
    expect(isCaip10('eip155:1:0xabc')).toBe(true)
    expect(toCaip10('eip155:1', '0xabc')).toBe('eip155:1:0xabc')
    expect(parseCaip10('eip155:1:0xabc')).toEqual({
      namespace: 'eip155',
      reference: '1',
      address: '0xabc',
      network: 'eip155:1',
    })
  })
})

describe('CAIP-2', () => {
  it.each(['eip155', 'eip155:1:2', ':1', 'eip155:', '', undefined])(
    '%j is not a CAIP-2 network, as it does not have exactly two parts [VALID-03]',
    (text) => {
      expect(isCaip2(text)).toBe(false)
      expect(() => parseCaip2(text)).toThrow(
        expect.objectContaining({ code: 'caip.invalid_network', context: { input: String(text) } }),
      )
    },
  )
  it('A CAIP-2 network has a namespace and a reference [VALID-03] [ENT-55]', () => {
    expect(isCaip2('eip155:1')).toBe(true)
    expect(parseCaip2('solana:5eykt4')).toEqual({ namespace: 'solana', reference: '5eykt4' })
    expect(namespaceOf('solana:5eykt4')).toBe('solana')
  })
})
