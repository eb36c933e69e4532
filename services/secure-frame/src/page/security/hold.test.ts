import { expect, it, vi } from 'vitest'
import { getUser } from '../../contract/user.js'
import type { Session } from '../session/session.js'
import type { Wallet } from '../wallet/wallet.js'
import { holdPerson } from './hold.js'

const CLOSED = { details: { code: 4100, reason: 'signed_out' } }

function createBench() {
  const person = new AbortController()
  const session = {
    user: () => ({ id: 'of whoever is signed in' }),
    ask: vi.fn(async () => ({})),
    startConfirm: vi.fn(async () => undefined),
    confirm: vi.fn(async () => undefined),
    end: vi.fn(async () => undefined),
  }
  const wallet = {
    record: () => ({ id: 'w' }),
    needsChoice: () => true,
    split: vi.fn(async () => undefined),
    recover: vi.fn(async () => undefined),
    words: vi.fn(async () => ['one', 'two']),
  }
  const parts = { session, wallet } as unknown as { session: Session; wallet: Wallet }
  return { person, session, wallet, held: holdPerson(parts, person.signal) }
}

it('Pages ask, seal and read nothing once another person is signed in', async () => {
  const { person, session, wallet, held } = createBench()
  person.abort()
  const seal = async () => ({ kind: 'kit', sealed: '' }) as const
  for (const step of [
    () => held.session.ask(getUser),
    () => held.session.startConfirm(),
    () => held.session.confirm('123456'),
    () => held.session.end(),
    () => held.wallet.split(seal),
    () => held.wallet.recover('share'),
    () => held.wallet.words(),
  ])
    await expect(step()).rejects.toMatchObject(CLOSED)
  expect(held.session.user()).toBeUndefined()
  expect(() => held.wallet.record()).toThrow(expect.objectContaining(CLOSED))
  expect(() => held.wallet.needsChoice()).toThrow(expect.objectContaining(CLOSED))
  for (const used of [session.ask, session.startConfirm, session.confirm, session.end])
    expect(used).not.toHaveBeenCalled()
  for (const used of [wallet.split, wallet.recover, wallet.words])
    expect(used).not.toHaveBeenCalled()
})

it('Words that come after the person changed are not handed to a page', async () => {
  const { person, wallet, held } = createBench()
  wallet.words.mockImplementation(async () => {
    person.abort()
    return ['of', 'another']
  })
  await expect(held.wallet.words()).rejects.toMatchObject(CLOSED)
})

it('A page of the person who is signed in gets what it asks for', async () => {
  const { held } = createBench()
  expect(await held.wallet.words()).toEqual(['one', 'two'])
  expect(held.session.user()).toBeDefined()
})
