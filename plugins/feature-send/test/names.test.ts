import type { NamesApi, ResolvedName } from '@latchkey/feature-names'
import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import { expect, it, vi } from 'vitest'
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
  } = {},
): Promise<Site> {
  const names = definePlugin({
    id: 'names',
    version: '0.1.0',
    kernelApi: '*',
    setup: () => ({ canResolve: () => canResolve, resolve }) as unknown as NamesApi,
  })
  return openSite({
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
