// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { FrameError } from '../link/errors.js'
import { en } from '../translations/en.js'
import { readPatiently } from './readPatiently.js'

it('A node that fails at once leaves its question on the screen until the person answers', async () => {
  vi.useFakeTimers()
  try {
    const read = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new FrameError('Away.', { reason: 'network' }))
      .mockResolvedValue('read')
    const self = window as unknown as Window & typeof globalThis
    const surface = { self, texts: en, signal: new AbortController().signal }
    void readPatiently(read, surface).catch(() => undefined)
    const labels = () => [...document.querySelectorAll('button')].map((each) => each.textContent)
    await vi.advanceTimersByTimeAsync(10)
    expect(labels()).toContain(en['approve.retry'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(labels()).toContain(en['approve.retry'])
  } finally {
    vi.useRealTimers()
  }
})
