import type { RpcClass } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { account, FakeConnection, scope } from '../../../test/fakes/FakeConnection.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import { makeWorld, settle } from '../../../test/fakes/makeWorld.js'
import { createRandom } from '../../../test/fakes/random.js'

const CLASSES: readonly RpcClass[] = ['read', 'sign', 'send', 'wallet-state']
/** Events that may come while a wallet has not answered. Each is one task, as wallets send them. */
const WALLET_EVENTS = [
  'account',
  'network',
  'select',
  'other wallet',
  'added',
  'dropped',
  'closed',
  'disconnect',
  'reconnect',
  'switch',
  'answer',
] as const
type WalletEvent = (typeof WALLET_EVENTS)[number]

/** Runs one order of events around one request, and answers what became of it. */
async function run(
  cls: RpcClass,
  order: readonly WalletEvent[],
): Promise<{ outcome: unknown; isBoundStill: boolean; settled: number; answeredWhile: boolean }> {
  const answers: ((value: unknown) => void)[] = []
  const connector = new FakeConnector('w', {
    namespaces: ['test'],
    link: () =>
      (link = new FakeConnection(
        'w',
        'w',
        { test: scope([account('test', 'a'), account('test', 'b')], { network: 'test:1' }) },
        {
          answer: () => new Promise((resolve) => answers.push(resolve)),
          switchNetwork: async ({ id }) => link?.tell({ network: id }),
        },
      )),
  })
  let link: FakeConnection | undefined
  const other = new FakeConnector('v', {
    namespaces: ['test'],
    link: () => new FakeConnection('v', 'v', { test: scope([account('test', 'v')]) }),
  })
  const { kernel, core, named } = await makeWorld({
    connectors: [connector, other],
    policies: [{ namespace: 'test', methods: { m: cls } }],
    kernel: { allowUnsupportedNetworks: true },
  })
  await kernel.connect('w')
  const first = link
  const bond = () =>
    JSON.stringify([
      core.connections.get().namespaces['test'],
      core.activeNetwork.get().networks['test'],
    ])
  const start = bond()
  let isBoundStill = true
  const watch = (): void => void (isBoundStill &&= bond() === start)
  core.connections.subscribe(watch)
  core.activeNetwork.subscribe(watch)
  let settled = 0
  let answeredWhile = false
  const request = kernel.ports.connections.request({ network: 'test:1', method: 'm' }).then(
    (value) => {
      answeredWhile = isBoundStill
      settled++
      return value
    },
    (error: { code: string }) => (settled++, error.code),
  )
  const raise: Readonly<Record<WalletEvent, () => unknown>> = {
    account: () =>
      first?.tell({
        scopes: {
          test: scope([account('test', 'b'), account('test', 'a')], {
            selected: 'b',
            network: 'test:1',
          }),
        },
      }),
    network: () => first?.tell({ network: 'test:2' }),
    select: () => kernel.ports.accounts.select({ connectionId: 'w', namespace: 'test', key: 'b' }),
    'other wallet': () => kernel.connect('v'),
    added: () =>
      first?.tell({
        scopes: {
          test: scope([account('test', 'a'), account('test', 'b'), account('test', 'c')], {
            network: 'test:1',
          }),
        },
      }),
    dropped: () =>
      first?.tell({ scopes: { test: scope([account('test', 'b')], { network: 'test:1' }) } }),
    closed: () => first?.tell({ closed: 'wallet' }),
    disconnect: () => kernel.disconnect(),
    reconnect: () => kernel.connect('w'),
    switch: () => kernel.switchNetwork('test:2'),
    answer: () => answers[0]?.('answer'),
  }
  for (const each of order) {
    // Failures are tested elsewhere.
    await Promise.resolve()
      .then(raise[each])
      .catch(() => undefined)
    await settle()
  }
  answers[0]?.('answer')
  await settle()
  const outcome = await request
  expect(named('request:settled')).toHaveLength(1)
  kernel.dispose()
  return { outcome, isBoundStill, settled, answeredWhile }
}
const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((item, at) => permutations(list.toSpliced(at, 1)).map((rest) => [item, ...rest]))

function check(
  cls: RpcClass,
  order: readonly WalletEvent[],
  { outcome, settled, isBoundStill, answeredWhile }: Awaited<ReturnType<typeof run>>,
): void {
  const words = `${cls}: ${order.join(', ')}`
  expect(settled, words).toBe(1)
  const before = order.slice(0, order.includes('answer') ? order.indexOf('answer') : order.length)
  if (cls === 'sign' || cls === 'send') {
    // Answered only by the wallet, account and network that were asked.
    if (outcome === 'answer') expect(answeredWhile, words).toBe(true)
    else
      expect(['wallet.account_changed', 'wallet.disconnected', 'kernel.aborted'], words).toContain(
        outcome,
      )
    if (outcome === 'wallet.account_changed') expect(isBoundStill, words).toBe(false)
    if (!before.some((each) => each !== 'added' && each !== 'answer'))
      expect(outcome, words).toBe('answer')
  } else {
    // Bound to the wallet alone.
    const ended = before.some((each) => ['closed', 'disconnect', 'reconnect'].includes(each))
    expect(outcome, words).toBe(ended ? 'wallet.disconnected' : 'answer')
  }
}

it('A request is answered once and never for another account or network, in all orders of three events', async () => {
  const kinds: readonly WalletEvent[] = [
    'account',
    'network',
    'closed',
    'disconnect',
    'select',
    'switch',
  ]
  for (const cls of ['sign', 'read'] as const)
    for (const [at, one] of kinds.entries())
      for (const two of kinds.slice(at + 1))
        for (const order of permutations<WalletEvent>([one, two, 'answer']))
          check(cls, order, await run(cls, order))
})

it(
  'A request is answered once and never for another account or network, over random histories',
  async () => {
    // A fiftieth of the full run, which `pnpm soak` does.
    const seeds = process.env['LATCHKEY_SOAK'] ? 7_500 : 150
    for (let seed = 1; seed <= seeds; seed++) {
      const random = createRandom(seed)
      const cls = random.pick(CLASSES)
      const order = random.shuffle(WALLET_EVENTS).slice(0, 1 + random.below(5))
      check(cls, order, await run(cls, order))
    }
  },
  process.env['LATCHKEY_SOAK'] ? 600_000 : 30_000,
)
