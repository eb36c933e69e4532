import { demand, rules, settled, show } from '../check.js'
import {
  around,
  BROKEN,
  CONTROLS,
  disguised,
  INHERITED,
  INVISIBLE,
  MARKUP,
  notText,
  SPACES,
} from './hostile.js'
import { loaded, type AdapterSubject, type Loaded } from './subject.js'

async function demandShapeless({ registration }: Loaded, texts: readonly unknown[]): Promise<void> {
  for (const text of texts) {
    const outcome = await settled('resembles', () => registration.resembles(text as string))
    demand(
      'value' in outcome,
      `resembles(${show(text)}) threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
    )
    demand(
      outcome.value === false,
      `resembles(${show(text)}) answered ${show(outcome.value)}, not false`,
    )
  }
}
/** Time in ms for a check of microseconds, on a busy machine. */
const SHAPE_MS = 1_000

export const shapeChecks = rules<AdapterSubject>('shape', {
  'recognises a valid address by its shape': loaded(({ registration, written }) => {
    for (const [text] of written)
      demand(
        registration.resembles(text) === true,
        `resembles(${show(text)}) is not true for a valid address`,
      )
  }),
  'recognises the same texts when it is asked again': loaded(({ registration, written }) => {
    for (const [text] of written)
      for (const turn of ['second', 'third'])
        demand(
          registration.resembles(text) === registration.resembles(text),
          `resembles(${show(text)}) answers otherwise the ${turn} time`,
        )
  }),
  'does not recognise an empty text or spaces': loaded((on) =>
    demandShapeless(on, ['', ...SPACES]),
  ),
  'does not recognise a value that is not a text, and does not throw': loaded((on) =>
    demandShapeless(on, notText()),
  ),
  'does not recognise an object that becomes an address when stringified': loaded((on) =>
    demandShapeless(
      on,
      on.written.flatMap(([text]) => disguised(text)),
    ),
  ),
  'does not recognise names that every object has': loaded((on) =>
    demandShapeless(on, [...INHERITED, 'null', 'undefined', 'NaN', '[object Object]']),
  ),
  'does not recognise markup': loaded((on) => demandShapeless(on, MARKUP)),
  'does not recognise an address with spaces around or in it': loaded((on) =>
    demandShapeless(
      on,
      on.written.flatMap(([text]) => around(text, SPACES)),
    ),
  ),
  'does not recognise an address with control characters': loaded((on) =>
    demandShapeless(
      on,
      on.written.flatMap(([text]) => around(text, CONTROLS)),
    ),
  ),
  'does not recognise an address with invisible or broken characters': loaded((on) =>
    demandShapeless(
      on,
      on.written.flatMap(([text]) => around(text, [...INVISIBLE, ...BROKEN])),
    ),
  ),
  'does not recognise endless text, and answers at once': loaded(async (on) => {
    const long = on.written.flatMap(([text]) => [
      text.repeat(2_000),
      `${text}${text.at(-1)?.repeat(50_000)}`,
      `${text.slice(0, 2)}${'1'.repeat(50_000)}!`,
    ])
    const from = Date.now()
    await demandShapeless(on, ['x'.repeat(100_000), '0x', ...long])
    demand(
      Date.now() - from < SHAPE_MS * 5,
      `resembles took ${Date.now() - from} ms for ${long.length + 2} long texts: does a pattern backtrack?`,
    )
  }),
  'recognises by shape alone, without a request, a timer or storage': loaded(
    ({ registration, world, written }) => {
      const before = world.ledger.acts.length
      for (const [text] of written) registration.resembles(text)
      const acts = world.ledger.acts.slice(before)
      demand(
        !acts.length,
        `resembles did ${acts.map(({ kind, what }) => `${kind} (${what})`).join(', ')}`,
      )
    },
  ),
})
