import type { AnyPlugin } from '@latchkey/plugin-api'
import { calm, settled, type Check } from './check.js'
import { inWorld, visit, type PluginSubject } from './world.js'

/** The leftovers of each plugin after its first visit, by its factory. */
// eslint-disable-next-line latchkey/no-module-state -- a library listens once per process
const visits = new WeakMap<() => AnyPlugin, Promise<readonly string[]>>()

/**
 * Tells whether the page has loaded modules since it was last asked. A development server compiles
 * them on request, so a first visit may take as long as modules arrive.
 */
function watchModules(): { haveArrived(): boolean; close(): void } {
  let count = 0
  const observer = new PerformanceObserver(() => void (count += 1))
  observer.observe({ type: 'resource' })
  return {
    haveArrived() {
      const before = count
      count = 0
      return before > 0
    },
    close: () => observer.disconnect(),
  }
}

async function makeVisit(subject: PluginSubject): Promise<readonly string[]> {
  let held: readonly string[] = []
  const modules = watchModules()
  // An error here also occurs in the case that checks for it.
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
    modules.haveArrived,
  ).finally(modules.close)
  return held
}

/**
 * Makes the first visit to a page with this plugin, in which libraries do what they do once per
 * page.
 * @returns the listeners, timers and sockets that are still held after its end, in words
 */
export function firstVisit(subject: PluginSubject): Promise<readonly string[]> {
  const visited = visits.get(subject.make) ?? makeVisit(subject)
  visits.set(subject.make, visited)
  return visited
}

/** Runs each check after the first visit, so that it finds the same in any order and alone. */
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
