// Addresses and sign-in messages in the words of the standards: EIP-55 (github.com/ethereum/EIPs,
// EIPS/eip-55.md and eip-1191.md, CC0-1.0), the grammar of SIWS
// (github.com/phantom/sign-in-with-solana, README.md, MIT), and SS58 as Substrate's own tools spell
// its development keys (Apache-2.0). More vectors of each standard stand in other files:
// siwe.test.ts, bitcoin.test.ts (BIP-322), families.test.ts (ADR-36, SIWS), roundTrip.test.ts.
import { decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { accountKeyOf, formatMessage, parseMessage } from '../src/index.js'
import { isEip55 } from '../src/family/eip55.js'

describe('EIP-55', () => {
  it.each([
    '0x88021160C5C792225E4E5452585947470010289D',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xde709f2102306220921060314715629080e2fb77',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ])('The address %s has the spelling of EIP-55, which a message accepts', (address) => {
    expect(isEip55(address)).toBe(true)
    const text = formatMessage({
      domain: 'a.test',
      uri: 'https://a.test',
      accountAddress: address,
      chainId: 'eip155:1',
      version: '1',
      nonce: 'abcdefgh',
      issuedAt: '2026-01-01T00:00:00Z',
    })
    expect(parseMessage(text, 'eip155').accountAddress).toBe(address)
  })
  // One letter in another case, no capitals, and two with the checksum of EIP-1191, which EIP-4361
  // does not know.
  it.each([
    '0xdbF03B407c01E7cD3CBea99509D93f8DDDC8C6FB',
    '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    '0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB',
    '0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB',
  ])(
    'The address %s is not spelled as EIP-55 asks, and has the key of its account all the same',
    (address) => {
      expect(isEip55(address)).toBe(false)
      expect(accountKeyOf(address)).toBe(`eip155:${address.toLowerCase()}`)
    },
  )
})

describe('SS58', () => {
  const ALICE = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
  const BOB = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'
  it.each([
    [ALICE, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    [ALICE, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
    [ALICE, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    [ALICE, '7NPoMQbiA6trJKkjB35uk96MeJD4PGWkLQLH7k7hXEkZpiba'],
    [ALICE, 'cEaNSpz4PxFcZ7nT1VEKrKewH67rfx6MfcM6yKojyyPz7qaqp'],
    [ALICE, 'yGHXkYLYqxijLKKfd9Q2CB9shRVu8rPNBS53wvwGTutYg4zTg'],
    [ALICE, 'yNa8JpqfFB3q8A29rCwSgxvdU94ufJw2yKKxDgznS5m1PoFvn'],
    [BOB, '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'],
    [BOB, 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP'],
    [BOB, '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'],
  ])('The Polkadot account %s is read from %s', (id, address) =>
    expect(accountKeyOf(address)).toBe(`polkadot:${id}`),
  )
  it('A Polkadot address is read as the account that polkadot.js reads, for every prefix', () => {
    for (let prefix = 0; prefix < 16_384; prefix += 7) {
      if ([46, 47].includes(prefix)) continue
      const address = encodeAddress(`0x${ALICE}`, prefix)
      expect(accountKeyOf(address), String(prefix)).toBe(
        `polkadot:${hex.encode(decodeAddress(address))}`,
      )
    }
  })
})

describe('SIWS', () => {
  const ADDRESS = 'F25s3DdjXdCxYBhh2z8FBusVEMT4b9bGNFVKJi3wFoF4'
  const maximal = (chain: string): string =>
    [
      `phantom.app wants you to sign in with your Solana account:`,
      ADDRESS,
      '',
      'Clicking Sign or Approve only means you have proved this wallet is owned by you. ' +
        'This request will not trigger any blockchain transaction or cost any gas fee.',
      '',
      'URI: https://phantom.app',
      'Version: 1',
      `Chain ID: ${chain}`,
      'Nonce: oBbLoEldZs',
      'Issued At: 2023-05-04T00:00:00.000Z',
      'Expiration Time: 2023-05-05T00:00:00.000Z',
      'Not Before: 2023-05-04T00:00:00.000Z',
      'Request ID: 1-a',
      'Resources:',
      '- https://example.com',
      '- https://phantom.app/',
    ].join('\n')
  it.each([
    'mainnet',
    'testnet',
    'devnet',
    'localnet',
    'solana:mainnet',
    'solana:testnet',
    'solana:devnet',
  ])(
    "The maximal message of SIWS is read with the chain %s, one of the grammar's seven",
    (chain) => {
      expect(parseMessage(maximal(chain), 'solana')).toMatchObject({
        domain: 'phantom.app',
        accountAddress: ADDRESS,
        uri: 'https://phantom.app',
        nonce: 'oBbLoEldZs',
        requestId: '1-a',
        resources: ['https://example.com', 'https://phantom.app/'],
      })
      expect(parseMessage(maximal(chain), 'solana').chainId).toBe(
        parseMessage(maximal(chain.replace('solana:', '')), 'solana').chainId,
      )
    },
  )
})
