import {
  fakeClock,
  hostileAnswers,
  hostileServer,
  PLANTED,
  type HostileAnswer,
} from '@latchkey/plugin-testkit/fakes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE, BOB, FakeServer, openSite, profile } from './bench.js'

/** The words of a refusal are the server's own, and are shown. */
const IN_WORDS: readonly HostileAnswer[] = ['status 403', 'status 429', 'status 500']
const STRANGER = '0x000000000000000000000000000000000000dEaD'

/** Looks up and registers with a server that answers wrongly on one route. */
async function useWith(route: string, way: HostileAnswer) {
  const fake = new FakeServer()
  const server = hostileServer((url, init) => {
    const last = decodeURIComponent(url.pathname.split('/').at(-1)!)
    if (init.method !== undefined && init.method !== 'GET')
      return { success: true, name: 'bobby.shop.eth' }
    if (url.pathname.includes('/suggestions/')) return fake.suggestions(last)
    if (url.pathname.includes('/reverse/')) return [profile('alice.shop.eth', BOB)]
    if (url.pathname.includes('/identity/')) return { name: 'alice.shop.eth', avatar: '' }
    return profile(last, last === 'bobby.shop.eth' ? ALICE : BOB)
  })
  onTestFinished(server.dispose)
  const site = await openSite({ server: null, hasServer: true })
  const clock = fakeClock()
  onTestFinished(() => clock.dispose())
  const { api } = site
  const turn = (at: string): void => server.be(at === route ? way : 'honest')
  const outcomes: Record<string, unknown> = {}
  const ask = async (at: string, work: () => Promise<unknown>): Promise<void> => {
    turn(at)
    const told = work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await clock.advance(62_000)
    outcomes[at] = await told
  }
  await ask('name', () => api.resolve('alice.shop.eth'))
  await ask('reverse', () => api.reverse(BOB))
  await ask('identity', () => api.identity(BOB))
  await ask('suggestions', async () => api.type('bobby'))
  await ask('register', () => api.register('bobby'))
  const owner = await api.owner()
  await ask('list', () => owner.list())
  await ask('open', () => owner.open('bobby.shop.eth'))
  await ask('save', () => owner.save('bobby', { description: 'Hello' }))
  await ask('leave', () => owner.giveUp('bobby'))
  return { site, outcomes }
}

const ROUTES = [
  'name',
  'reverse',
  'identity',
  'suggestions',
  'register',
  'list',
  'open',
  'save',
  'leave',
]
describe.each(ROUTES)('The route of %s', (route) => {
  it.each(hostileAnswers)(
    'An answer with %s leads to no stranger, and ends in a typed error or clean data',
    async (way) => {
      const { site, outcomes } = await useWith(route, way)
      const { offer: _, ...state } = site.api.state.get()
      const told = JSON.stringify({ outcomes, state }, (key, value: unknown) =>
        key === 'cause' || key === 'stack' ? undefined : value,
      )
      if (!IN_WORDS.includes(way)) expect(told).not.toContain(PLANTED)
      expect(told).not.toContain(STRANGER)
      expect(told).not.toMatch(/\u202e|\u2066/)
      for (const outcome of Object.values(outcomes))
        if ((outcome as { error?: unknown }).error !== undefined)
          expect(outcome).toMatchObject({
            error: { code: expect.stringMatching(/^names\.\w+_failed$/) },
          })
      expect(state).toMatchObject({ loading: false, step: 'form' })
      expect([undefined, ALICE]).toContain(state.registered?.address)
      expect(state.suggestions.every(({ name }) => /^[a-z\d-]{4,63}\.shop\.eth$/.test(name))).toBe(
        true,
      )
    },
  )
})
