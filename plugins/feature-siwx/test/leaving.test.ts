// Ways to leave the sign-in view, and changes of account and network while it is shown.
import { evm } from '@latchkey/evm'
import { definePlugin } from '@latchkey/plugin-api'
import { mainnet } from 'viem/chains'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { becomePage, closeAll, declines, eventually, openSite } from './support.js'

beforeAll(becomePage)
afterEach(closeAll)
const VIEW = 'SIWXSignMessage'
const MAINNET = 'eip155:1'
const OPTIMISM = 'eip155:10'

describe('closing', () => {
  it('Closing the modal shakes it while sign-in is required', async () => {
    const { connect, kernel, view, isOpen, api } = await openSite({ required: true })
    await connect()
    expect([kernel.close(), isOpen(), view(), kernel.ports.modal.get().shakes]).toEqual([
      false,
      true,
      VIEW,
      1,
    ])
    // Esc and the back button call this.
    kernel.ports.router.back()
    expect([isOpen(), view(), kernel.ports.modal.get().shakes]).toEqual([true, VIEW, 2])
    await api.requestSignMessage()
    expect(isOpen()).toBe(false)
  })
  it('Closing another view over a required sign-in leads back to the sign-in view', async () => {
    const { connect, kernel, shows, api } = await openSite({ required: true })
    await connect()
    kernel.open('Account')
    expect(kernel.close()).toBe(true)
    await shows(VIEW)
    await api.requestSignMessage()
    kernel.open('Account')
    expect(kernel.close()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('A required sign-in view stays while the wallet is asked', async () => {
    const { connect, kernel, wallet, api, is } = await openSite({ required: true })
    await connect()
    wallet.behave('silence')
    const signing = api.requestSignMessage()
    await is('signing')
    expect(kernel.close()).toBe(false)
    wallet.answerLate()
    await signing
  })
  it('Closing the modal declines an optional sign-in', async () => {
    const { connect, kernel, isOpen, api, views } = await openSite()
    await connect()
    const refused = expect(api.signIn()).rejects.toMatchObject({ code: 'siwx.cancelled' })
    await new Promise((resolve) => setTimeout(resolve))
    expect([kernel.close(), isOpen(), views()]).toEqual([true, false, ['Connect']])
    await refused
    expect([
      api.session.get().status,
      kernel.ports.connections.get().namespaces['eip155']?.status,
    ]).toEqual(['signedOut', 'connected'])
  })
  it('Closing the modal while the wallet is asked drops its answer', async () => {
    const { connect, kernel, wallet, api, is, store, isOpen, toasts } = await openSite()
    await connect()
    wallet.behave('silence')
    const refused = expect(api.requestSignMessage()).rejects.toMatchObject({
      code: expect.stringMatching(/^(kernel.aborted|siwx.cancelled)$/),
    })
    await is('signing')
    kernel.close()
    await refused
    wallet.answerLate()
    expect([store.added, isOpen(), toasts(), api.session.get().status]).toEqual([
      [],
      false,
      [],
      'signedOut',
    ])
  })
  it('The modal can be closed once there is a session', async () => {
    const { connect, kernel, api } = await openSite({ required: true })
    await connect()
    await api.requestSignMessage()
    kernel.open('Account')
    expect(kernel.close()).toBe(true)
    // The view itself may be closed too.
    kernel.open(VIEW)
    expect(kernel.close()).toBe(true)
  })
})

describe('cancelling', () => {
  it('Cancel closes the modal where sign-in is optional, on Connect [CLOSE-09] [CLOSE-10]', async () => {
    const { connect, api, isOpen, views } = await openSite()
    await connect()
    await api.cancel()
    expect([isOpen(), views(), api.session.get().status]).toEqual([false, ['Connect'], 'signedOut'])
  })
  it('Cancel of a required sign-in goes back to the last network [CLOSE-08] [CLOSE-10]', async () => {
    const { connect, kernel, api, network, shows, views, isOpen } = await openSite({
      required: true,
    })
    await connect()
    await api.requestSignMessage()
    await kernel.switchNetwork(OPTIMISM)
    await shows(VIEW)
    await api.cancel()
    expect([network(), isOpen(), views(), api.session.get().status]).toEqual([
      MAINNET,
      false,
      ['Connect'],
      'signedIn',
    ])
  })
  it('Cancel of a required sign-in without an earlier session disconnects [CLOSE-10]', async () => {
    const { connect, kernel, api, views } = await openSite({ required: true })
    await connect()
    await api.cancel()
    expect([kernel.ports.connections.get().connections, views(), api.session.get().status]).toEqual(
      [[], ['Connect'], 'idle'],
    )
    await connect()
    expect(views()).toEqual([VIEW])
  })
  it('Cancel disconnects where the wallet does not switch back', async () => {
    const { connect, kernel, api, wallet, shows, views } = await openSite({ required: true })
    await connect()
    await api.requestSignMessage()
    await kernel.switchNetwork(OPTIMISM)
    await shows(VIEW)
    wallet.behave(declines)
    await api.cancel()
    expect([kernel.ports.connections.get().connections, views()]).toEqual([[], ['Connect']])
  })
  it('A second Cancel does not wait for a silent wallet', async () => {
    const { connect, kernel, api, wallet, shows, is } = await openSite({ required: true })
    await connect()
    await api.requestSignMessage()
    await kernel.switchNetwork(OPTIMISM)
    await shows(VIEW)
    wallet.behave('silence')
    const first = api.cancel()
    await is('leaving')
    expect(kernel.close()).toBe(false)
    await api.cancel()
    await first
    expect(kernel.ports.connections.get().connections).toEqual([])
  })
  it('A declined sign-in is asked for again by a new connect, and not by a reload', async () => {
    const storage = fakeStorage()
    const wallet = new Eip155Wallet({ chains: [1, 10] })
    const { connect, api, kernel, isOpen } = await openSite({}, { kernel: { storage }, wallet })
    await connect()
    await api.cancel()
    await kernel.switchNetwork(OPTIMISM)
    await eventually(() => expect(isOpen()).toBe(true))
    await api.cancel()
    await kernel.switchNetwork(MAINNET)
    expect([isOpen(), api.session.get().status]).toEqual([false, 'signedOut'])
    kernel.dispose()
    const again = await openSite({}, { kernel: { storage }, wallet, resume: true })
    await again.is('signedOut')
    expect(again.isOpen()).toBe(false)
    await again.kernel.disconnect()
    await again.connect()
    expect(again.view()).toBe(VIEW)
  })
})

describe('another network', () => {
  it('A switch to another network asks for a session of its own, unless it has one', async () => {
    const { connect, kernel, api, shows, is, isOpen, network } = await openSite()
    await connect()
    await api.requestSignMessage()
    await kernel.switchNetwork(OPTIMISM)
    await shows(VIEW)
    expect(api.session.get()).toMatchObject({
      status: 'asking',
      session: undefined,
      request: { data: { chainId: OPTIMISM } },
    })
    await api.requestSignMessage()
    await kernel.switchNetwork(MAINNET)
    await is('signedIn')
    expect([isOpen(), network(), api.session.get().session?.data.chainId]).toEqual([
      false,
      MAINNET,
      MAINNET,
    ])
  })
  it('A change of network changes the shown message, without a second view', async () => {
    const { connect, wallet, api, views } = await openSite({ required: true })
    await connect()
    wallet.move('other')
    await eventually(() => expect(api.session.get().request?.data.chainId).toBe(OPTIMISM))
    expect(views()).toEqual([VIEW])
    const { data } = await api.requestSignMessage()
    expect(data.chainId).toBe(OPTIMISM)
  })
  it('A change of network while the wallet is asked drops its answer for the one before', async () => {
    const { connect, wallet, api, is, store, toasts } = await openSite({ required: true })
    await connect()
    wallet.behave('silence')
    const dropped = expect(api.requestSignMessage()).rejects.toBeDefined()
    await is('signing')
    wallet.move('other')
    await dropped
    wallet.answerLate()
    wallet.behave('accept')
    await eventually(() =>
      expect(api.session.get()).toMatchObject({
        status: 'asking',
        request: { data: { chainId: OPTIMISM } },
      }),
    )
    expect([store.added, toasts()]).toEqual([[], []])
  })
  it('A network that is not configured asks for nothing, until the wallet is back', async () => {
    const { connect, wallet, api, view, shows, is } = await openSite({ required: true })
    await connect()
    wallet.move('unknown')
    await is('idle')
    expect(view()).not.toBe(VIEW)
    wallet.move('other')
    await shows(VIEW)
    await is('asking')
    expect(api.session.get().request?.data.chainId).toBe(OPTIMISM)
  })
})

it('A network that the site adds while the wallet is on it is asked for a session', async () => {
  let add = (): unknown => undefined
  const adding = definePlugin({
    id: 'adding',
    version: '0.1.0',
    kernelApi: '*',
    chains: ['eip155'],
    setup: (ctx) =>
      void (add = () =>
        ctx.networks.add({
          id: 'eip155:99',
          namespace: 'eip155',
          reference: '99',
          name: 'Late',
          nativeCurrency: { name: 'L', symbol: 'L', decimals: 18 },
          rpcUrls: [],
        })),
  })
  const { connect, view, shows, is, api } = await openSite(
    { required: true },
    {
      wallet: new Eip155Wallet({ chains: [99, 1] }),
      plugins: [evm({ networks: [mainnet] }), adding],
    },
  )
  await connect()
  expect([view(), api.session.get().status]).not.toEqual([VIEW, 'asking'])
  add()
  await shows(VIEW)
  await is('asking')
  expect((await api.requestSignMessage()).data.chainId).toBe('eip155:99')
})

describe('another account', () => {
  it('A switch to another account asks for a session of its own', async () => {
    const { connect, wallet, api, shows } = await openSite()
    await connect()
    const { data } = await api.requestSignMessage()
    wallet.show('other')
    await shows(VIEW)
    const other = api.session.get().request?.data.accountAddress
    expect([other === wallet.address, other === data.accountAddress]).toEqual([true, false])
    expect((await api.requestSignMessage()).data.accountAddress).toBe(wallet.address)
  })
  it('A change of account changes the shown message', async () => {
    const { connect, wallet, api, views } = await openSite({ required: true })
    await connect()
    wallet.show('other')
    await eventually(() =>
      expect(api.session.get().request?.data.accountAddress).toBe(wallet.address),
    )
    expect(views()).toEqual([VIEW])
  })
})

describe('a wallet that goes away', () => {
  it('A disconnected wallet takes the view away, even where sign-in is required', async () => {
    const { connect, wallet, api, views, is } = await openSite({ required: true })
    await connect()
    const refused = expect(api.signIn()).rejects.toMatchObject({ code: 'siwx.cancelled' })
    await new Promise((resolve) => setTimeout(resolve))
    wallet.lock()
    wallet.show('none')
    await is('idle')
    await refused
    expect([views(), api.session.get().request]).toEqual([['Connect'], undefined])
  })
})

it('Opening the view asks a connected visitor to sign, and nobody else', async () => {
  const { kernel, api, is, view, connect } = await openSite({ automatic: false })
  kernel.open(VIEW)
  expect([api.session.get().status, view()]).toEqual(['idle', VIEW])
  kernel.close()
  await connect()
  kernel.open(VIEW)
  await is('asking')
  expect((await api.requestSignMessage()).data.chainId).toBe(MAINNET)
})
