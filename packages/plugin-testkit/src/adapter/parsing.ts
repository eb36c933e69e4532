import type { Network } from '@latchkey/plugin-api'
import { demand, demandTyped, isSame, rules, show } from '../check.js'
import {
  around,
  BROKEN,
  CONTROLS,
  disguised,
  folding,
  foreign,
  INHERITED,
  INVISIBLE,
  lookalikes,
  MARKUP,
  notText,
  SPACES,
} from './hostile.js'
import { demandRefused, loaded, parse, type AdapterSubject, type Loaded } from './subject.js'

const of = (
  { written }: Loaded,
  change: (address: string) => readonly unknown[],
): readonly unknown[] => written.flatMap(([text]) => change(text))

/** The address with one letter replaced by another of its letters, at each place. */
const changed = (address: string): readonly string[] => {
  const letters = [...address]
  return letters.flatMap((letter, at) => {
    const other = letters.find((one) => one.toLowerCase() !== letter.toLowerCase())
    return other === undefined ? [] : [letters.with(at, other).join('')]
  })
}
const swapped = (address: string): readonly string[] =>
  [...address].flatMap((letter, at, letters) => {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    return other === letter ? [] : [letters.with(at, other).join('')]
  })

const rightChecks = rules<AdapterSubject>('parsing', {
  'parses an address to its canonical spelling': loaded(({ adapter, written }) => {
    for (const [text, canonical] of written)
      demand(
        adapter.parseAddress(text) === canonical,
        `parseAddress(${show(text)}) answered ${show(adapter.parseAddress(text))}, not ${show(canonical)}`,
      )
  }),
  'parses the same where a network is named': loaded(({ adapter, network, written }) => {
    for (const [text, canonical] of network ? written : [])
      demand(
        adapter.parseAddress(text, network) === canonical,
        `parseAddress(${show(text)}, ${network!.id}) answered ` +
          `${show(adapter.parseAddress(text, network))}, not ${show(canonical)}`,
      )
  }),
  'leaves a canonical spelling as it is': loaded(({ adapter, written }) => {
    for (const [, canonical] of written)
      demand(
        adapter.parseAddress(canonical) === canonical,
        `parseAddress changes ${show(canonical)}, which is canonical`,
      )
  }),
  'answers at once, with a text': loaded(({ adapter, written }) => {
    for (const [text] of written)
      demand(
        typeof adapter.parseAddress(text) === 'string',
        `parseAddress(${show(text)}) answered ${show(adapter.parseAddress(text))}, which is not a text`,
      )
  }),
  'parses the same the second time, whatever was refused between': loaded(async (on) => {
    for (const [text, canonical] of on.written) {
      await parse(on, `${text}!`)
      const outcome = await parse(on, text)
      demand(
        'value' in outcome && outcome.value === canonical,
        `parseAddress(${show(text)}) answers otherwise after it refused another`,
      )
    }
  }),
  'parses different addresses differently: a changed letter is refused or changes the result':
    loaded(async (on) => {
      for (const [text, canonical] of on.written) {
        for (const other of changed(text)) {
          const outcome = await parse(on, other)
          if ('thrown' in outcome)
            demandTyped(`parseAddress(${show(other)})`, outcome, 'adapter.invalid_address')
          else
            demand(
              outcome.value !== canonical,
              `parseAddress(${show(other)}) answered the address of ${show(text)}`,
            )
        }
      }
    }),
  'answers a canonical spelling, or refuses, whichever letter has another case': loaded(
    async (on) => {
      for (const [text] of on.written) {
        for (const other of swapped(text)) {
          const outcome = await parse(on, other)
          if ('thrown' in outcome)
            demandTyped(`parseAddress(${show(other)})`, outcome, 'adapter.invalid_address')
          else
            demand(
              isSame(await parse(on, outcome.value), outcome),
              `parseAddress(${show(other)}) answered ${show(outcome.value)}, which it does not leave as it is`,
            )
        }
      }
    },
  ),
  'answers, or refuses, for a network that nobody configured': loaded(async (on) => {
    const elsewhere = {
      id: `${on.options.namespace}:unheard-of`,
      namespace: on.options.namespace,
      reference: 'unheard-of',
      name: 'Unheard of',
      nativeCurrency: { name: 'U', symbol: 'U', decimals: 0 },
      rpcUrls: [],
    } as Network
    for (const [text, canonical] of on.written) {
      const outcome = await parse(on, text, elsewhere)
      if ('thrown' in outcome)
        demandTyped(
          `parseAddress(${show(text)}, ${elsewhere.id})`,
          outcome,
          'adapter.invalid_address',
        )
      else
        demand(
          typeof outcome.value === 'string' && outcome.value,
          `parseAddress(${show(text)}, ${elsewhere.id}) answered ${show(outcome.value)}, not ${show(canonical)}`,
        )
    }
  }),
})

const refusals = rules<AdapterSubject>('refusing', {
  'refuses near misses': loaded((on) => demandRefused(on, on.options.invalid)),
  'refuses an empty text and spaces': loaded((on) => demandRefused(on, ['', ...SPACES])),
  'refuses a value that is not a text': loaded((on) => demandRefused(on, notText())),
  'refuses an object that becomes an address when stringified': loaded((on) =>
    demandRefused(on, of(on, disguised)),
  ),
  'refuses an address with spaces around or in it': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => around(text, SPACES)),
    ),
  ),
  'refuses an address with control characters': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => around(text, CONTROLS)),
    ),
  ),
  'refuses an address with invisible characters': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => around(text, INVISIBLE)),
    ),
  ),
  'refuses an address with broken characters': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => around(text, BROKEN)),
    ),
  ),
  'refuses letters that look the same': loaded((on) => demandRefused(on, of(on, lookalikes))),
  'refuses letters that become the same when their case is changed': loaded((on) =>
    demandRefused(on, of(on, folding)),
  ),
  'refuses an address that is cut short': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => [text.slice(0, 3), text.slice(0, Math.ceil(text.length / 3))]),
    ),
  ),
  'refuses two addresses in one': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => [
        `${text}${text}`,
        `${text},${text}`,
        `${text} ${text}`,
        `${text}\n${text}`,
      ]),
    ),
  ),
  'refuses endless text': loaded((on) =>
    demandRefused(on, [
      'x'.repeat(100_000),
      ...of(on, (text) => [text.repeat(1_000), `${text}${text.at(-1)?.repeat(50_000)}`]),
    ]),
  ),
  'refuses an account id or a payment link in place of an address': loaded((on) =>
    demandRefused(
      on,
      of(on, (text) => [
        `${on.network?.id ?? `${on.options.namespace}:1`}:${text}`,
        `pay:${text}`,
        `${text}?amount=1`,
        `https://explorer.example/${text}`,
      ]),
    ),
  ),
  'refuses markup': loaded((on) =>
    demandRefused(on, [...MARKUP, ...of(on, (text) => MARKUP.map((markup) => `${text}${markup}`))]),
  ),
  'refuses names that every object has': loaded((on) =>
    demandRefused(on, [...INHERITED, 'null', 'undefined', 'NaN']),
  ),
  'refuses addresses of other namespaces': loaded((on) =>
    demandRefused(on, foreign([on.options.namespace, ...(on.options.alsoTakes ?? [])])),
  ),
})

const saying = rules<AdapterSubject>('refusing', {
  'names in the error the namespace and the refused text': loaded(async (on) => {
    const outcome = await parse(on, 'not an address')
    demandTyped('parseAddress("not an address")', outcome, 'adapter.invalid_address')
    const { namespace, input } = outcome.thrown.context as { namespace?: unknown; input?: unknown }
    demand(
      namespace === on.options.namespace && input === 'not an address',
      `the error's context names ${show(input)} in ${show(namespace)}, ` +
        `not "not an address" in "${on.options.namespace}"`,
    )
  }),
  'says in the error what was expected, without repeating endless text': loaded(async (on) => {
    const outcome = await parse(on, 'x'.repeat(100_000))
    demandTyped('parseAddress of 100,000 letters', outcome, 'adapter.invalid_address')
    demand(
      outcome.thrown.message.length > 20 &&
        JSON.stringify([outcome.thrown.message, outcome.thrown.context]).length < 5_000,
      `the error for 100,000 letters is ${outcome.thrown.message.length} letters long; cut what it repeats`,
    )
  }),
})

export const parsingChecks = [...rightChecks, ...refusals, ...saying]
