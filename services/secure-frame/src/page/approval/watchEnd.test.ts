import { expect, it } from 'vitest'
import { createEnd } from './watchEnd.js'

const create = () => {
  const told: boolean[] = []
  return { end: createEnd((isSeen) => void told.push(isSeen)), told }
}

it('The end of a request counts as seen once it is in sight on a card that is seen whole', () => {
  const { end, told } = create()
  expect(end.isSeen(true)).toBe(false)
  end.measured(false)
  expect(end.isSeen(true)).toBe(false)
  end.measured(true)
  expect(end.isSeen(false)).toBe(false)
  expect(end.isSeen(true)).toBe(true)
  // Nothing is told before the browser has measured.
  expect(told).toEqual([false, false, true])
})

it('The end that was seen stays seen where the person scrolls back, until the card changes', () => {
  const { end } = create()
  end.measured(true)
  expect(end.isSeen(true)).toBe(true)
  end.measured(false)
  expect(end.isSeen(true)).toBe(true)
  end.forget()
  expect(end.isSeen(true)).toBe(false)
  end.measured(false)
  expect(end.isSeen(true)).toBe(false)
})
