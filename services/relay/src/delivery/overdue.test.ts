import { expect, it } from 'vitest'
import { createOverdueStore } from './overdue.js'

const named = (key: number) => ({ topic: 't', key: String(key) })

it('The overdue store is bounded: it forgets a push of a full client, or of the largest (audit L6)', () => {
  const overdue = createOverdueStore({ client: 3, total: 5 })
  const [hostile, again, honest] = [
    overdue.forConnection('hostile', 1),
    overdue.forConnection('hostile', 2),
    overdue.forConnection('honest', 3),
  ]
  for (const id of [1, 2]) honest.addPush(id, named(id))
  for (let id = 1; id <= 4; id += 1) hostile.addPush(id, named(id))
  expect([hostile.takePush(1), honest.takePush(3)]).toEqual([undefined, undefined])
  for (let id = 5; id <= 9; id += 1) again.addPush(id, named(id)) // 7, 8 and 9 are left
  overdue.forConnection('newcomer', 4).addPush(1, named(1))
  expect([hostile.takePush(4), again.takePush(7), hostile.takePush(8), again.takePush(8)]).toEqual([
    undefined,
    undefined,
    undefined,
    named(8),
  ])
  expect([honest.takePush(1), honest.takePush(1), honest.takePush(2)]).toEqual([
    named(1),
    undefined,
    named(2),
  ])
})
