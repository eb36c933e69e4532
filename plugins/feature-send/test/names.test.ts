import type { NamesApi, ResolvedName } from '@latchkey/feature-names'
import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import { describe, expect, it, vi } from 'vitest'
import type { SendOptions } from '../src/index.js'
import { FakeChain, openSite, type Site } from './bench.js'

const found = (address: string | undefined, source = 'own'): ResolvedName => ({
  name: 'ada.shop.test',
  address,
  addresses: {},
  attributes: {},
  source,
})
/** A site with a plugin `names` that answers this. The chain itself looks up no names. */
async function openWithNames(
  resolve: NamesApi['resolve'],
  {
    canResolve = true,
    abilities = ['estimate', 'send'] as ConstructorParameters<typeof FakeChain>[1],
    own = {} as Partial<NamesApi>,
    send = {} as SendOptions,
  } = {},
): Promise<Site> {
  const names = definePlugin({
    id: 'names',
    version: '0.1.0',
    kernelApi: '*',
    setup: () => ({ canResolve: () => canResolve, resolve, ...own }) as unknown as NamesApi,
  })
  return openSite({
    send,
    chains: [new FakeChain('eip155', abilities)],
    beside: [names] as unknown as readonly PluginDefinition[],
  })
}

it('A name of the site is looked up by the plugin of names, and the state says who knew it', async () => {
  const resolve = vi.fn<NamesApi['resolve']>(async () => found('eip155-lady'))
  const site = await openWithNames(resolve)
  await site.fill({ to: 'ada.shop.test' })
  await site.until(() => site.api.state.get().receiver.status === 'ok')
  expect(resolve.mock.calls.map(([name]) => name)).toEqual(['ada.shop.test'])
  expect(site.api.state.get()).toMatchObject({
    takesNames: true,
    receiver: { address: 'eip155-lady' },
    receiverProfileName: 'ada.shop.test',
    receiverNameSource: 'own',
  })
  site.api.setReceiver('eip155-BOB')
  await site.until(() => site.api.state.get().receiver.status === 'ok')
  expect(site.api.state.get().receiverNameSource).toBeUndefined()
})

const UNUSABLE: readonly (readonly [how: string, resolve: NamesApi['resolve'], problem: string])[] =
  [
    ['has no address here', async () => found(undefined), 'send.nameUnknown'],
    ['is nobody’s', async () => undefined, 'send.nameUnknown'],
    ['leads to an address that is not one', async () => found('nonsense!'), 'send.nameUnknown'],
    ['cannot be looked up', () => Promise.reject(new Error('no')), 'send.nameFailed'],
  ]
it.each(UNUSABLE)('Nothing is sent to a name that %s', async (_, resolve, problem) => {
  const site = await openWithNames(resolve)
  site.api.setReceiver('ada.shop.test')
  await site.until(() => site.api.state.get().receiver.status === 'refused')
  expect(site.api.state.get().receiver).toMatchObject({ problem })
  expect(site.api.state.get().receiverNameSource).toBeUndefined()
})

it('Where the plugin has no names for the chain, the chain’s own lookup is asked', async () => {
  const resolve = vi.fn<NamesApi['resolve']>(async () => found('eip155-BOB'))
  const abilities = ['name', 'estimate', 'send'] as ConstructorParameters<typeof FakeChain>[1]
  const site = await openWithNames(resolve, { canResolve: false, abilities })
  site.api.setReceiver('ada.test')
  await site.until(() => site.api.state.get().receiver.status === 'ok')
  expect(site.api.state.get().receiver).toMatchObject({ address: 'eip155-lady' })
  expect(resolve).not.toHaveBeenCalled()
})

describe('A name that looks like a known one', () => {
  const ADA = { name: 'ada.shop.test', address: 'eip155-ADA' }
  const OWN = { reverse: async () => ['me-and-you.shop.test'], identity: async () => undefined }
  const state = (site: Site) => site.api.state.get()
  /** A site whose visitor has entered a name that leads to that address. */
  async function enter(
    name: string,
    {
      address = 'eip155-lady',
      contacts = [ADA] as readonly { name: string; address: string }[],
      allowLookalikes = false,
      own = OWN as Partial<NamesApi>,
    } = {},
  ): Promise<Site> {
    const site = await openWithNames(async () => ({ ...found(address), name }), {
      own,
      send: { contacts: { eip155: contacts }, allowLookalikes },
    })
    await site.fill({ to: name })
    await site.until(() => state(site).receiver.status === 'ok')
    return site
  }

  it.each([
    ['\u0430da.shop.test', ADA.name, 'contact'],
    ['ada-shop.test', ADA.name, 'contact'],
    ['rne-and-you.shop.test', 'me-and-you.shop.test', 'account'],
  ])('%s is taken for a fake of %s, and nothing is sent', async (name, known, from) => {
    const site = await enter(name)
    expect(state(site).receiver).toMatchObject({
      address: 'eip155-lady',
      similarName: { name: known, from },
      isLookalikeAccepted: false,
    })
    await expect(site.api.send()).rejects.toMatchObject({
      code: 'send.receiver_refused',
      context: { problem: 'send.similarName' },
    })
    site.api.acceptLookalike()
    await site.until(() => {
      const { receiver } = state(site)
      return receiver.status === 'ok' && receiver.isLookalikeAccepted
    })
  })

  it('A contact that is written down without an ending has fakes as well', async () => {
    const site = await enter('bi11.shop.test', {
      contacts: [{ name: 'Bill', address: 'eip155-ADA' }],
    })
    expect(state(site).receiver).toMatchObject({ similarName: { name: 'Bill', from: 'contact' } })
  })

  it.each([
    ['is the contact’s own', ADA.name, { address: ADA.address }],
    ['leads to the contact, however it is spelled', 'ada-shop.test', { address: ADA.address }],
    ['is like no other', 'grace.shop.test', {}],
    ['is the contact’s, written in upper case', 'ADA.shop.test', { address: ADA.address }],
  ])('A name that %s is not warned of', async (_, name, more) => {
    const { receiver } = state(await enter(name, more))
    expect(receiver).toMatchObject({ status: 'ok' })
    expect(receiver).not.toHaveProperty('similarName')
  })

  it('A host that allows look-alikes has names accepted at once', async () => {
    const site = await enter('ada-shop.test', { allowLookalikes: true })
    expect(state(site).receiver).toMatchObject({
      similarName: { name: ADA.name },
      isLookalikeAccepted: true,
    })
  })

  it('Own names that cannot be read cost the contacts nothing', async () => {
    const fail = () => Promise.reject(new Error('away'))
    const site = await enter('ada-shop.test', { own: { reverse: fail, identity: fail } })
    expect(state(site).receiver).toMatchObject({ similarName: { name: ADA.name } })
    const other = await enter('rne-and-you.shop.test', {
      own: { reverse: fail, identity: async () => ({ name: 'me-and-you.shop.test', avatar: '' }) },
    })
    expect(state(other).receiver).toMatchObject({ similarName: { from: 'account' } })
  })
})
