import { expect, it, vi } from 'vitest'
import { createCell } from './cell.js'

it('A listener is called for its own cell only, and for each value once', () => {
  const [one, other] = [createCell(0, vi.fn()), createCell(0, vi.fn())]
  const listener = vi.fn()
  const stop = one.subscribe(listener)
  other.set(1)
  expect(listener).not.toHaveBeenCalled()
  one.set(2)
  one.set(2)
  expect(listener.mock.calls).toEqual([[2, 0]])
  stop()
  one.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(one.get()).toBe(3)
})

it('A listener that sets the value shows no other listener an older value after a newer one', () => {
  const cell = createCell(0, vi.fn())
  const seen: number[] = []
  cell.subscribe((value) => {
    if (value === 1) cell.set(2)
  })
  cell.subscribe((value) => seen.push(value))
  cell.set(1)
  expect(seen).toEqual([2])
})

it('A listener that throws is reported, and the others are called', () => {
  const onError = vi.fn()
  const cell = createCell<unknown>('a', onError)
  const listener = vi.fn()
  cell.subscribe(() => {
    throw new Error('no')
  })
  cell.subscribe(listener)
  const callback = (): string => 'a function is a value like any other'
  cell.set(callback)
  expect(onError).toHaveBeenCalledTimes(1)
  expect(listener).toHaveBeenCalledWith(callback, 'a')
  expect(cell.get()).toBe(callback)
})
