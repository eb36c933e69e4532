// The test cases of EIP-55 and EIP-1191 (github.com/ethereum/EIPs, EIPS/eip-55.md and eip-1191.md;
// CC0-1.0), as they stand there.
import { createKernel } from '@latchkey/kernel'
import type { Network } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evm } from '../src/index.js'

const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
const EIP_1191: Readonly<Record<number, readonly string[]>> = {
  30: [
    '0x6549F4939460DE12611948B3F82B88C3C8975323',
    '0x27b1FdB04752BBc536007A920D24ACB045561c26',
    '0x3599689E6292B81B2D85451025146515070129Bb',
    '0x52908400098527886E0F7030069857D2E4169ee7',
    '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
    '0x8617E340b3D01Fa5f11f306f4090fd50E238070D',
    '0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB',
    '0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB',
    '0xDe709F2102306220921060314715629080e2FB77',
    '0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359',
  ],
  31: [
    '0x42712D45473476B98452F434E72461577D686318',
    '0x27B1FdB04752BbC536007a920D24acB045561C26',
    '0x3599689e6292b81b2D85451025146515070129Bb',
    '0x52908400098527886E0F7030069857D2e4169EE7',
    '0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd',
    '0x66f9664F97F2b50f62d13eA064982F936DE76657',
    '0x8617e340b3D01fa5F11f306F4090Fd50e238070d',
    '0xDE709F2102306220921060314715629080e2Fb77',
    '0xFb6916095CA1dF60bb79CE92ce3Ea74C37c5D359',
    '0xd1220a0CF47c7B9Be7A2E6Ba89f429762E7b9adB',
    '0xdbF03B407C01E7cd3cbEa99509D93f8dDDc8C6fB',
  ],
}
const kernel = createKernel({
  metadata: { name: 'Shop' },
  storage: fakeStorage(),
  logLevel: 'silent',
  plugins: [evm({ networks: [mainnet] })],
})
let parse: (text: string, chain?: number) => string
beforeAll(async () => {
  await kernel.ready
  const adapter = await kernel.ports.adapter('eip155')
  const known = kernel.ports.networks.get()[0]!.value
  parse = (text, chain) =>
    adapter.parseAddress(
      text,
      chain === undefined
        ? undefined
        : ({ ...known, id: `eip155:${chain}`, reference: String(chain) } as Network),
    )
})
afterAll(() => kernel.dispose())

describe('the cases of EIP-55', () => {
  it.each(EIP_55)(
    '%s is an address on every chain, and its canonical spelling is its checksum',
    (address) => {
      for (const chain of [undefined, 1, 10, 30])
        expect(parse(address.toLowerCase(), chain)).toBe(parse(address, chain))
      if (/[a-f]/.test(address.slice(2)) && /[A-F]/.test(address))
        expect(parse(address)).toBe(address)
    },
  )
  it.each(EIP_55)('%s with the case of one letter changed is refused', (address) => {
    const mixed = /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address)
    for (const at of mixed
      ? [...address].flatMap((letter, index) => (index > 1 && /[a-f]/i.test(letter) ? [index] : []))
      : []) {
      const letter = address[at]!
      const other =
        address.slice(0, at) +
        (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) +
        address.slice(at + 1)
      expect(() => parse(other)).toThrow(
        expect.objectContaining({ code: 'adapter.invalid_address' }),
      )
    }
  })
})

describe.each(Object.entries(EIP_1191))(
  'the cases of EIP-1191 for chain %s',
  (chain, addresses) => {
    it.each(addresses)(
      '%s of EIP-1191 is an address on its chain, in the spelling that all chains share (audit A5)',
      (address) => {
        expect(parse(address, Number(chain))).toBe(parse(address.toLowerCase()))
      },
    )
    it.each(addresses)(
      '%s of EIP-1191 is refused on another chain and where the chain is unknown (audit A5)',
      (address) => {
        // An address in capitals alone has no checksum that could be wrong.
        const isShared =
          parse(address.toLowerCase()) === address ||
          address.slice(2) === address.slice(2).toUpperCase()
        for (const other of [undefined, 1, 10, chain === '30' ? 31 : 30]) {
          const isOther = other !== undefined && (EIP_1191[other] ?? []).includes(address)
          if (!isShared && !isOther)
            expect(() => parse(address, other), `${other}`).toThrow(
              expect.objectContaining({ code: 'adapter.invalid_address' }),
            )
        }
      },
    )
  },
)
