import { expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, BOB, FakeServer, openSite, type Site } from './bench.js'

const serverWith = (identity: FakeServer['identity']): { server: FakeServer } => ({
  server: Object.assign(new FakeServer(), { identity }),
})
/** Draws an address, as a view of the modal does. */
async function draw(
  { kernel }: Site,
  address = ALICE,
  network: `${string}:${string}` = 'eip155:1',
) {
  const { identities } = await kernel.ports.late.load()
  onTestFinished(identities.subscribe(() => undefined))
  const lookup = await vi.waitFor(() => identities.get() ?? Promise.reject(new Error('not yet')))
  const known = lookup({ network, address })
  onTestFinished(known.subscribe(() => undefined))
  return known
}

it('The name and the picture of an address are shown as the site’s server says', async () => {
  const site = await openSite({ isBare: true })
  expect(site.server.asked).toEqual([])
  const known = await draw(site, BOB)
  await site.until(() => known.get())
  expect(known.get()).toEqual({
    name: 'alice.shop.eth',
    avatar: 'https://api.shop.test/v1/profile/avatar/alice.shop.eth',
  })
  expect(site.server.of('/identity/')).toHaveLength(1)
})

it('A name that is registered is shown at once', async () => {
  const site = await openSite()
  const known = await draw(site)
  await site.until(() => site.server.of('/identity/').length)
  expect(known.get()).toBeUndefined()
  site.api.agree(true)
  await site.api.register('wonder')
  await site.until(() => known.get())
  expect(known.get()?.name).toBe('wonder.shop.eth')
})

it('A name without a picture has none', async () => {
  const site = await openSite(serverWith(() => ({ name: 'alice.shop.eth', avatar: null })))
  const known = await draw(site)
  await site.until(() => known.get())
  expect(known.get()).toEqual({ name: 'alice.shop.eth' })
})

it('The network’s own lookup names an address where the site has no server, without a picture', async () => {
  const reverse = vi.fn(async () => ({ name: 'alice.eth', avatar: 'https://tracker.example/a' }))
  const nameLookup = { resolve: async () => ALICE, reverse }
  const site = await openSite({ server: null, adapter: { nameLookup } })
  const lookup = await draw(site)
  await site.until(() => lookup.get())
  expect(lookup.get()).toEqual({ name: 'alice.eth' })
  expect(reverse).toHaveBeenCalledWith(ALICE, expect.objectContaining({ id: 'eip155:1' }))
})

it('A server is asked in place of the network’s own lookup', async () => {
  const reverse = vi.fn(async () => ({ name: 'other.eth' }))
  const nameLookup = { resolve: async () => ALICE, reverse }
  const site = await openSite({ adapter: { nameLookup } })
  const known = await draw(site, BOB)
  await site.until(() => known.get())
  expect(reverse).not.toHaveBeenCalled()
})

it.each([
  ['own', 'alice.shop.eth', true],
  ['own', 'alice.eth', false],
  ['ens', 'alice.shop.eth', false],
  ['ens', 'alice.eth', true],
] as const)(
  'Where only names of %s are looked up, %s is shown: %s',
  async (kind, name, isShown) => {
    const site = await openSite({
      options: { zone: 'shop.eth', resolve: [kind] },
      ...serverWith(() => ({ name, avatar: null })),
    })
    const known = await draw(site)
    await site.until(() => site.server.of('/identity/').length)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(known.get()?.name).toBe(isShown ? name : undefined)
  },
)

it('A chain family without names asks nobody and loads nothing', async () => {
  const site = await openSite({ other: 'solana', isBare: true })
  const known = await draw(site, 'So1', 'solana:main')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([known.get(), site.server.asked]).toEqual([undefined, []])
})
