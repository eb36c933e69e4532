import { describe, expect, it } from 'vitest'
import { badAnswer, badParams, notInstalled, unsupportedMethod } from './errors.js'
import { readSafely } from './readSafely.js'
import { freeId } from './sync.js'
import { createToWalletError, OwnFailure } from './toWalletError.js'

describe('badAnswer and its like', () => {
  it('The errors of the wallet edge name the method and what was expected', () => {
    expect(badAnswer('eth_accounts', 'a list of addresses')).toMatchObject({
      code: 'wallet.bad_answer',
      message: 'The wallet answered eth_accounts with something other than a list of addresses.',
      context: { method: 'eth_accounts' },
    })
    expect(badParams('x_sign', 'a message')).toMatchObject({
      code: 'rpc.failed',
      message: 'Invalid parameters of x_sign: expected a message.',
      context: { method: 'x_sign', rpcCode: -32602 },
    })
    expect(unsupportedMethod('x_sign')).toMatchObject({
      code: 'wallet.unsupported_method',
      message: 'The wallet does not support x_sign.',
    })
    expect(unsupportedMethod('x_sign', 'it only sends').message).toBe(
      'The wallet does not support x_sign: it only sends.',
    )
    expect(notInstalled('w', 'Wallet')).toMatchObject({
      code: 'wallet.not_installed',
      message: 'Wallet is not in this page any more: reload it.',
      context: { connectorId: 'w' },
    })
  })
})

describe('OwnFailure', () => {
  const toWalletError = createToWalletError()
  it('An OwnFailure is believed, as no wallet can make one', () => {
    const own = badAnswer('x_sign', 'a signature')
    expect(toWalletError(new OwnFailure(own), 'x_sign')).toBe(own)
  })
  it('A wallet error that looks like an OwnFailure, or wraps one, is not believed', () => {
    const own = badAnswer('x_sign', 'a signature')
    const wrapped = { error: new OwnFailure(own) }
    const heir: unknown = Object.create(OwnFailure.prototype)
    expect(toWalletError(own, 'x').code).toBe('rpc.failed')
    expect(toWalletError(wrapped, 'x').code).toBe('rpc.failed')
    expect(toWalletError(heir, 'x').code).toBe('rpc.failed')
  })
  it('A hostile thrown value is recognised without running its code', () => {
    const no = (): never => {
      throw new Error('no')
    }
    const hostile = new Proxy({}, { get: no, has: no, getPrototypeOf: no })
    expect(OwnFailure.open(hostile)).toBeUndefined()
    expect(toWalletError(hostile, 'x').code).toBe('rpc.failed')
    expect(OwnFailure.open(null)).toBeUndefined()
    expect(OwnFailure.open('x')).toBeUndefined()
  })
})

it('A member that throws is read as undefined', () => {
  const wallet = {
    get name(): string {
      throw new Error('no')
    },
  }
  expect(readSafely(() => wallet.name)).toBeUndefined()
  expect(readSafely(() => 7)).toBe(7)
})

it('A connector id that is taken gets the namespace, as often as needed', () => {
  const taken = ['w', 'w:test']
  const connectors = { find: (id: string) => taken.includes(id) }
  expect(freeId(connectors, 'test', 'free')).toBe('free')
  expect(freeId(connectors, 'test', 'w')).toBe('w:test:test')
})
