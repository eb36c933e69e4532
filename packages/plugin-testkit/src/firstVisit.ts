import type { AnyPlugin } from '@latchkey/plugin-api'
import { calm, settled, type Check } from './check.js'
import { inWorld, visit, type PluginSubject } from './world.js'

/** What each plugin still held after its first visit, by the function that makes it. */
// eslint-disable-next-line latchkey/no-module-state -- a library listens once in the life of the process: whoever looks later must be told by who looked first
const visits = new WeakMap<() => AnyPlugin, Promise<readonly string[]>>()

async function makeVisit(subject: PluginSubject): Promise<readonly string[]> {
  let held: readonly string[] = []
  // What goes wrong here goes wrong in the case that looks at it too.
  await settled(
    'the first visit',
    () =>
      inWorld(subject, async (world) => {
        const kernel = world.create(subject.make())
        await visit(kernel)
        kernel.dispose()
        await calm()
        held = world.ledger.held()
      }),
    subject.options.patience,
  )
  return held
}

/**
 * The first visit to a page with this plugin: what a library does once in a page's life, it does then.
 * @returns listeners, timers and sockets that were still held after its end, in words
 */
export function firstVisit(subject: PluginSubject): Promise<readonly string[]> {
  const visited = visits.get(subject.make) ?? makeVisit(subject)
  visits.set(subject.make, visited)
  return visited
}

/** The same checks, each after the first visit: so they find the same in any order, and one by one. */
export const afterFirstVisit = <Subject extends PluginSubject>(
  checks: readonly Check<Subject>[],
): readonly Check<Subject>[] =>
  checks.map((check) => ({
    ...check,
    async run(subject) {
      await firstVisit(subject)
      return check.run(subject)
    },
  }))
