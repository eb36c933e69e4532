import { expect, it, vi } from 'vitest'
import { createCart } from './cart.js'

function storageWith(text?: string): Storage & { text: string | null } {
  const storage = {
    text: text ?? null,
    getItem: () => storage.text,
    setItem: (_: string, value: string) => void (storage.text = value),
  }
  return storage as unknown as Storage & { text: string | null }
}

it('A cart keeps its pieces over a reload, nine of each at most, and tells of changes', () => {
  const onChange = vi.fn()
  const storage = storageWith()
  const cart = createCart(onChange, storage)
  for (let index = 0; index < 12; index++) cart.add('mug', 1)
  cart.add('bowl', 1)
  cart.add('bowl', -1)
  expect(onChange).toHaveBeenCalledTimes(14)
  const again = createCart(() => undefined, storage)
  expect(again.lines()).toEqual([{ id: 'mug', count: 9 }])
  expect(again.total(15)).toEqual({ full: 216_00, due: 183_60 })
  again.clear()
  expect(createCart(() => undefined, storage).count()).toBe(0)
})

it.each(['{', '7', 'null', '[null]', '[{"id":"gold","count":1}]', '[{"id":"mug","count":"1"}]'])(
  'A kept text that is not a cart is an empty cart: %s',
  (text) => {
    expect(createCart(() => undefined, storageWith(text)).lines()).toEqual([])
  },
)
