import { expect, it } from 'vitest'
import { createOverdue } from './overdue.js'

const named = (key: number) => ({ topic: 't', key: String(key) })

it('a late acknowledgement is bounded: beyond, the oldest of the client is forgotten, or of the client that has most (audit L6)', () => {
  const overdue = createOverdue({ client: 3, total: 5 })
  const [hostile, again, honest] = [
    overdue.of('hostile', 1),
    overdue.of('hostile', 2),
    overdue.of('honest', 3),
  ]
  for (const id of [1, 2]) honest.add(id, named(id))
  for (let id = 1; id <= 4; id += 1) hostile.add(id, named(id))
  expect([hostile.take(1), honest.take(3)]).toEqual([undefined, undefined])
  for (let id = 5; id <= 9; id += 1) again.add(id, named(id)) // 7, 8 and 9 are left
  overdue.of('newcomer', 4).add(1, named(1))
  expect([hostile.take(4), again.take(7), hostile.take(8), again.take(8)]).toEqual([
    undefined,
    undefined,
    undefined,
    named(8),
  ])
  expect([honest.take(1), honest.take(1), honest.take(2)]).toEqual([named(1), undefined, named(2)])
})
