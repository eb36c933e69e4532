import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts, type Toasts } from './toasts.js'

let toasts: Toasts
beforeEach(() => {
  vi.useFakeTimers()
  toasts = createToasts((error) => {
    throw error
  })
})
afterEach(() => {
  toasts.dispose()
  vi.useRealTimers()
})
const show = (message: string, variant: 'success' | 'error' | 'loading' | 'info' = 'info') =>
  toasts.show({ message, variant })
const shown = () => (toasts.get()?.open ? toasts.get()?.message : undefined)

describe('toasts', () => {
  it('The first toast is shown at once [TOAST-03]', () => {
    show('A')
    expect(shown()).toBe('A')
  })

  it('A new toast closes the open one first and is shown 150 ms later [TOAST-01] [TOAST-02]', () => {
    show('A')
    show('B')
    expect(toasts.get()).toMatchObject({ message: 'A', open: false })
    vi.advanceTimersByTime(149)
    expect(shown()).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(shown()).toBe('B')
  })

  it('Of 25 waiting toasts the first five are dropped [TOAST-04]', () => {
    for (let number = 1; number <= 25; number++) show(String(number))
    const seen = new Set<string>()
    const stop = toasts.subscribe((toast) => toast?.open && seen.add(toast.message))
    vi.advanceTimersByTime(200_000)
    stop()
    expect([...seen]).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 6)))
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['an info toast lasts 4 s [TOAST-05]', 'info', 4000],
    ['an error toast lasts 4 s [TOAST-06]', 'error', 4000],
    ['a success toast lasts 2 s [TOAST-07]', 'success', 2000],
  ] as const)('%s', (_, variant, ms) => {
    show('A', variant)
    vi.advanceTimersByTime(ms - 1)
    expect(shown()).toBe('A')
    vi.advanceTimersByTime(1)
    expect(shown()).toBeUndefined()
  })

  it('A loading toast stays until another comes [TOAST-08]', () => {
    show('Sending', 'loading')
    vi.advanceTimersByTime(3_600_000)
    expect(shown()).toBe('Sending')
    show('Sent', 'success')
    vi.advanceTimersByTime(150)
    expect(shown()).toBe('Sent')
  })

  it('A toast without an end gives way to one that waits', () => {
    show('A')
    show('Sending', 'loading')
    show('Sent', 'success')
    vi.advanceTimersByTime(150)
    expect(shown()).toBe('Sending')
    vi.advanceTimersByTime(4150)
    expect(shown()).toBe('Sent')
  })

  it('A toast closes when it is hidden, and stays open when autoClose is off [ENT-45]', () => {
    toasts.show({
      message: 'A',
      variant: 'success',
      autoClose: false,
      svg: 'data:image/svg+xml,<svg/>',
    })
    vi.advanceTimersByTime(10_000)
    expect(toasts.get()).toEqual({
      message: 'A',
      variant: 'success',
      open: true,
      autoClose: false,
      svg: 'data:image/svg+xml,<svg/>',
    })
    toasts.hide()
    expect(shown()).toBeUndefined()
  })

  it('A toast takes no picture of another host', () => {
    toasts.show({ message: 'A', variant: 'info', svg: 'https://tracker.test/a.svg' })
    expect(toasts.get()).not.toHaveProperty('svg')
  })

  it('Disposed toasts give back their timers and show nothing more', () => {
    show('A')
    show('B')
    toasts.dispose()
    expect(vi.getTimerCount()).toBe(0)
    show('C')
    vi.advanceTimersByTime(10_000)
    expect(shown()).toBeUndefined()
  })
})
