// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '../session/session.js'
import type { Homes } from '../wallet/homes.js'
import type { Wallet } from '../wallet/wallet.js'
import { openKeyInFrame } from './inPlace.js'

type Self = Window & typeof globalThis
const buttons = () => [...document.querySelectorAll('button')]
const labels = () => buttons().map(({ textContent }) => textContent)

/** A frame whose browser measures what covers it, or does not; its person has to choose a recovery. */
function open({
  canMeasure,
  isWindowAlways = false,
}: {
  canMeasure: boolean
  isWindowAlways?: boolean
}) {
  class Entry {}
  if (canMeasure) Object.assign(Entry.prototype, { isVisible: false })
  const own: Record<string, unknown> = { parent: {}, IntersectionObserverEntry: Entry }
  const self = new Proxy(window, {
    get: (target, key) => {
      const name = String(key)
      if (name in own) return own[name]
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' && !/^[A-Z]/.test(name) ? value.bind(target) : value
    },
  }) as Self
  const person = new AbortController()
  const ask = vi.fn(async () => ({}))
  const session = {
    isFresh: () => true,
    user: () => ({ email: 'b@b.co' }),
    ask,
    freshened: (_: unknown, run: () => Promise<void>) => run(),
  } as unknown
  const sealed = vi.fn()
  const wallet = {
    needsChoice: () => true,
    split: async (seal: (at: object, share: string) => Promise<object>) =>
      sealed(await seal({ id: 'w', split: 2 }, 'share')),
  } as unknown
  const opened = openKeyInFrame({
    self,
    session: session as Session,
    wallet: wallet as Wallet,
    homes: {} as Homes,
    config: { lang: 'en', approvalWindow: isWindowAlways ? 'always' : 'auto' },
    signal: new AbortController().signal,
    person: person.signal,
  })
  opened.catch(() => undefined)
  return { opened, person, sealed }
}
beforeEach(() => document.body.replaceChildren())

it.each([
  { canMeasure: false, isWindowAlways: false },
  { canMeasure: true, isWindowAlways: true },
])('A recovery before a signature stands in a window where that is due: %o', async (setting) => {
  const { person, opened } = open(setting)
  await vi.waitFor(() => expect(labels()).toContain('Review in a window'))
  expect(labels()).not.toContain('Use a password')
  person.abort()
  await expect(opened).rejects.toMatchObject({ details: { code: 4100 } })
  expect(buttons()).toEqual([])
})

it('No way of recovery can be pressed in a frame that was not seen', async () => {
  const { person } = open({ canMeasure: true })
  await vi.waitFor(() => expect(labels()).toContain('Use a password'))
  const states = buttons().map((each) => [each.textContent, each.getAttribute('aria-disabled')])
  expect(states).toEqual([
    ['Use a passkey', 'true'],
    ['Use a password', 'true'],
    ['Keep a recovery kit', 'true'],
    ['Cancel', null],
  ])
  person.abort()
})

it('A page closes with a refusal when another person signs in, and nothing is sealed', async () => {
  const { person, opened, sealed } = open({ canMeasure: true })
  await vi.waitFor(() => expect(labels()).toContain('Use a password'))
  person.abort()
  await expect(opened).rejects.toMatchObject({ details: { code: 4100, reason: 'signed_out' } })
  expect(buttons()).toEqual([])
  expect(sealed).not.toHaveBeenCalled()
})
