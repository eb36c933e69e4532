// The examples of CAIP-2, CAIP-10 and CAIP-19 (github.com/ChainAgnostic/CAIPs, CAIPs/caip-2.md,
// caip-10.md, caip-19.md; CC0-1.0), as they stand there.
import { describe, expect, it } from 'vitest'
import { isCaip10, isCaip2, parseCaip10, parseCaip2 } from './caip.js'

const CAIP_2 = [
  'eip155:1',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:12a765e31ffd4059bada1e25190f6e98',
  'bip122:fdbe99b90c90bae7505796461471d89a',
  'cosmos:cosmoshub-2',
  'cosmos:cosmoshub-3',
  'cosmos:Binance-Chain-Tigris',
  'cosmos:iov-mainnet',
  'starknet:SN_GOERLI',
  'lip9:9ee11e9df416b18b',
  'chainstd:8c3444cf8970a9e41a706fab93e7a6c4',
]
const CAIP_10 = [
  'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb',
  'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
  'cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f:5hmuyxw9xdgbpptgypokw4thfyoe3ryenebr381z9iaegmfy',
  'chainstd:8c3444cf8970a9e41a706fab93e7a6c4:6d9b0b4b9994e8a6afbd3dc3ed983cd51c755afb27cd1dc7825ef59c134a39f7',
]
const CAIP_19 = [
  'eip155:1/slip44:60',
  'bip122:000000000019d6689c085ae165831e93/slip44:0',
  'cosmos:cosmoshub-3/slip44:118',
  'bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2',
  'cosmos:Binance-Chain-Tigris/slip44:714',
  'cosmos:iov-mainnet/slip44:234',
  'lip9:9ee11e9df416b18b/slip44:134',
  'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f',
  'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
  'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769',
  'hedera:mainnet/nft:0.0.55492/12',
]
/** Before CAIP-10 had its order of today. */
const LEGACY = '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb@eip155:1'

describe('the examples of the standards', () => {
  it.each(CAIP_2)('%s is a network, not an account (audit A3)', (id) => {
    expect([isCaip2(id), isCaip10(id)]).toEqual([true, false])
    const { namespace, reference } = parseCaip2(id)
    expect(`${namespace}:${reference}`).toBe(id)
  })
  it.each(CAIP_10)('%s is an account, not a network (audit A3)', (id) => {
    expect([isCaip2(id), isCaip10(id)]).toEqual([false, true])
    const { network, address } = parseCaip10(id)
    expect([isCaip2(network), `${network}:${address}`]).toEqual([true, id])
  })
  it.each([...CAIP_19, LEGACY])('%s is neither a network nor an account (audit A3)', (id) =>
    expect([isCaip2(id), isCaip10(id)]).toEqual([false, false]),
  )
})

const NAMESPACES = {
  right: ['eip', 'eip155', 'chainstd', '---', '0-0'],
  wrong: [
    '',
    'ei',
    'chainstd9',
    'Eip155',
    'EIP155',
    'eip 155',
    'eip_155',
    'eip.155',
    'e\u0456p155',
    ' eip155',
    '\u202eeip155',
    'eip155\u200b',
  ],
}
const REFERENCES = {
  right: ['1', '-', '_', 'SN_GOERLI', 'a'.repeat(32)],
  wrong: [
    '',
    'a'.repeat(33),
    '1 ',
    ' 1',
    '1\n',
    '1.5',
    '1/2',
    '%31',
    '\u0661',
    '1\u202e',
    '1\u0000',
    '<b>',
    '*',
  ],
}
const ADDRESSES = {
  right: ['0', '0x1', '0.0.55492', 'a%20b', '-', 'a'.repeat(128)],
  wrong: [
    '',
    'a'.repeat(129),
    'a b',
    'a_b',
    'a/b',
    'a:b',
    'a\n',
    '\u202ea',
    'a\u200b',
    '\u00e4',
    '<b>',
    'a?b',
    'a#b',
    'a@b',
  ],
}

describe('by the grammar', () => {
  it('A CAIP id is accepted exactly where each of its parts is right (audit A3)', () => {
    for (const namespace of [...NAMESPACES.right, ...NAMESPACES.wrong])
      for (const reference of [...REFERENCES.right, ...REFERENCES.wrong]) {
        const id = `${namespace}:${reference}`
        expect(isCaip2(id), JSON.stringify(id)).toBe(
          NAMESPACES.right.includes(namespace) && REFERENCES.right.includes(reference),
        )
        for (const address of [...ADDRESSES.right, ...ADDRESSES.wrong])
          expect(isCaip10(`${id}:${address}`), JSON.stringify(`${id}:${address}`)).toBe(
            isCaip2(id) && ADDRESSES.right.includes(address),
          )
      }
  })
  it('A text of a million characters is refused as a CAIP id within a second (audit A3)', () => {
    const from = performance.now()
    for (const text of [
      'a'.repeat(1e6),
      `eip155:${'1'.repeat(1e6)}`,
      ':'.repeat(1e6),
      `eip155:1:${'a'.repeat(1e6)}`,
    ])
      expect([isCaip2(text), isCaip10(text)]).toEqual([false, false])
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})
