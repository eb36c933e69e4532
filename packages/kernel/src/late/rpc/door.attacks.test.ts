import {
  createToken,
  type RequestPreviewer,
  type RpcRequest,
  type WireRequest,
} from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { account, FakeConnection, scope } from '../../../test/fakes/FakeConnection.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import { makeWorld, type World } from '../../../test/fakes/makeWorld.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))

const methods = {
  read: 'read',
  sign: 'sign',
  send: 'send',
  settings: 'wallet-state',
  denied: 'sign',
  harmless: 'wallet-state',
} as const
const names = ['read', 'sign', 'send', 'settings', 'harmless']

/**
 * A kernel with a wallet, which records what it is asked, and a previewer, which records what it is
 * shown.
 */
async function start(isPreviewed: boolean) {
  const got: WireRequest[] = []
  const shown: { method: string; params: unknown }[] = []
  const link = new FakeConnection(
    'w',
    'w',
    { test: scope([account('test', 'a')]) },
    { answer: (request) => (got.push(request), 'done') },
  )
  const world = await makeWorld({
    policies: [{ namespace: 'test', methods, nodes: ['read'] }],
    connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
    kernel: { rpcPolicy: { deny: ['denied'] } },
  })
  worlds.push(world)
  await world.kernel.connect('w')
  if (isPreviewed)
    world.kernel.ports.points.add(createToken<RequestPreviewer>('previews'), {
      id: 'p',
      takes: () => true,
      review: async ({ method, params }) => void shown.push({ method, params }),
    })
  return {
    got,
    shown,
    ask: (request: RpcRequest) =>
      world.kernel.ports.connections
        .request(request)
        .catch((error: { code: string }) => error.code),
  }
}

/**
 * An object that answers `first` to the first so many readings of a field, and `then` to all later
 * ones.
 */
const shifty = <T extends object>(
  fields: T,
  key: keyof T,
  then: unknown,
  turns: number,
  kind: 'getter' | 'proxy',
): T => {
  let read = 0
  const answer = (): unknown => (read++ < turns ? fields[key] : then)
  return kind === 'getter'
    ? Object.defineProperty({ ...fields }, key, { enumerable: true, get: answer })
    : new Proxy(fields, {
        get: (target, name) => (name === key ? answer() : (Reflect.get(target, name) as unknown)),
      })
}

it('Each field of a request is read once, so that the wallet gets what was classified (audit L1)', async ({
  task,
}) => {
  let tries = 0
  let wrong = 0
  for (const isPreviewed of [false, true]) {
    const { got, shown, ask } = await start(isPreviewed)
    for (const kind of ['getter', 'proxy'] as const)
      for (const method of names)
        for (let turns = 1; turns <= 6; turns++) {
          for (const [key, then] of [
            ['method', 'denied'],
            ['method', 'send'],
            ['network', 'test:2'],
            ['params', [{ to: 'thief' }]],
          ] as const) {
            tries++
            got.length = shown.length = 0
            const asked = { network: 'test:1', method, params: [{ to: 'friend' }] } as const
            await ask(shifty(asked, key, then, turns, kind) as RpcRequest)
            const isHonest = got.every(
              (each) =>
                each.method === method &&
                each.network === 'test:1' &&
                JSON.stringify(each.params) === '[{"to":"friend"}]',
            )
            const isShown =
              !isPreviewed ||
              !['sign', 'send'].includes(method) ||
              (shown[0]?.method === method && shown[0].params === got[0]?.params)
            if (!isHonest || !isShown || got.length !== 1) wrong++
          }
        }
  }
  task.meta.attack = {
    attack: 'requests whose fields answer differently each time',
    tries,
    wanted: '0 that pass as something else',
    seen: `${wrong}`,
  }
  expect(wrong).toBe(0)
})

it('Each part of the parameters is read once, however deep, for the preview and for the wallet (audit L1)', async ({
  task,
}) => {
  let tries = 0
  let wrong = 0
  for (const isPreviewed of [false, true]) {
    const { got, shown, ask } = await start(isPreviewed)
    for (const kind of ['getter', 'proxy'] as const)
      for (const method of names)
        for (let depth = 0; depth < 5; depth++)
          for (let turns = 1; turns <= 4; turns++) {
            tries++
            got.length = shown.length = 0
            let params: unknown = shifty({ to: 'friend', value: '1' }, 'to', 'thief', turns, kind)
            for (let level = 0; level < depth; level++)
              params = level % 2 ? [params] : { call: params }
            await ask({ network: 'test:1', method, params })
            const text = JSON.stringify(got[0]?.params)
            // A second and a third reading by the wallet itself say the same.
            const isSteady =
              text === JSON.stringify(got[0]?.params) &&
              text?.includes('friend') &&
              !text.includes('thief')
            if (!isSteady || (shown.length > 0 && JSON.stringify(shown[0]!.params) !== text))
              wrong++
          }
  }
  task.meta.attack = {
    attack: 'parameters with a part that answers differently each time',
    tries,
    wanted: '0 that the wallet reads otherwise than they were shown',
    seen: `${wrong}`,
  }
  expect(wrong).toBe(0)
})

it('A caller cannot change the parameters after the request (audit L1)', async () => {
  const { got, ask } = await start(false)
  const inner = { to: 'friend' }
  const params = [inner, Uint8Array.of(1, 2)] as const
  const asking = ask({ network: 'test:1', method: 'sign', params })
  inner.to = 'thief'
  params[1][0] = 9
  await asking
  expect(got[0]?.params).toEqual([{ to: 'friend' }, Uint8Array.of(1, 2)])
  // A wallet in the page may write into what it is given, as it always could.
  expect(Object.isFrozen(got[0]?.params)).toBe(false)
})
