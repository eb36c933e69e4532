import type { Kernel } from '@latchkey/kernel'
import type { AnyPlugin } from '@latchkey/plugin-api'
import { calm, demand, rules, settled, show } from '../check.js'
import type { Act } from '../ledger.js'
import { canLeavePage } from '../page.js'
import { firstVisit } from '../firstVisit.js'
import { demandNoFaults, inWorld, visit, type PluginSubject, type World } from '../world.js'

/** How often a page is read after an opening until nothing is in progress. */
const MAX_READS = 50

/** Wraps a plugin to record what it did in `setup`. */
function watched(
  plugin: AnyPlugin,
  acts: readonly Act[],
): { plugin: AnyPlugin; during: Act[]; apis: unknown[] } {
  const during: Act[] = []
  const apis: unknown[] = []
  const setup: AnyPlugin['setup'] = (ctx) => {
    const from = acts.length
    try {
      const api = plugin.setup(ctx)
      apis.push(api)
      return api
    } finally {
      during.push(...acts.slice(from))
    }
  }
  return { plugin: { ...plugin, setup }, during, apis }
}
/** The plugin without its `start`. */
const unstarted = (plugin: AnyPlugin): AnyPlugin =>
  Object.fromEntries(
    Object.entries(plugin).filter(([name]) => name !== 'start'),
  ) as unknown as AnyPlugin
const words = (acts: readonly Act[]): string =>
  acts.map(({ kind, what }) => `${kind} (${what})`).join(', ')

const quiet =
  (kind: Act['kind']) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const { plugin, during } = watched(unstarted(subject.make()), world.ledger.acts)
      world.create(plugin)
      const done = during.filter((act) => act.kind === kind)
      demand(!done.length, `setup did ${words(done)}; do that in start`)
    })

const setUp = rules<PluginSubject>('setup', {
  'is set up synchronously': (subject) =>
    inWorld(subject, async (world) => {
      const { plugin, apis } = watched(unstarted(subject.make()), world.ledger.acts)
      world.create(plugin)
      demand(
        !apis.some((api) => typeof (api as { then?: unknown } | undefined)?.then === 'function'),
        'setup answered a promise; it must be synchronous',
      )
    }),
  'sends no request in setup': quiet('fetch'),
  'opens no socket in setup': quiet('socket'),
  'reads no storage in setup': quiet('storage'),
  'sets no timer in setup': quiet('timer'),
  'adds no listener in setup': (subject) =>
    inWorld(subject, async (world) => {
      const before = world.ledger.held().length
      let took: readonly string[] = []
      const plugin = unstarted(subject.make())
      world.create({
        ...plugin,
        setup(ctx) {
          const from = world.ledger.held().length
          const api = plugin.setup(ctx)
          took = world.ledger.held().slice(from)
          return api
        },
      })
      demand(
        !took.length,
        `setup took ${took.join(', ')}; do that in start, or in ctx.late (${before} before)`,
      )
    }),
  'schedules nothing in setup that would do one of these later': (subject) =>
    inWorld(subject, async (world) => {
      const kernel = world.create(unstarted(subject.make()))
      const from = world.ledger.acts.length
      await kernel.ready
      await calm()
      const after = world.ledger.acts.slice(from).filter(({ kind }) => kind !== 'storage')
      demand(!after.length, `what setup left behind did ${words(after)}; do that in start`)
      demandNoFaults(world, 'setup')
    }),
})

/** Makes a check of a kernel without a page. */
const onServer =
  (look: (kernel: Kernel, world: World) => void) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(
      subject,
      async (world) => {
        const kernel = world.create(subject.make(), { storage: null })
        await kernel.ready
        await calm()
        look(kernel, world)
      },
      true,
    )

const server = rules<PluginSubject>(
  'a server',
  {
    'needs no window': onServer((_, world) => demandNoFaults(world, 'without a window')),
    'sends no request without a window': onServer((_, { ledger }) => {
      const out = ledger.acts.filter(({ kind }) => kind === 'fetch' || kind === 'socket')
      demand(!out.length, `without a window it did ${words(out)}`)
    }),
    'holds nothing without a window': onServer((kernel, { ledger }) => {
      kernel.dispose()
      demand(!ledger.held().length, `without a window it kept ${ledger.held().join(', ')}`)
    }),
    'registers the same chains and networks without a window': async (subject) => {
      const list = ({ ports }: Kernel): string =>
        JSON.stringify([
          ports.adapters.get().map(({ value }) => value.namespace),
          ports.networks.get().map(({ value }) => value.id),
        ])
      let there = ''
      await onServer((kernel) => void (there = list(kernel)))(subject)
      await inWorld(subject, async (world) => {
        const kernel = world.create(subject.make())
        await kernel.ready
        demand(
          list(kernel) === there,
          `on a page it speaks for ${list(kernel)}, on a server for ${there}`,
        )
      })
    },
  },
  () => (canLeavePage() ? undefined : null),
)

/** Demands that nothing is held after a visit and the end. */
const demandNotHeld =
  (pattern: RegExp) =>
  async (subject: PluginSubject): Promise<void> => {
    const first = (await firstVisit(subject)).filter((what) => pattern.test(what))
    await inWorld(subject, async (world) => {
      const kernel = world.create(subject.make())
      await visit(kernel)
      kernel.dispose()
      await calm()
      const held = world.ledger.held().filter((what) => pattern.test(what))
      demand(!held.length, `still held after the end: ${held.join(', ')}`)
    })
    demand(
      !first.length,
      'still held after the end of the first visit, and not taken again later, as by a library that ' +
        `listens once and never stops: ${first.join(', ')}`,
    )
  }

const givingBack = rules<PluginSubject>('giving back', {
  'does not fail when a visitor opens, looks, hovers and closes': (subject) =>
    inWorld(subject, async (world) => {
      await visit(world.create(subject.make()))
      demandNoFaults(world, 'in use')
    }),
  'gives back its listeners': demandNotHeld(/^listener/),
  'gives back its timers': demandNotHeld(/^(timer|interval)/),
  'closes its sockets': demandNotHeld(/^(WebSocket|EventSource)/),
  'leaves no global on the page': async (subject) => {
    // Globals that libraries set up once per page are there already, since the first visit.
    const run = (look: (left: readonly string[]) => void): Promise<void> =>
      inWorld(subject, async (world) => {
        const before = new Set([
          ...Object.getOwnPropertyNames(globalThis),
          ...Object.getOwnPropertyNames(window),
        ])
        const kernel = world.create(subject.make())
        await visit(kernel)
        kernel.dispose()
        look(
          [
            ...new Set([
              ...Object.getOwnPropertyNames(globalThis),
              ...Object.getOwnPropertyNames(window),
            ]),
          ].filter((name) => !before.has(name)),
        )
      })
    await run(() => undefined)
    await run((left) => demand(!left.length, `left on the page: ${left.join(', ')}`))
  },
  'holds no more after the fifth opening than after the second': (subject) =>
    inWorld(subject, async (world) => {
      const kernel = world.create(subject.make())
      const held: number[] = []
      const count = (): number =>
        world.ledger.held().filter((what) => !what.startsWith('timer')).length
      for (let turn = 0; turn < 5; turn++) {
        await visit(kernel)
        // A request or an opening socket in progress goes by itself; a leak stays.
        for (let look = 0; look < MAX_READS && turn > 1 && count() > held[1]!; look++) await calm()
        held.push(count())
      }
      demand(
        held[4]! <= held[1]!,
        `it held ${held.join(', ')} listeners and sockets after its openings`,
      )
    }),
  'does nothing more after the end': (subject) =>
    inWorld(subject, async (world) => {
      const kernel = world.create(subject.make())
      await visit(kernel)
      kernel.dispose()
      await calm()
      const from = world.ledger.acts.length
      for (const name of ['focus', 'online', 'pageshow', 'storage', 'resize'])
        window.dispatchEvent(new Event(name))
      await calm(8)
      const after = world.ledger.acts.slice(from)
      demand(!after.length, `after the end it did ${words(after)}`)
    }),
})

/** Wraps a plugin to report when its `start` is called. */
const announced = (plugin: AnyPlugin, onStart: () => void): AnyPlugin =>
  plugin.start ? { ...plugin, start: (ctx) => (onStart(), plugin.start?.(ctx)) } : plugin
const endsWhen =
  (
    when: string,
    run: (kernel: () => Kernel, world: World, subject: PluginSubject) => Promise<Kernel>,
  ) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      let made: Kernel | undefined
      const kernel = await run(
        () => made!,
        { ...world, create: (plugin, more) => (made = world.create(plugin, more)) },
        subject,
      )
      kernel.dispose()
      await kernel.ready
      await calm()
      demandNoFaults(world, `ended ${when}`)
      demand(
        !world.ledger.held().length,
        `ended ${when}, it keeps ${world.ledger.held().join(', ')}`,
      )
    })

const ending = rules<PluginSubject>('ending', {
  'can end before its start': endsWhen('before its start', async (_, world, { make }) =>
    world.create(make()),
  ),
  'can end while it starts': endsWhen('while it starts', async (kernel, world, { make }) => {
    world.create(announced(make(), () => queueMicrotask(() => kernel().dispose())))
    await calm()
    return kernel()
  }),
  'can end while its late half is loaded': endsWhen(
    'while its late half is loaded',
    async (_, world, { make }) => {
      const kernel = world.create(make())
      await kernel.ready
      kernel.open('Connect')
      void kernel.ports.late.load().catch(() => undefined)
      await Promise.resolve()
      return kernel
    },
  ),
  'can end in use': endsWhen('in use', async (_, world, { make }) => {
    const kernel = world.create(make())
    await visit(kernel)
    return kernel
  }),
  'can end twice': endsWhen('twice', async (_, world, { make }) => {
    const kernel = world.create(make())
    await visit(kernel)
    for (const turn of ['first', 'second']) {
      const outcome = await settled('dispose', () => kernel.dispose())
      demand(
        'value' in outcome,
        `the ${turn} dispose threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
      )
    }
    return kernel
  }),
})

export const runningChecks = [...setUp, ...server, ...givingBack, ...ending]
