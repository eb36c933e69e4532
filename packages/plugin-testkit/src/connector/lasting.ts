import type { Connection, Json } from '@latchkey/plugin-api'
import {
  calm,
  demand,
  demandTyped,
  isSame,
  rules,
  settled,
  show,
  until,
  type Outcome,
} from '../check.js'
import {
  demandNoListeners,
  isAtRest,
  join,
  link,
  request,
  scene,
  type ConnectorSubject,
  type Scene,
} from './subject.js'

const restore = (
  on: Scene,
  snapshot: unknown,
  signal = new AbortController().signal,
): Promise<Outcome<Connection | undefined>> =>
  settled('restore', async () =>
    on.connector.restore?.(snapshot as Json, { networks: request(on).networks, signal }),
  )
/** Stops using a restored connection, so that none piles up while a check restores many. */
const stopUsing = (outcome: Outcome<Connection | undefined>): void => {
  if ('value' in outcome) outcome.value?.onChange(() => undefined)()
}
const copy = (snapshot: Json): Json => JSON.parse(JSON.stringify(snapshot)) as Json
/** Makes a check that restores a connection from its snapshot, as storage gives it back. */
const revived = (look: (again: Connection, first: Connection, on: Scene) => void) =>
  scene(async (on) => {
    const first = await link(on)
    if (!on.connector.restore) return
    const again = await restore(on, copy(first.snapshot()))
    demand('value' in again, `restore threw ${'thrown' in again ? show(again.thrown) : ''}`)
    demand(again.value, 'restore found nothing to revive in its own snapshot')
    look(again.value, first, on)
  })
const addressesOf = ({ scopes }: Connection): unknown =>
  Object.entries(scopes).map(([namespace, { accounts }]) => [
    namespace,
    accounts.map(({ address, key }) => [address, key]),
  ])
/** Demands a typed error where the call fails. */
const demandGentle = (what: string, outcome: Outcome<unknown>): void => {
  if ('thrown' in outcome) demandTyped(what, outcome)
}

const JUNK: readonly unknown[] = [
  null,
  true,
  0,
  '',
  'x',
  [],
  {},
  { id: {} },
  [[[]]],
  { accounts: 'x', networks: null },
  { networks: [null, 7, {}] },
  { addresses: [null] },
  JSON.parse('{"__proto__":{"a":1}}'),
]
/** Copies of the snapshot with one part replaced in each. */
const tampered = (snapshot: Json): readonly unknown[] =>
  typeof snapshot !== 'object' || snapshot === null || Array.isArray(snapshot)
    ? []
    : Object.keys(snapshot).flatMap((key) => JUNK.map((junk) => ({ ...snapshot, [key]: junk })))

const remembering = rules<ConnectorSubject>('restoring', {
  'has a snapshot of plain JSON': scene(async (on) => {
    const snapshot = (await link(on)).snapshot()
    demand(
      isSame(JSON.parse(JSON.stringify(snapshot ?? null)), snapshot),
      'the snapshot does not survive JSON',
    )
  }),
  'has a small snapshot that stays the same': scene(async (on) => {
    const connection = await link(on)
    const text = JSON.stringify(connection.snapshot())
    demand(text === JSON.stringify(connection.snapshot()), 'the second snapshot is another')
    demand(text.length <= 20_000, `the snapshot is ${text.length} letters long`)
  }),
  'restores its own snapshot under the same id': revived((again, first) =>
    demand(
      again.id === first.id,
      `the restored connection is called "${again.id}", not "${first.id}"`,
    ),
  ),
  'restores the same accounts': revived((again, first) =>
    demand(
      isSame(addressesOf(again), addressesOf(first)),
      'the restored connection has other accounts',
    ),
  ),
  'restores without asking the user': revived((_, __, { wallet }) =>
    demand(wallet.prompts() <= 1, 'restoring asked the user'),
  ),
  'restores nothing from a snapshot that it did not write': scene(async (on) => {
    await link(on)
    for (const junk of JUNK) {
      const outcome = await restore(on, junk)
      demandGentle(`restore of ${show(junk)}`, outcome)
      stopUsing(outcome)
    }
  }),
  'restores nothing dangerous from a changed snapshot': scene(async (on) => {
    const first = await link(on)
    const known = JSON.stringify(addressesOf(first))
    for (const changed of tampered(copy(first.snapshot()))) {
      const outcome = await restore(on, changed)
      demandGentle('restore of a changed snapshot', outcome)
      if ('value' in outcome && outcome.value)
        for (const { accounts } of Object.values(outcome.value.scopes))
          for (const { address } of accounts)
            demand(
              known.includes(address),
              `a changed snapshot gave the account ${show(address)}, which the wallet did not show`,
            )
      stopUsing(outcome)
    }
  }),
  'asks no user, whatever the snapshot holds': scene(async (on) => {
    for (const junk of JUNK) stopUsing(await restore(on, junk))
    demand(on.wallet.prompts() === 0, 'restoring from what it did not write asked the user')
  }),
  'leaves no listener where there was nothing to restore': scene(async (on) => {
    for (const junk of JUNK) {
      const outcome = await restore(on, junk)
      if ('value' in outcome) await outcome.value?.release()
    }
    await calm()
    demandNoListeners(on, 'after there was nothing to revive')
  }),
  'restores nothing when it is cancelled': scene(async (on) => {
    const snapshot = copy((await link(on)).snapshot())
    demandGentle(
      'restore with a signal that is aborted already',
      await restore(on, snapshot, AbortSignal.abort()),
    )
  }),
  'restores nothing when the wallet is gone': scene(async (on) => {
    const snapshot = copy((await link(on)).snapshot())
    on.uninstall()
    demandGentle(
      'restore without a wallet',
      await restore(on, snapshot, AbortSignal.timeout(1_000)),
    )
  }),
})

const reloaded = rules<ConnectorSubject>('restoring', {
  'is restored after a reload without a prompt': scene(async (on) => {
    if (!on.connector.restore) return
    const id = await join(on)
    on.kernel.dispose()
    const before = on.wallet.prompts()
    const kernel = await on.again()
    await until('the stored connection comes back', () => !kernel.ports.connections.get().restoring)
    demand(
      kernel.ports.connections.get().connections.some((connection) => connection.id === id),
      'after a reload the connection is gone',
    )
    demand(on.wallet.prompts() === before, 'after a reload the wallet asked its user')
  }),
  'is not restored after a reload when the user disconnected': scene(async (on) => {
    await on.kernel.disconnect({ connectionId: await join(on) })
    on.kernel.dispose()
    const kernel = await on.again()
    await until('storage is read', () => !kernel.ports.connections.get().restoring)
    await calm(8)
    demand(
      !kernel.ports.connections.get().connections.length,
      'after a disconnect and a reload it is connected again',
    )
  }),
  'does not hold up a page whose wallet is gone': scene(async (on) => {
    await join(on)
    on.kernel.dispose()
    on.uninstall()
    const kernel = await on.again()
    demand(!on.world.faults.length, on.world.faults.join('; '))
    demand(!kernel.ports.connections.get().connections.length, 'without its wallet it is connected')
  }),
})

const released = rules<ConnectorSubject>('letting go', {
  'is disconnected after a disconnect': scene(async (on) => {
    await on.kernel.disconnect({ connectionId: await join(on) })
    await calm()
    demand(isAtRest(on), 'the namespace is not disconnected')
    demand(!on.world.faults.length, on.world.faults.join('; '))
  }),
  'leaves no listener after a disconnect': scene(async (on) => {
    await on.kernel.disconnect({ connectionId: await join(on) })
    await calm()
    demandNoListeners(on, 'after a disconnect')
  }),
  'leaves no listener after a release that nobody listened to': scene(async (on) => {
    await (await link(on)).release()
    await calm()
    demandNoListeners(on, 'after release')
  }),
  'leaves no listener when the kernel ends': scene(async (on) => {
    await join(on)
    on.kernel.dispose()
    await calm()
    demandNoListeners(on, 'after the kernel ended')
  }),
  'can be released twice': scene(async (on) => {
    const connection = await link(on)
    for (const turn of ['first', 'second', 'third']) {
      const outcome = await settled(`the ${turn} release`, () => connection.release())
      demand(
        'value' in outcome,
        `the ${turn} release threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
      )
    }
  }),
  'can be unsubscribed from twice': scene(async (on) => {
    const connection = await link(on)
    const stop = connection.onChange(() => undefined)
    const outcome = await settled('unsubscribing', () => (stop(), stop()))
    demand(
      'value' in outcome,
      `unsubscribing twice threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
    )
  }),
  'answers no request after a release': scene(async (on) => {
    const connection = await link(on)
    await connection.release()
    const [network] = request(on).networks
    demandTyped(
      'a request after release',
      await settled('request', () =>
        connection.request({ network: network!.id, method: 'anything' }),
      ),
    )
  }),
  'releases one namespace, or ends as a whole': scene(async (on) => {
    const connection = await link(on)
    const [namespace] = Object.keys(connection.scopes)
    const canPart = connection.canRelease?.(namespace!)
    demand(
      canPart === undefined || typeof canPart === 'boolean',
      `canRelease answered ${show(canPart)}`,
    )
    const outcome = await settled('release of a namespace', () => connection.release(namespace))
    demandGentle('release of a namespace', outcome)
  }),
  'can be disconnected by its namespace': scene(async (on) => {
    await join(on)
    await on.kernel.disconnect({ namespace: on.connector.namespaces[0]! })
    await calm()
    demand(isAtRest(on), 'the namespace is not disconnected')
  }),
  'connects again after a release': scene(async (on) => {
    await on.kernel.disconnect({ connectionId: await join(on) })
    await join(on)
  }),
})

export const lastingChecks = [...remembering, ...reloaded, ...released]
