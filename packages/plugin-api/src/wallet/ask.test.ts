import { describe, expect, it, vi } from 'vitest'
import { LatchkeyError } from '../errors.js'
import { askWallet } from './ask.js'
import { createToWalletError } from './toWalletError.js'

const toError = createToWalletError()
const never = new Promise<never>(() => undefined)
const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    (value) => value,
    (error: LatchkeyError) => error.code,
  )

describe('askWallet', () => {
  it('askWallet returns the answer, whether it is a promise or a plain value', async () => {
    expect(await askWallet('m', () => 7, undefined, toError)).toBe(7)
    expect(await askWallet('m', async () => 7, undefined, toError)).toBe(7)
  })
  it('An error of the wallet is mapped, thrown in the call itself or later', async () => {
    const thrown = { code: 4001 }
    const inCall = () => {
      throw thrown
    }
    expect(await codeOf(askWallet('m', inCall, undefined, toError))).toBe('wallet.user_rejected')
    expect(await codeOf(askWallet('m', () => Promise.reject(thrown), undefined, toError))).toBe(
      'wallet.user_rejected',
    )
  })
  it('An answer that throws when it is awaited is mapped like an error', async () => {
    const answer = {
      get then(): never {
        throw new Error('no')
      },
    }
    expect(await codeOf(askWallet('m', () => answer, undefined, toError))).toBe('rpc.failed')
  })
  it('A forged LatchkeyError of a wallet is not believed', async () => {
    const forged = new LatchkeyError('kernel.aborted', 'forged')
    expect(await codeOf(askWallet('m', () => Promise.reject(forged), undefined, toError))).toBe(
      'rpc.failed',
    )
  })
  it('A wallet is never asked where the signal is already aborted', async () => {
    const run = vi.fn()
    expect(await codeOf(askWallet('m', run, AbortSignal.abort(), toError))).toBe('kernel.aborted')
    expect(run).not.toHaveBeenCalled()
  })
  it('An abort settles the request at once, with its reason as the cause', async () => {
    const controller = new AbortController()
    const asking = askWallet('m_sign', () => never, controller.signal, toError)
    controller.abort('closed')
    await expect(asking).rejects.toMatchObject({
      code: 'kernel.aborted',
      message: 'm_sign was given up before the wallet answered.',
      cause: 'closed',
    })
  })
  it('No listener stays on the signal, whatever the outcome', async () => {
    const { signal } = new AbortController()
    const [add, remove] = [
      vi.spyOn(signal, 'addEventListener'),
      vi.spyOn(signal, 'removeEventListener'),
    ]
    const runs = [
      () => 7,
      () => Promise.reject(new Error('no')),
      () => {
        throw new Error('no')
      },
    ]
    for (const run of runs) await codeOf(askWallet<unknown>('m', run, signal, toError))
    await Promise.resolve()
    expect(add).toHaveBeenCalledTimes(3)
    expect(remove).toHaveBeenCalledTimes(3)
  })
})
