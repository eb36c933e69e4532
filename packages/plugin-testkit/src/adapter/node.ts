import type { Amount } from '@latchkey/plugin-api'
import {
  calm,
  demand,
  demandTyped,
  demandUnpolluted,
  freeze,
  rules,
  settled,
  show,
  until,
  type Outcome,
} from '../check.js'
import { answers, cutOff, says, unreachable } from './answers.js'
import { anyAddress, loaded, withNode, type AdapterSubject, type Loaded } from './subject.js'

/**
 * Reads the balance. A node behind a socket never answers here, so the call is aborted, and only
 * how it ends is checked.
 */
async function balance(
  { adapter, network, world }: Loaded,
  address: string,
): Promise<Outcome<Amount> | undefined> {
  if (!adapter.balance || !network) return undefined
  const controller = new AbortController()
  const from = world.ledger.acts.length
  let over = false
  const reading = settled(
    'balance',
    () => adapter.balance!({ address, network, signal: controller.signal }),
    15_000,
  ).finally(() => void (over = true))
  const asked = (kind: string): boolean =>
    world.ledger.acts.slice(from).some((act) => act.kind === kind)
  await until('balance asks its node', () => over || asked('fetch') || asked('socket'), 10_000)
  await calm()
  if (!asked('fetch')) controller.abort()
  return reading
}
function demandAmount({ value, decimals, symbol }: Amount, when: string): void {
  demand(
    typeof value === 'bigint' && value >= 0n,
    `${when}, balance answered ${show(value)}, which is not a bigint of at least 0`,
  )
  demand(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= 255,
    `${when}, balance answered ${show(decimals)} decimals`,
  )
  demand(typeof symbol === 'string' && symbol, `${when}, balance answered symbol ${show(symbol)}`)
}

const refused = (when: string, node: typeof fetch) =>
  withNode(node, async (on) => {
    const outcome = await balance(on, anyAddress(on))
    if (outcome) demandTyped(`${when}, balance`, outcome)
  })
/** Demands a typed error or a sound amount for each of these answers. */
const odd =
  (when: string, results: readonly string[]) =>
  async (subject: AdapterSubject): Promise<void> => {
    for (const raw of results) {
      await withNode(answers(raw), async (on) => {
        const outcome = await balance(on, anyAddress(on))
        const what = `${when} (${raw.slice(0, 40)})`
        if (!outcome) return
        if ('thrown' in outcome) demandTyped(`${what}, balance`, outcome)
        else demandAmount(outcome.value, what)
      })(subject)
    }
  }

const hostile = rules<AdapterSubject>('answers of a node', {
  'says in a typed error that the node cannot be reached': refused('with no network', unreachable),
  'says in a typed error that the node is broken': refused(
    'after HTTP 500',
    says('Internal Server Error', 500, 'text/plain'),
  ),
  'says in a typed error that the node limits its rate': refused(
    'after HTTP 429',
    says('{"error":"rate limit"}', 429),
  ),
  'refuses a web page as an answer': refused(
    'after a web page',
    says('<!doctype html><title>Sign in to the network</title>', 200, 'text/html'),
  ),
  'refuses an empty answer': refused('after an empty body', says('')),
  'refuses broken JSON': refused('after broken JSON', says('{"jsonrpc":"2.0","id":1,"result":"0x')),
  'refuses an answer that was cut off': refused('after half an answer', cutOff),
  'says in a typed error what the node refused': refused(
    'after an error of the call',
    answers('{"code":-32000,"message":"header not found"}', 'error'),
  ),
  'refuses an error in an odd shape as an answer': refused(
    'after an odd error',
    answers('["no"]', 'error'),
  ),
  'does not read an amount from a value that is not one': odd('after a result of another kind', [
    'null',
    'true',
    '[]',
    '{}',
    '"NaN"',
    '"Infinity"',
    '"balance"',
    '[{}]',
    '{"result":{}}',
  ]),
  'reads no amount from an empty text': withNode(answers('""'), async (on) => {
    const outcome = await balance(on, anyAddress(on))
    if (outcome) demandTyped('after an empty text, balance', outcome)
  }),
  'reads no negative amount': odd('after a negative number', [
    '-1',
    '"-1"',
    '"-0x1"',
    '"0x-1"',
    '{"free":-1}',
  ]),
  'reads no amount from a fraction': odd('after a fraction', [
    '1.5',
    '"1.5"',
    '1e-7',
    '"1e5"',
    '0.1',
  ]),
  'reads numbers of any size': odd('after a huge number', [
    '1e400',
    '9007199254740993',
    `"0x${'f'.repeat(10_000)}"`,
    `"${'9'.repeat(5_000)}"`,
  ]),
  'does not let an answer pollute prototypes': async (subject) => {
    await odd('after an answer with __proto__', [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
    ])(subject)
    demandUnpolluted('an answer of the node')
  },
})

const asking = rules<AdapterSubject>('asking a node', {
  'reads no balance of a malformed address': withNode(unreachable, async (on) => {
    const outcome = await balance(on, 'no address')
    if (outcome) demandTyped('balance of "no address"', outcome)
  }),
  'says in a typed error that a network has no node': loaded(async (on) => {
    if (!on.network) return
    const outcome = await balance(
      { ...on, network: { ...on.network, rpcUrls: [] } },
      anyAddress(on),
    )
    if (outcome) demandTyped('balance on a network without a node', outcome)
  }),
  'leaves the network unchanged': withNode(unreachable, async (on) => {
    if (!on.network) return
    const outcome = await balance(
      { ...on, network: freeze(structuredClone(on.network)) },
      anyAddress(on),
    )
    if (outcome) demandTyped('balance on a network that cannot be written', outcome)
  }),
})

const withHonest = (run: (on: Loaded) => Promise<void>) =>
  loaded(async (on) => {
    await on.options.node?.(on.kernel)
    await run(on)
  })
const honest = rules<AdapterSubject>(
  'an honest node',
  {
    'answers a balance as whole base units, with decimals and symbol of the network': withHonest(
      async (on) => {
        const outcome = await balance(on, anyAddress(on))
        if (!outcome) return
        demand(
          'value' in outcome,
          `balance threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
        )
        demandAmount(outcome.value, 'with an honest node')
        const { decimals, symbol } = on.network!.nativeCurrency
        demand(
          outcome.value.decimals === decimals && outcome.value.symbol === symbol,
          `balance answered ${outcome.value.decimals} decimals of ${show(outcome.value.symbol)}, ` +
            `the network has ${decimals} of ${show(symbol)}`,
        )
      },
    ),
    'answers the same balance to two questions at once': withHonest(async (on) => {
      const [one, two] = await Promise.all([
        balance(on, anyAddress(on)),
        balance(on, anyAddress(on)),
      ])
      if (one && two)
        demand(
          'value' in one && 'value' in two && one.value.value === two.value.value,
          'two questions at once got two answers',
        )
    }),
  },
  ({ options: { fetch, node } }) =>
    node === null ? null : (fetch ?? node) ? undefined : 'fetch or node, an honest node',
)

export const nodeChecks = [...hostile, ...asking, ...honest]
