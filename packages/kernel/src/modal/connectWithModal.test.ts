import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeConnection, scopesOf } from '../../test/fakes/FakeConnection.js'
import { FakeConnector } from '../../test/fakes/FakeConnector.js'
import { makeWorld, memoryStorage, settle, type World } from '../../test/fakes/makeWorld.js'
import { deferred } from '../../test/support.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const CLOSED = { code: 'kernel.modal_closed' }
const wallet = (id: string) =>
  new FakeConnector(id, {
    namespaces: ['test'],
    link: () => new FakeConnection(id, id, scopesOf('test')),
  })
/** A page that waits for a stored wallet, and has another one. */
async function start(step: () => Promise<void> = () => Promise.resolve()) {
  const [old, fresh] = [wallet('old'), wallet('fresh')]
  old.comeBack = 'silence'
  const storage = memoryStorage()
  storage.setItem(
    'latchkey-default:kernel:v1:connections',
    JSON.stringify([
      {
        id: 'old',
        connectorId: 'old',
        name: 'old',
        namespaces: ['test'],
        current: { test: 'a' },
        snapshot: 0,
      },
    ]),
  )
  const steps = definePlugin({
    id: 'steps',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup: (ctx) => void ctx.flow.connect.after(step),
  })
  const world = await makeWorld({ connectors: [old, fresh], plugins: [steps], kernel: { storage } })
  worlds.push(world)
  await settle()
  const ids = (): string[] => world.core.connections.get().connections.map(({ id }) => id)
  /** As the visitor closes it, once the wait has begun. */
  const close = async (): Promise<void> => {
    await import('./connectWithModal.js')
    await settle()
    world.kernel.close()
  }
  return { ...world, kernel: world.kernel, old, fresh, ids, close }
}

describe('waiting for what the visitor connects', () => {
  it('A stored connection that is restored while the modal is open does not settle connectWithModal', async () => {
    const { kernel, old, ids, close } = await start()
    const waiting = expect(kernel.connectWithModal()).rejects.toMatchObject(CLOSED)
    await settle()
    old.answerLate()
    await settle()
    expect([ids(), kernel.ports.modal.get().open]).toEqual([['old'], true])
    await close()
    await waiting
  })
  it('A stored connection does not settle connectWithModal after the visitor declined that wallet', async () => {
    const { kernel, old, ids, close } = await start()
    const waiting = expect(kernel.connectWithModal()).rejects.toMatchObject(CLOSED)
    await import('./connectWithModal.js')
    await settle()
    old.behave = { reject: { code: 4001 } }
    await expect(kernel.connect('old')).rejects.toMatchObject({ code: 'wallet.user_rejected' })
    old.answerLate()
    await settle()
    expect(ids()).toEqual(['old'])
    await close()
    await waiting
  })
  it("connectWithModal resolves with the visitor's connection beside a restored one", async () => {
    const { kernel, old } = await start()
    const waiting = kernel.connectWithModal()
    await settle()
    old.answerLate()
    await settle()
    await kernel.connect('fresh')
    expect(await waiting).toMatchObject({ id: 'fresh' })
  })
  it('connectWithModal resolves with a connection that existed before and is made anew', async () => {
    const { kernel, old } = await start()
    old.answerLate()
    await settle()
    const waiting = kernel.connectWithModal()
    await settle()
    await kernel.connect('old')
    expect(await waiting).toMatchObject({ id: 'old' })
  })
  it('connectWithModal resolves with a connection whose steps still run when the modal is closed', async () => {
    const { promise, resolve } = deferred()
    const { kernel, ids, close } = await start(() => promise)
    const waiting = kernel.connectWithModal()
    await import('./connectWithModal.js')
    await settle()
    const connecting = kernel.connect('fresh')
    await settle()
    expect(ids()).toEqual(['fresh'])
    await close()
    expect(await waiting).toMatchObject({ id: 'fresh' })
    resolve()
    await connecting
  })
})
