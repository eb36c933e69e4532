import { hexToString, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import type { World } from '../world.js'
import { Keyring } from './keys.js'
import { isRefusal, perform } from './perform.js'
import { abilitiesOf, describe as toWords } from './words.js'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
// The first published development key of anvil and Hardhat.
const world: World = {
  chains: [{ id: 31337, name: 'Localnet One', url: 'http://127.0.0.1:1' }],
  accounts: [
    {
      address: ALICE,
      privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    },
  ],
}
const request = (method: string, ...params: unknown[]) => ({
  method,
  params,
  chainId: 'eip155:31337',
})
const typedData = (chainId: number) =>
  JSON.stringify({
    domain: { name: 'Shop', chainId },
    types: { Mail: [{ name: 'contents', type: 'string' }] },
    primaryType: 'Mail',
    message: { contents: 'Hi' },
  })

it('A message is shown as text in both orders of its parameters', () => {
  const message = stringToHex('Hello')
  for (const params of [
    [message, ALICE],
    [ALICE, message],
  ])
    expect(toWords(request('personal_sign', ...params), world).lines).toContainEqual([
      'Message',
      hexToString(message),
    ])
})

it('An amount is shown in ether, with a warning about a call', () => {
  const plain = toWords(
    request('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x2386f26fc10000' }),
    world,
  )
  expect(plain.lines).toContainEqual(['Amount', '0.01 ETH'])
  expect(plain.warning).toBeUndefined()
  expect(
    toWords(request('eth_sendTransaction', { from: ALICE, to: BOB, data: '0xa9059cbb' }), world)
      .warning,
  ).toContain('contract')
})

it('Typed data for another network are warned of', () => {
  expect(
    toWords(request('eth_signTypedData_v4', ALICE, typedData(31337)), world).warning,
  ).toBeUndefined()
  expect(toWords(request('eth_signTypedData_v4', ALICE, typedData(1)), world).warning).toContain(
    'another network',
  )
})

it.each([
  request('eth_sign', ALICE, '0x00'),
  request('eth_signTypedData_v4', ALICE, '{'),
  request('constructor'),
])('An unreadable request is named as such: %j', (unreadable) => {
  expect(toWords(unreadable, world)).toMatchObject({
    title: 'A request that cannot be read',
    warning: expect.any(String),
  })
})

it('The wallet signs for shared accounts only, and refuses unknown methods', async () => {
  const code = (asked: ReturnType<typeof request>, allowed: readonly `0x${string}`[]) =>
    perform(world, allowed, asked).catch((error: unknown) => isRefusal(error) && error.code)
  expect(await code(request('personal_sign', '0x00', ALICE), [ALICE])).toMatch(/^0x[0-9a-f]{130}$/)
  expect(await code(request('personal_sign', '0x00', ALICE), [])).toBe(4100)
  expect(await code(request('personal_sign', '0x00', BOB), [ALICE, BOB])).toBe(4100)
  expect(await code(request('eth_sign', ALICE, '0x00'), [ALICE])).toBe(4200)
  expect(
    await code(
      { ...request('eth_sendTransaction', { from: ALICE, to: BOB }), chainId: 'eip155:1' },
      [ALICE],
    ),
  ).toBe(4901)
})

const solana = async () => {
  const chain = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
  const key = await new Keyring({
    ...world,
    solana: {
      url: 'http://127.0.0.1:1',
      wsUrl: 'ws://127.0.0.1:1',
      genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
    },
  }).find(chain)
  return {
    key: key!,
    request: (method: string, params: unknown) => ({ method, params, chainId: chain }),
  }
}

it('A request of another chain family is described by its key', async () => {
  const { key, request: asked } = await solana()
  expect(
    toWords(
      asked('solana_signMessage', { message: 'Cn8eVZg', pubkey: key.accounts[0]!.address }),
      world,
      key,
    ),
  ).toEqual({
    title: 'Sign this message',
    lines: [
      ['Network', 'Solana'],
      ['Message', 'hello'],
    ],
  })
  expect(
    toWords(asked('solana_signTransaction', { transaction: 'AA==' }), world, key),
  ).toMatchObject({
    title: 'A request that cannot be read',
    lines: [
      ['Network', 'Solana'],
      ['Method', 'solana_signTransaction'],
    ],
  })
})

it('The text says what a site may ask a chain family to sign', () => {
  expect(abilitiesOf(['signMessage'])).toBe('messages')
  expect(abilitiesOf(['sendTransfer', 'getAccountAddresses'])).toBe('transactions')
  expect(abilitiesOf(['cosmos_signAmino'])).toBe('messages and transactions')
  expect(abilitiesOf(['getAccountAddresses'])).toBe('nothing')
})

it('A chain outside of this world has no key', async () => {
  const failure = await perform(world, [ALICE], {
    method: 'solana_signMessage',
    params: {},
    chainId: 'solana:elsewhere',
  }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 4901 })
})
