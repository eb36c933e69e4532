// @vitest-environment happy-dom
// A script of the same origin writes any text under the kernel's own keys, and the page starts with it.
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { kernelStorage } from '../src/storage/kernelStorage.js'
import { FakeConnection, scopesOf } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { makeWorld, settle } from './fakes/makeWorld.js'
import { memoryStorage } from './support.js'

const PREFIX = 'latchkey-default:kernel:v1:'
const CONNECTION = {
  id: 'w',
  connectorId: 'w',
  name: 'W',
  namespaces: ['test'],
  current: { test: 'a' },
}
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/**
 * Hostile texts: not JSON at all, JSON of another shape, the right shape with hostile parts.
 */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  'NaN',
  'undefined',
  '"',
  '""',
  '"\\ud800"',
  '"\\u0000"',
  '{',
  '{}',
  '[]',
  '[[]]',
  '[null]',
  '[{}]',
  '{"__proto__":{"polluted":true}}',
  '[{"__proto__":{"polluted":true}}]',
  '{"constructor":{"prototype":{"polluted":true}}}',
  nested(10_000),
  JSON.stringify('x'.repeat(1_000_000)),
  JSON.stringify({ toString: 'x', valueOf: 1, then: 'y' }),
  JSON.stringify(['__proto__', 'constructor', 'hasOwnProperty']),
  JSON.stringify([
    {
      id: '__proto__',
      connectorId: 'constructor',
      name: '',
      namespaces: ['__proto__'],
      current: {},
    },
  ]),
  JSON.stringify([CONNECTION, CONNECTION]),
  JSON.stringify([{ ...CONNECTION, namespaces: [] }]),
  JSON.stringify([{ ...CONNECTION, snapshot: { then: 1 } }]),
  JSON.stringify([{ ...CONNECTION, id: '../../other', connectorId: 'no-such-wallet' }]),
  '<script>alert(1)</script>',
]
const PAIRS = Object.keys(kernelStorage).flatMap((key) => HOSTILE.map((value) => ({ key, value })))

afterEach(() => void vi.restoreAllMocks())

/** One start of a page with the value in its storage. @returns what went wrong, in words */
async function start(key: string, value: string): Promise<string | undefined> {
  const storage = memoryStorage({
    [`${PREFIX}${key}`]: value,
    foreign: 'keep',
    'latchkey-other:kernel:v1:connections': 'keep',
  })
  const connector = new FakeConnector('w', {
    namespaces: ['test'],
    link: () => new FakeConnection('w', 'w', scopesOf('test')),
  })
  const { kernel } = await makeWorld({ connectors: [connector], kernel: { storage } })
  try {
    await kernel.ready
    await settle()
    await kernel.connect('w')
    if (kernel.ports.connections.get().connections.length === 0)
      return 'a good wallet does not connect'
    if (
      storage.getItem('foreign') !== 'keep' ||
      storage.getItem('latchkey-other:kernel:v1:connections') !== 'keep'
    )
      return 'touched a foreign key'
    if ('polluted' in {}) return 'changed the prototype of all objects'
    return undefined
  } finally {
    kernel.dispose()
  }
}

it('A page starts and connects with any hostile text under a key of the kernel', async ({
  task,
}) => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const broken: string[] = []
  for (const { key, value } of PAIRS) {
    const problem = await start(key, value).catch((error: unknown) => `threw ${String(error)}`)
    if (problem) broken.push(`${key} = ${value.slice(0, 60)}: ${problem}`)
  }
  await new Promise((resolve) => setTimeout(resolve))
  task.meta.attack = {
    attack: `hostile text under each of ${Object.keys(kernelStorage).length} stored keys, then a start`,
    tries: PAIRS.length,
    wanted: 'the page starts, a good wallet connects, foreign keys stay',
    seen: `${PAIRS.length - broken.length} of ${PAIRS.length}, ${unhandled.length} unhandled`,
  }
  expect(broken).toEqual([])
  expect(unhandled).toEqual([])
})
