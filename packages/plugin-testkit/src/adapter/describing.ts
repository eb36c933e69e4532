import type { Description } from '@latchkey/plugin-api'
import {
  demand,
  demandUnpolluted,
  freeze,
  isSame,
  rules,
  settled,
  show,
  type Outcome,
} from '../check.js'
import { MARKUP } from './hostile.js'
import { anyAddress, loaded, type AdapterSubject, type Loaded } from './subject.js'

const deep = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
const cyclic = (): unknown => {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return [value]
}
/** Parameters that no method of a wallet has. */
const junk = (address: string): readonly unknown[] => [
  undefined,
  null,
  0,
  '',
  'x',
  true,
  [],
  {},
  [null],
  [undefined, undefined],
  [[]],
  [{}],
  [{ to: {}, value: 'NaN', data: 7 }],
  [{ to: null }, 'latest'],
  ['0x', 7],
  [address, '{'],
  [address, 'null'],
  [address, '{"types":null}'],
  { signDoc: null, signerAddress: 7 },
  { transaction: '\u0000' },
  { psbt: '!' },
  { message: {} },
  deep(2_000),
  cyclic(),
  ['x'.repeat(200_000), address],
  [JSON.parse('{"__proto__":{"polluted":true}}')],
]

type Told = Outcome<Description | undefined>
async function everyDescription(
  on: Loaded,
  params: readonly unknown[],
  look: (told: Told, what: string) => void,
): Promise<void> {
  const { adapter, network, registration } = on
  if (!adapter.describe || !network) return
  for (const method of [...registration.session.methods, 'nobodySpeaksForThis', '__proto__', '']) {
    for (const [index, each] of params.entries())
      look(
        await settled('describe', () => adapter.describe!({ network, method, params: each })),
        `describe of ${show(method)} with parameters ${index}, ${typeof each === 'object' ? 'an object' : show(each)},`,
      )
  }
}
const descriptions = (look: (description: Description, what: string) => void) =>
  loaded(async (on) => {
    const words = MARKUP.flatMap((markup) => [
      [markup, anyAddress(on)],
      [anyAddress(on), markup],
      [{ data: markup, to: markup }],
      { message: markup },
    ])
    await everyDescription(on, [...junk(anyAddress(on)), ...words], (told, what) => {
      if ('value' in told && told.value !== undefined) look(told.value, what)
    })
  })

export const describingChecks = rules<AdapterSubject>('putting requests into words', {
  'never throws, whatever the parameters': loaded((on) =>
    everyDescription(on, junk(anyAddress(on)), (told, what) =>
      demand('value' in told, `${what} threw ${'thrown' in told ? show(told.thrown) : ''}`),
    ),
  ),
  'describes with a title and rows of text, or not at all': descriptions(
    ({ title, rows }, what) => {
      demand(typeof title === 'string' && title, `${what} has the headline ${show(title)}`)
      demand(
        Array.isArray(rows) &&
          rows.every(({ label, value }) => typeof label === 'string' && typeof value === 'string'),
        `${what} has rows that are not texts`,
      )
    },
  ),
  'does not call a description complete that it cannot read': loaded((on) =>
    everyDescription(on, junk(anyAddress(on)), (told, what) =>
      demand(
        !('value' in told) || told.value === undefined || told.value.complete === false,
        `${what} is called complete`,
      ),
    ),
  ),
  'takes no title or label from the request': descriptions(({ title, rows }, what) => {
    for (const text of [title, ...rows.map(({ label }) => label)])
      demand(
        !MARKUP.some((markup) => text.includes(markup)),
        `${what} has ${show(text)} for a headline or label`,
      )
  }),
  'leaves the parameters unchanged': loaded(async (on) => {
    const params = freeze([{ to: anyAddress(on), value: '0x1', data: '0x', message: 'hello' }])
    const before = structuredClone(params)
    await everyDescription(on, [params], (told, what) =>
      demand('value' in told && isSame(params, before), `${what} writes into the parameters`),
    )
  }),
  'does not let a parameter pollute prototypes': loaded(async (on) => {
    await everyDescription(
      on,
      [
        [JSON.parse('{"__proto__":{"polluted":true}}')],
        [
          anyAddress(on),
          '{"types":{"__proto__":[]},"primaryType":"__proto__","message":{"__proto__":{"polluted":true}}}',
        ],
      ],
      () => undefined,
    )
    demandUnpolluted('a parameter')
  }),
})
