/* eslint-disable no-console -- the log writes to the console */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogs } from './log.js'

const KEY = '587d5484'.repeat(8)
const settle = () => new Promise((resolve) => setTimeout(resolve))
beforeEach(() => {
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

describe('a line that is logged before redaction is loaded', () => {
  it('A line waits in memory and reaches console and listeners without its secrets, in order', async () => {
    const logs = createLogs(() => ({ logLevel: 'debug' }))
    const lines: string[] = []
    logs.onLog(({ level, words }) => lines.push(`${level} ${words.join(' ')}`))
    logs.of('shop').error('first', { key: KEY })
    logs.of('shop').debug('second', KEY)
    expect(lines).toEqual([])
    expect(console.error).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(lines).toHaveLength(2))
    expect(lines).toEqual(['error first {"key":"…"}', 'debug second …'])
    expect(console.error).toHaveBeenCalledWith('[shop]', 'first', '{"key":"…"}')
    expect(console.debug).toHaveBeenCalledWith('[shop]', 'second', '…')
  })
  it('A line is written in the very call when redaction is loaded', async () => {
    const logs = createLogs(() => ({}))
    logs.of('shop').error(KEY)
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledExactlyOnceWith('[shop]', '…'))
    logs.of('shop').error('later', KEY)
    expect(console.error).toHaveBeenLastCalledWith('[shop]', 'later', '…')
  })
  it('A line stays in memory when redaction cannot be loaded, and a later try writes it', async () => {
    const load = vi
      .fn(() => import('./redactWord.js'))
      .mockImplementationOnce(() => Promise.reject(new Error('offline')))
    const logs = createLogs(() => ({}), load)
    logs.of('shop').error(KEY)
    await settle()
    expect(console.error).not.toHaveBeenCalled()
    expect(console.warn).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(vi.mocked(console.warn).mock.calls)).not.toContain('587d')
    logs.of('shop').error('too soon')
    expect(load).toHaveBeenCalledTimes(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)
    logs.of('shop').error('again')
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledTimes(3))
    expect(vi.mocked(console.error).mock.calls).toEqual([
      ['[shop]', '…'],
      ['[shop]', 'too soon'],
      ['[shop]', 'again'],
    ])
  })
  it('A waiting line is dropped when 200 later lines wait', async () => {
    const logs = createLogs(() => ({}))
    for (let count = 0; count <= 200; count++) logs.of('shop').error(`line ${count}`)
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled())
    const words = vi.mocked(console.error).mock.calls.map(([, word]) => word as string)
    expect([words.length, words[0]]).toEqual([200, 'line 1'])
  })
})

it('A line that the level hides and no listener gets loads nothing', async () => {
  const load = vi.fn(() => import('./redactWord.js'))
  const logs = createLogs(() => ({ logLevel: 'silent' }), load)
  logs.of('shop').error(KEY)
  expect(load).not.toHaveBeenCalled()
  logs.onLog(() => undefined)()
  logs.of('shop').error(KEY)
  expect(load).not.toHaveBeenCalled()
})
