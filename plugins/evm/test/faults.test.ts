// Six operations, each with every fault: the operation recovers, or ends in a typed error that has
// a text for the visitor, and nothing is left half done.
import { readFileSync } from 'node:fs'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { FAULTS, type Fault } from './faults/faults.js'
import {
  CONNECTIONS,
  drain,
  onStage,
  OPERATIONS,
  WALLET,
  type Operation,
  type Scene,
} from './faults/scene.js'

const textsOf = (path: string): readonly string[] =>
  [...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(/'errors\.([a-z_.]+)'/g)].map(
    ([, code]) => code!,
  )
const TEXTS = [
  ...textsOf('../../../packages/ui-react/src/messages/errors.ts'),
  ...textsOf('../src/messages.ts'),
]
const table = new Map<string, Partial<Record<Operation, string>>>()

/** Describes the outcome of a promise: `done`, an error code, or a forbidden outcome in words. */
function outcomeOf(promise: Promise<unknown>): { now(): string | undefined } {
  let outcome: string | undefined
  promise.then(
    (value) => (outcome = value === 'disconnected' ? 'disconnected' : 'done'),
    (error: unknown) => {
      outcome = !isLatchkeyError(error)
        ? `not typed: ${typeof error}`
        : TEXTS.includes(error.code)
          ? error.code
          : `without a text: ${error.code}`
    },
  )
  return { now: () => outcome }
}

const stateOf = ({ kernel }: Scene) => kernel.ports.connections.get()
/** No half-connected state, and nothing lost or added in the storage that is not ours. */
function invariants(scene: Scene): string[] {
  const { attempt, restoring, connections, namespaces } = stateOf(scene)
  const { status, ...current } = namespaces['eip155'] ?? { status: 'missing' }
  const active = scene.kernel.ports.accounts.active('eip155')
  return [
    ...(['disconnected', 'connecting', 'connected'].includes(status) ? [] : [`status ${status}`]),
    ...(status === 'connecting' && !attempt && !restoring
      ? ['connecting, and nobody connects']
      : []),
    ...(attempt ? ['an attempt that is over stands in the state'] : []),
    ...((status === 'connected') === !!active && (status === 'connected') === connections.length > 0
      ? []
      : [`${status} with ${connections.length} connections and account ${active?.address}`]),
    ...(status !== 'connected' && Object.keys(current).length
      ? [`${status} with ${JSON.stringify(current)}`]
      : []),
    ...('polluted' in {} ? ['the prototype of all objects is changed'] : []),
  ]
}

/**
 * Waits as long as a visitor does, then gives up as one does: closes the modal, or lets go of the
 * wallet.
 */
async function settle(scene: Scene, now: () => string | undefined): Promise<string> {
  await drain()
  for (const step of [
    () => vi.advanceTimersByTimeAsync(11_000),
    () => scene.kernel.close(),
    () => scene.kernel.disconnect().catch(() => undefined),
    () => vi.advanceTimersByTimeAsync(11_000),
  ]) {
    if (now()) break
    void step()
    await vi.advanceTimersByTimeAsync(0)
    await drain()
  }
  return now() ?? 'never ends'
}

async function play(scene: Scene, fault: Fault): Promise<void> {
  const { operation, storage, wallet, world } = scene
  await fault.prepare?.(scene)
  await scene.create()
  if (operation === 'connect') {
    scene.kernel.open()
    await scene.kernel.ports.late.load()
    await drain()
  } else await scene.connect()
  await fault.before?.(scene)
  const { now } = outcomeOf(scene.begin())
  await drain(2)
  await fault.during?.(scene)
  const outcome = await settle(scene, now)
  const row = table.get(fault.name) ?? {}
  table.set(fault.name, { ...row, [operation]: outcome })
  expect(outcome).toMatch(
    fault.expect === 'done' ? /^done$/ : /^(done|disconnected|[a-z]+\.[a-z_]+)$/,
  )
  expect(invariants(scene)).toEqual([])
  // Whatever the outcome, the same page must connect and succeed once the fault is gone.
  await fault.mend?.(scene)
  await scene.connect().then(() => drain())
  expect([stateOf(scene).namespaces['eip155']?.status, ...invariants(scene)]).toEqual(['connected'])
  expect(storage.entries()).toMatchObject({
    'other-app': 'theirs',
    [CONNECTIONS]: expect.stringContaining(WALLET) as string,
  })
  if (operation !== 'connect') {
    await scene.kernel.switchNetwork('eip155:1')
    const again = outcomeOf(scene.begin())
    expect(await settle(scene, again.now)).toBe('done')
  }
  scene.kernel.dispose()
  await drain()
  expect([world.ledger.held(), wallet.listeners(), vi.getTimerCount()]).toEqual([[], 0, 0])
}

const short = (outcome = ''): string => outcome.replace('wallet.', 'w.').replace('kernel.', 'k.')
afterAll(() => {
  const lines = [...table].map(
    ([name, row]) =>
      `${name.padEnd(46)}${OPERATIONS.map((operation) => short(row[operation]).padEnd(21)).join('')}`,
  )
  console.info(
    [
      `${'fault'.padEnd(46)}${OPERATIONS.map((operation) => operation.padEnd(21)).join('')}`,
      ...lines,
      `${[...table.values()].flatMap((row) => Object.keys(row)).length} cells. ` +
        'w.: wallet., k.: kernel.; each code has its text.',
    ].join('\n'),
  )
})

// The chunks load before the fake clock starts, because their loading takes real time.
beforeAll(async () => {
  await Promise.all([import('../src/adapter.js'), import('../src/late.js')])
  await onStage(
    'connect',
    () => [],
    async (scene) => {
      await scene.create()
      await scene.connect()
    },
  )
}, 120_000)

it.each(
  FAULTS.flatMap((fault) => OPERATIONS.map((operation) => [operation, fault.name, fault] as const)),
)(
  'An operation recovers from a fault or ends in a typed error: %s, %s',
  (operation, _, fault) =>
    onStage(operation, fault.beside ?? (() => []), (scene) => play(scene, fault)),
  60_000,
)
