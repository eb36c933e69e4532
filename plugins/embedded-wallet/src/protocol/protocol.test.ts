import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { is } from 'valibot'
import { email, user } from './fields.js'
import {
  createFailure,
  createRequest,
  createSuccess,
  frameEvmNetworks,
  frameSolanaNetworks,
  isFrameResult,
  isSignedMessage,
  isTransactionHash,
  MAX_RPC_LENGTH,
  parseFrameMessage,
  parsePageMessage,
  readOneTimeCode,
  type FrameUser,
} from './index.js'

const ada: FrameUser = {
  email: 'ada@shop.example',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  chainId: 1,
  accounts: [{ address: '0x52908400098527886E0F7030069857D2E4169EE7', type: 'eoa' }],
  userName: 'ada',
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
}

describe('The user', () => {
  const reply = (payload: unknown) => ({ type: 'get user success', id: 'a', payload })

  it('[ENT-39] A user is read with and without an email, and with nothing but its named fields', () => {
    const { email: _, ...without } = ada
    expect(parseFrameMessage(reply({ user: ada }))).toEqual(reply({ user: ada }))
    expect(parseFrameMessage(reply({ user: without }))).toEqual(reply({ user: without }))
    expect(parseFrameMessage(reply({ user: { ...ada, admin: true } }))).toBeUndefined()
    for (const key of ['address', 'chainId', 'accounts', 'preferredAccountType'] as const)
      expect(is(user, { ...ada, [key]: undefined }), key).toBe(false)
  })

  it('[ENT-40] An account of a user is an eoa or a smartAccount', () => {
    const withType = (type: string) => ({
      user: { ...ada, accounts: [{ address: ada.address, type }] },
    })
    expect(parseFrameMessage(reply(withType('eoa')))).toBeDefined()
    expect(parseFrameMessage(reply(withType('smartAccount')))).toBeDefined()
    expect(parseFrameMessage(reply(withType('payment')))).toBeUndefined()
  })
})

describe('Fields', () => {
  it('[VALID-09] A transaction hash is 0x and 64 hex characters', () => {
    expect(isTransactionHash(`0x${'aF'.repeat(32)}`)).toBe(true)
    for (const wrong of [`0x${'a'.repeat(63)}`, `0x${'a'.repeat(65)}`, 'a'.repeat(64), 7])
      expect(isTransactionHash(wrong)).toBe(false)
    expect(isFrameResult('eth_sendTransaction', `0x${'a'.repeat(63)}`)).toBe(false)
  })

  it('[VALID-10] A signed message is 0x and at least 62 hex characters', () => {
    expect(isSignedMessage(`0x${'a'.repeat(62)}`)).toBe(true)
    expect(isSignedMessage(`0x${'a'.repeat(130)}`)).toBe(true)
    for (const wrong of [`0x${'a'.repeat(61)}`, 'a'.repeat(130), `0x${'g'.repeat(130)}`])
      expect(isSignedMessage(wrong)).toBe(false)
    expect(isFrameResult('personal_sign', `0x${'a'.repeat(61)}`)).toBe(false)
  })

  it('[VALID-25] The social redirect is asked for with six providers and not with farcaster', () => {
    const request = (provider: string) =>
      parsePageMessage({ type: 'get social redirect uri', id: 'a', payload: { provider } })
    for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord'])
      expect(request(provider), provider).toBeDefined()
    expect(request('farcaster')).toBeUndefined()
  })

  it('[EMAIL-03] A one-time code is a text that keeps its leading zero', () => {
    expect(createRequest('connect otp', 'a', { otp: '012345' }).payload).toEqual({ otp: '012345' })
    for (const otp of [12345, '12345', '1234567', '12 345', '１２３４５６'])
      expect(
        parsePageMessage({ type: 'connect otp', id: 'a', payload: { otp } }),
        `${otp}`,
      ).toBeUndefined()
    expect(() => createRequest('connect otp', 'a', { otp: 12345 as never })).toThrow(TypeError)
  })

  it('A typed code is read with spaces and in the digits of any script', () => {
    expect(readOneTimeCode(' 012 345\n')).toBe('012345')
    expect(readOneTimeCode('１２３４５６')).toBe('123456')
    expect(readOneTimeCode('٠١٢٣٤٥')).toBe('012345')
    expect(readOneTimeCode('𝟎𝟏𝟐𝟗𝟘𝟙')).toBe('012901')
    expect(readOneTimeCode('Code: 4-5-6')).toBe('456')
  })

  it('An email address holds nothing that a mail header could read as its end', () => {
    for (const right of ['a@b.co', "o'neil+shop@mail.example.org"])
      expect(is(email, right)).toBe(true)
    for (const wrong of [
      'not-an-email',
      'x@',
      '@b.co',
      'a@b',
      'a@b.co\r\nBcc: c@d.co',
      'a b@c.de',
      'a@b.co\n',
      `${'a'.repeat(250)}@b.co`,
      'a@-b.co',
      '"a b"@c.de',
    ])
      expect(is(email, wrong), wrong).toBe(false)
  })

  it('[FRAME-64] [FRAME-65] Exactly 24 networks of eip155 are supported, and three of Solana', () => {
    expect(frameEvmNetworks).toHaveLength(24)
    expect(new Set(frameEvmNetworks).size).toBe(24)
    expect(frameEvmNetworks).toEqual(expect.arrayContaining([1, 11155111]))
    expect(frameEvmNetworks.every(Number.isSafeInteger)).toBe(true)
    expect(frameSolanaNetworks).toEqual([
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ])
  })
})

describe('Messages', () => {
  it('A message with an unknown event, an unknown field or without an id is not read', () => {
    const right = { type: 'get chain id', id: 'a' }
    expect(parsePageMessage(right)).toEqual(right)
    for (const wrong of [
      { type: 'get chain id' },
      { ...right, id: '' },
      { ...right, id: 'a'.repeat(65) },
      { ...right, payload: {} },
      { ...right, extra: 1 },
      { type: 'toString', id: 'a' },
      { type: '__proto__', id: 'a' },
      { type: 'get private key', id: 'a' },
      { type: 'get chain id success', id: 'a', payload: { chainId: 1 } },
      null,
      'get chain id',
      [],
    ])
      expect(parsePageMessage(wrong)).toBeUndefined()
  })

  it('A reply is a success or an error of its event, and a request is not a reply', () => {
    expect(parseFrameMessage(createSuccess('get chain id', 'a', { chainId: 10 }))).toEqual({
      type: 'get chain id success',
      id: 'a',
      payload: { chainId: 10 },
    })
    const failed = createFailure('connect otp', 'b', { message: 'Bad code', reason: 'code_wrong' })
    expect(parseFrameMessage(failed)).toEqual(failed)
    expect(failed.type).toBe('connect otp error')
    expect(parseFrameMessage({ type: 'get chain id', id: 'a' })).toBeUndefined()
    expect(parseFrameMessage({ type: 'success', id: 'a' })).toBeUndefined()
    expect(() => createSuccess('get chain id', 'a', { chainId: -1 })).toThrow(TypeError)
  })

  it('Parameters are JSON of bounded length and depth', () => {
    const request = (params: unknown) =>
      parsePageMessage({
        type: 'rpc request',
        id: 'a',
        payload: { method: 'personal_sign', params },
      })
    expect(request(['0x00', '0x01'])).toBeDefined()
    expect(request(['a'.repeat(MAX_RPC_LENGTH - 10)])).toBeDefined()
    expect(request(['a'.repeat(MAX_RPC_LENGTH + 1)])).toBeUndefined()
    let deep: unknown = 1
    for (let level = 0; level < 10_000; level += 1) deep = [deep]
    expect(request(deep)).toBeUndefined()
    const cyclic: unknown[] = []
    cyclic.push(cyclic)
    for (const wrong of [cyclic, undefined, () => 1, new Map(), new Date(), 1n, NaN, [undefined]])
      expect(request(wrong)).toBeUndefined()
    expect(request(JSON.parse('{"__proto__": 1}'))).toBeUndefined()
  })

  it('A list with fields of its own is refused: they would be signed, and JSON does not show them', () => {
    const request = (params: unknown) =>
      parsePageMessage({
        type: 'rpc request',
        id: 'a',
        payload: { method: 'eth_signTypedData_v4', params },
      })
    const holed = [1, 2]
    delete holed[0]
    for (const list of [
      Object.assign([], { spender: 'x' }),
      Object.assign(holed, { spender: 'x' }),
      holed,
    ]) {
      expect(request([{ message: list }])).toBeUndefined()
      expect(request(list)).toBeUndefined()
    }
    expect(request([{ message: [1, 2] }])).toBeDefined()
  })

  it('Any value is read without an error, in both directions', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        parsePageMessage(value)
        parseFrameMessage(value)
      }),
      { numRuns: 2_000, seed: 15 },
    )
  })
})
