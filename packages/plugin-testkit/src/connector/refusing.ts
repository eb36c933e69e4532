import { isLatchkeyError } from '@latchkey/plugin-api'
import { calm, demand, demandTyped, rules, settled, show, type Outcome } from '../check.js'
import { refusals, type Refusal } from './refusals.js'
import {
  demandNoListeners,
  isAtRest,
  join,
  link,
  needs,
  needsSignature,
  request,
  scene,
  type ConnectorSubject,
  type Scene,
  type WalletBench,
} from './subject.js'

/** Values that wallets throw, and worse ones. Each call makes new ones, as some cannot be used twice. */
export const oddRejections = (): readonly (readonly [string, unknown])[] => [
  ...plainRejections(),
  ...shapedRejections(),
  ...resistingRejections(),
]

const plainRejections = (): readonly (readonly [string, unknown])[] => [
  ['undefined', undefined],
  ['null', null],
  ['an empty text', ''],
  ['a text', 'User rejected'],
  ['a number', 4001],
  ['a symbol', Symbol('no')],
  ['a function', () => undefined],
  ['a promise', Promise.resolve('no')],
]
const shapedRejections = (): readonly (readonly [string, unknown])[] => [
  ['an empty object', {}],
  ['an object without prototype', Object.create(null)],
  ['an error', new Error('no')],
  ['an unknown code', { code: 12345, message: 'no' }],
  ['a code that is not a number', { code: {}, message: [] }],
  ['5000', { code: 5000, message: 'User rejected.' }],
  [
    'ACTION_REJECTED',
    Object.assign(new Error('user rejected action'), { code: 'ACTION_REJECTED' }),
  ],
  ['an error in an error', { error: { code: 4001, message: 'no' } }],
]
function resistingRejections(): readonly (readonly [string, unknown])[] {
  const cyclic: { self?: unknown; cause?: unknown } = {}
  cyclic.self = cyclic.cause = cyclic
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const resists = new Proxy(
    {},
    {
      get: () => {
        throw new Error('hands off')
      },
      getPrototypeOf: () => {
        throw new Error('hands off')
      },
    },
  )
  return [
    ['a cyclic object', cyclic],
    ['a revoked proxy', proxy],
    ['an object that throws when it is read', resists],
  ]
}

async function attempt(
  on: Scene,
  what: string,
  reject: unknown,
  code?: 'wallet.user_rejected' | 'wallet.request_pending',
): Promise<void> {
  const { kernel, connector, wallet } = on
  wallet.behave({ reject })
  demandTyped(
    `connect, the wallet throwing ${what}`,
    await settled(`connect, the wallet throwing ${what}`, () => connector.connect(request(on))),
    code,
  )
  demandTyped(
    `kernel.connect, the wallet throwing ${what}`,
    await settled('connect', () => kernel.connect(connector.id)),
    code,
  )
  demand(isAtRest(on), `after the wallet threw ${what}, the namespace is not disconnected`)
}
const attempts = (rejections: () => readonly (readonly [string, unknown])[]) =>
  scene(async (on) => {
    for (const [what, reject] of rejections()) await attempt(on, what, reject)
  })
const refusal = (): unknown => ({ code: 4001, message: 'User rejected the request.' })

/** Demands the right code for each refusal. The error lists all that are misread. */
async function demandCodes(
  rows: readonly Refusal[],
  ask: (what: string) => Promise<Outcome<unknown>>,
  wallet: WalletBench,
): Promise<void> {
  const wrong: string[] = []
  for (const { what, code, thrown } of rows) {
    wallet.behave({ reject: thrown() })
    const outcome = await ask(what)
    const got = 'thrown' in outcome ? outcome.thrown : undefined
    if (!isLatchkeyError(got, code)) wrong.push(`${what}: ${show(got)}; expected ${code}`)
  }
  demand(
    !wrong.length,
    `${wrong.length} of ${rows.length} refusals are misread:\n${wrong.join('\n')}`,
  )
}
const connecting =
  (on: Scene) =>
  (what: string): Promise<Outcome<unknown>> =>
    settled(`connect, the wallet throwing ${what}`, () => on.connector.connect(request(on)))

/** The drift table: what a wallet throws has one meaning on every chain. */
const understood = rules<ConnectorSubject>('a wallet that refuses', {
  'takes a "no" for wallet.user_rejected at every depth and in every spelling': scene((on) =>
    demandCodes(refusals.declined, connecting(on), on.wallet),
  ),
  'gives each code of a wallet its meaning at every depth': scene((on) =>
    demandCodes(refusals.coded, connecting(on), on.wallet),
  ),
  'does not take any other error for a "no"': scene(async (on) => {
    for (const { what, thrown } of refusals.notDeclined) {
      on.wallet.behave({ reject: thrown() })
      const outcome = await connecting(on)(what)
      demandTyped(`connect, the wallet throwing ${what}`, outcome)
      demand(
        outcome.thrown.code !== 'wallet.user_rejected',
        `${what} is wallet.user_rejected, though nobody declined`,
      )
    }
  }),
})
const understoodInSigning = rules<ConnectorSubject>(
  'a wallet that refuses',
  {
    'reads a refused signature as it reads a refused connection': scene(async (on) => {
      await join(on)
      const [namespace] = on.connector.namespaces
      const { accounts, activeNetwork, adapter } = on.kernel.ports
      const [account, network] = [accounts.active(namespace), activeNetwork.current(namespace)]
      const { sign } = await adapter(namespace!)
      if (!sign || !account || !network) return
      const refused = (what: string): Promise<Outcome<unknown>> =>
        settled(`sign, the wallet throwing ${what}`, () =>
          sign({ account, network, message: 'Hello' }),
        )
      await demandCodes(refusals.declined, refused, on.wallet)
    }),
  },
  needsSignature,
)

const rejected = rules<ConnectorSubject>('a wallet that refuses', {
  'takes 4001 for wallet.user_rejected': scene((on) =>
    attempt(on, '4001', refusal(), 'wallet.user_rejected'),
  ),
  'takes -32002 for wallet.request_pending': scene((on) =>
    attempt(
      on,
      '-32002',
      { code: -32002, message: 'Already processing.' },
      'wallet.request_pending',
    ),
  ),
  'makes one typed error of any thrown primitive': attempts(plainRejections),
  'makes one typed error of any thrown object': attempts(shapedRejections),
  'makes one typed error of a thrown object that cannot be read': attempts(resistingRejections),
  'says what happened in words, without repeating endless text': scene(async (on) => {
    on.wallet.behave({ reject: new Error('x'.repeat(1_000_000)) })
    const outcome = await settled('connect', () => on.connector.connect(request(on)))
    demandTyped('connect, the wallet throwing a megabyte', outcome)
    demand(
      outcome.thrown.message.length > 10 && outcome.thrown.message.length < 5_000,
      `the error is ${outcome.thrown.message.length} letters long`,
    )
  }),
  'does not ask again by itself': scene(async (on) => {
    on.wallet.behave({ reject: refusal() })
    await settled('connect', () => on.connector.connect(request(on)))
    const before = on.wallet.prompts()
    await calm(8)
    demand(
      on.wallet.prompts() === before && before <= 1,
      `the wallet was asked ${on.wallet.prompts()} times for one connect that it refused`,
    )
  }),
  'leaves no listener on a wallet that refused': scene(async (on) => {
    on.wallet.behave({ reject: refusal() })
    await settled('connect', () => on.connector.connect(request(on)))
    await calm()
    demandNoListeners(on, 'after it refused')
  }),
  'connects when the user says yes the next time': scene(async (on) => {
    await attempt(on, '4001', refusal())
    on.wallet.behave('accept')
    await join(on)
  }),
})
const blurted = rules<ConnectorSubject>(
  'a wallet that refuses',
  {
    'makes a typed error of what a wallet throws in the call itself': scene(async (on) => {
      for (const [what, thrown] of oddRejections()) {
        on.wallet.blurt?.(thrown)
        const outcome = await settled(`connect, the wallet throwing ${what} at once`, () =>
          on.connector.connect(request(on)),
        )
        demandTyped(`connect, the wallet throwing ${what} at once`, outcome)
      }
    }),
  },
  needs('blurt', 'can throw in the very call'),
)

/** Connects to a wallet that says nothing, and aborts. */
async function giveUp(
  on: Scene,
  connect: (signal: AbortSignal) => Promise<unknown>,
  what: string,
): Promise<void> {
  on.wallet.behave('silence')
  const controller = new AbortController()
  const waiting = settled(what, () => connect(controller.signal), on.world.patience)
  await calm()
  controller.abort()
  demandTyped(what, await waiting)
}
const past = (on: Scene) => (signal: AbortSignal) => on.connector.connect(request(on, { signal }))

const cancelled = rules<ConnectorSubject>('cancelling', {
  'ends at once when it is cancelled while the wallet says nothing': scene((on) =>
    giveUp(on, past(on), 'connect after an abort'),
  ),
  'ignores a late answer': scene(async (on) => {
    await giveUp(
      on,
      (signal) => on.kernel.connect(on.connector.id, { signal }),
      'kernel.connect after an abort',
    )
    on.wallet.answerLate()
    await calm()
    demand(
      isAtRest(on) && !on.kernel.ports.connections.get().connections.length,
      'a late answer connected after all',
    )
  }),
  'leaves no listener when it is cancelled, also after a late answer': scene(async (on) => {
    await giveUp(on, past(on), 'connect after an abort')
    on.wallet.answerLate()
    await calm()
    demandNoListeners(on, 'after a connect that was cancelled')
  }),
  'asks no wallet when it is already cancelled': scene(async (on) => {
    demandTyped(
      'connect with a signal that is aborted already',
      await settled('connect', () =>
        on.connector.connect(request(on, { signal: AbortSignal.abort() })),
      ),
    )
    await calm()
    demand(on.wallet.prompts() === 0, 'it asked the wallet although its signal was aborted already')
  }),
  'connects after it was cancelled': scene(async (on) => {
    await giveUp(on, past(on), 'connect after an abort')
    on.wallet.answerLate()
    on.wallet.behave('accept')
    await calm()
    await join(on)
  }),
  'stays connected when the signal of its connect is aborted later': scene(async (on) => {
    const controller = new AbortController()
    const changes: unknown[] = []
    const connection = await link(on, { signal: controller.signal })
    connection.onChange((change) => void changes.push(change))
    controller.abort()
    await calm()
    demand(
      !changes.some((change) => 'closed' in (change as object)),
      'the connection ended when the signal of its connect was aborted',
    )
  }),
})

const silent = rules<ConnectorSubject>('silence', {
  'refuses a silent connect of a wallet that never saw this page': scene(async (on) => {
    on.wallet.behave('silence')
    demandTyped(
      'a silent connect of a wallet that was never connected',
      await settled('a silent connect', () => on.connector.connect(request(on, { silent: true }))),
    )
  }),
  'asks no user in a silent connect': scene(async (on) => {
    on.wallet.behave('silence')
    await settled('a silent connect', () =>
      on.connector.connect(request(on, { silent: true, signal: AbortSignal.timeout(500) })),
    )
    demand(on.wallet.prompts() === 0, 'a silent connect asked the user')
  }),
  'asks no user in a silent connect of a wallet that knows the page': scene(async (on) => {
    await link(on)
    const before = on.wallet.prompts()
    const outcome = await settled('a silent connect', () =>
      on.connector.connect(request(on, { silent: true })),
    )
    if ('thrown' in outcome) demandTyped('a silent connect', outcome)
    demand(on.wallet.prompts() === before, 'a silent connect asked the user again')
  }),
  'leaves no listener after a silent connect that failed': scene(async (on) => {
    on.wallet.behave('silence')
    const outcome = await settled('a silent connect', () =>
      on.connector.connect(request(on, { silent: true })),
    )
    await calm()
    demand(
      'value' in outcome || on.wallet.listeners() === 0,
      `${show(on.wallet.listeners())} listeners stayed on the wallet after a silent connect`,
    )
  }),
})

export const refusingChecks = [
  ...rejected,
  ...understood,
  ...understoodInSigning,
  ...blurted,
  ...cancelled,
  ...silent,
]
