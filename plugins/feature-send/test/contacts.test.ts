import { createToken, definePlugin, type Dispose } from '@latchkey/plugin-api'
import { describe, expect, it, vi } from 'vitest'
import type { ContactSource } from '../src/index.js'
import { FakeChain, openSite } from './bench.js'

const BOB = 'eip155-b0b0000000000000000000000000000000000b0b'
const ANN = 'eip155-a0a0000000000000000000000000000000000a0a'
const state = ({ api }: Awaited<ReturnType<typeof openSite>>) => api.state.get()

/** A third party's plugin with contacts; it imports only a type from this package. */
function friends(
  source: Omit<ContactSource, 'id'>,
  onAdd: (takeBack: Dispose) => void = () => undefined,
) {
  return definePlugin({
    id: 'friends',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      onAdd(
        ctx.points.add(createToken<ContactSource>('send.contacts'), { id: 'friends', ...source }),
      )
      return {}
    },
  })
}
/** Opens a site that has that plugin too. */
const openWith = (
  plugin: ReturnType<typeof friends>,
  send: NonNullable<Parameters<typeof openSite>[0]>['send'] = {},
) => {
  const chain = new FakeChain('eip155')
  const beside = { plugin: () => plugin, namespace: 'friends' } as unknown as FakeChain
  return openSite({ chains: [chain, beside], send, connect: false }).then(async (site) => {
    await site.kernel.connect('wallet-eip155')
    site.kernel.open('send.form')
    return site
  })
}

describe('an address of a contact', () => {
  it('The address of a contact carries the name, and is not shown as an unknown one (audit C9)', async () => {
    const site = await openSite({ send: { contacts: { eip155: [{ name: 'Bob', address: BOB }] } } })
    await site.fill({ to: BOB })
    expect(state(site).receiver).toMatchObject({ status: 'ok', contact: 'Bob' })
    void site.api.send().catch(() => undefined)
    await site.until(() => state(site).review)
    expect(state(site).review).toMatchObject({ receiver: BOB, receiverName: 'Bob', isFirst: false })
    site.api.decline()
    await site.fill({ to: ANN })
    expect(state(site).receiver).not.toHaveProperty('contact')
    expect(state(site).receiver).toMatchObject({ status: 'ok', isFirst: true })
  })

  it('The address of a contact without a name is shown as a new receiver (audit C9)', async () => {
    const site = await openSite({ send: { contacts: { eip155: [{ name: ' ', address: BOB }] } } })
    await site.fill({ to: BOB })
    expect(state(site).receiver).not.toHaveProperty('contact')
    expect(state(site).receiver).toMatchObject({ status: 'ok', isFirst: true })
  })
})

describe('the list of contacts', () => {
  it("The contacts of this network are read with the form, once each, the host's first (audit C9)", async () => {
    const contacts = {
      eip155: [
        { name: 'Bob', address: BOB },
        { name: 'Nobody', address: '?' },
        { name: 'Bob again', address: BOB },
        { name: 'x'.repeat(500), address: ANN },
        { name: 'Endless', address: `${BOB}${'0'.repeat(20_000)}` },
      ],
    }
    const site = await openSite({ send: { contacts } })
    await site.api.load()
    await site.until(() => state(site).contacts?.length)
    expect(state(site).contacts).toEqual([
      { name: 'Bob', address: BOB },
      { name: 'x'.repeat(100), address: ANN },
    ])
  })

  it('The list of contacts is empty and does not block the form where contacts cannot be read', async () => {
    const site = await openSite({ send: { contacts: () => Promise.reject(new Error('down')) } })
    await site.api.load()
    expect(state(site).contacts ?? []).toEqual([])
  })
})

describe('the point send.contacts', () => {
  it("A stranger's plugin adds contacts beside the host's (audit C12)", async () => {
    const asked: string[] = []
    const site = await openWith(
      friends({
        contacts: async (namespace) => (
          asked.push(namespace),
          [
            { name: 'Ann', address: ANN },
            { name: 'Bobby', address: BOB },
          ]
        ),
      }),
      { contacts: { eip155: [{ name: 'Bob', address: BOB }] } },
    )
    await site.fill({ to: ANN })
    expect(state(site).receiver).toMatchObject({ contact: 'Ann' })
    await vi.waitFor(() =>
      expect(state(site).contacts).toEqual([
        { name: 'Bob', address: BOB },
        { name: 'Ann', address: ANN },
      ]),
    )
    expect(new Set(asked)).toEqual(new Set(['eip155']))
  })

  it('An address that looks like one of a plugin’s contacts is warned of (audit C12)', async () => {
    const site = await openWith(friends({ contacts: () => [{ name: 'Ann', address: ANN }] }))
    await site.fill({ to: ANN.replace('0000000000000000000000', '0000000000111111111000') })
    expect(state(site).receiver).toMatchObject({ lookalike: { from: 'contact', name: 'Ann' } })
  })

  it('A removed source is not asked again, and a source that throws is skipped (audit C12)', async () => {
    const takeBacks: Dispose[] = []
    const site = await openWith(
      friends({ contacts: () => [{ name: 'Ann', address: ANN }] }, (takeBack) =>
        takeBacks.push(takeBack),
      ),
      {
        contacts: () => {
          throw new Error('down')
        },
      },
    )
    await site.fill({ to: ANN })
    expect(state(site).receiver).toMatchObject({ contact: 'Ann' })
    takeBacks.forEach((takeBack) => takeBack())
    await site.fill({ to: BOB })
    await site.fill({ to: ANN })
    expect(state(site).receiver).not.toHaveProperty('contact')
  })
})
