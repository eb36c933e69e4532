// The kinds of hostile announcements. Each makes the `detail` of one event.
import { pastStranger, plainProvider, stranger, type Detail, type Past } from './strangers.js'
import type { Random } from './random.js'

export type Maker = (random: Random, past: Past) => unknown

const throws = (what: string) => ({
  get: (): never => {
    throw new Error(`${what} was looked at`)
  },
  enumerable: true,
  configurable: true,
})
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
/** A stranger with one field of its info replaced. */
const withInfo = (random: Random, change: Record<string, unknown>): unknown => {
  const { info, provider } = stranger(random)
  return { info: { ...info, ...change }, provider }
}
const withProvider = (random: Random, provider: unknown): unknown => ({
  ...stranger(random),
  provider,
})

const huge = 'W'.repeat(200_000)
const wrongValues = [
  undefined,
  null,
  7,
  Number.NaN,
  true,
  12n,
  Symbol('hostile'),
  [],
  {},
  () => 'text',
  new Date(0),
]
const scripts = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'data:image/svg+xml\u0000,<svg onload=alert(1)>',
  'blob:null/1',
  'file:///etc/passwd',
  '//[',
  'data:',
  'data:image/png',
  '<svg onload=alert(1)>',
]
const names = [
  '',
  ' ',
  '\u0000',
  '\u202eksaMateM',
  '\u200b',
  'Meta\nMask',
  '<img src=x onerror=alert(1)>',
  '${alert(1)}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  'A\u0301'.repeat(300),
  '%00',
  '"><script>alert(1)</script>',
]
const reverseNames = [
  '',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'com',
  '.',
  'com..example',
  'com.example.\u0000',
  'COM.EXAMPLE',
  'com.example.' + 'a'.repeat(5000),
  'com example',
  'javascript:alert(1)',
  '\u202emoc',
]
const ids = [
  '',
  '0',
  'not-a-uuid',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(10_000),
]

/** Answers correctly once and differently ever after. */
function fickle(random: Random): unknown {
  const { info, provider } = stranger(random)
  let reads = 0
  return {
    provider,
    info: Object.defineProperty({ ...info }, 'name', {
      enumerable: true,
      get: () => (reads++ === 0 ? info.name : { hostile: true }),
    }),
  }
}

function throwing(random: Random): unknown {
  const { info, provider } = stranger(random)
  return random.pick<() => unknown>([
    () => Object.defineProperty({ provider }, 'info', throws('info')),
    () => Object.defineProperty({ info }, 'provider', throws('provider')),
    () => ({
      info: Object.defineProperty(
        { ...info },
        random.pick(['uuid', 'name', 'icon', 'rdns']),
        throws('a field'),
      ),
      provider,
    }),
    () => ({ info, provider: Object.defineProperty({}, 'request', throws('request')) }),
    () => ({
      info,
      provider: Object.defineProperties(
        { ...provider },
        { on: throws('on'), removeListener: throws('removeListener') },
      ),
    }),
    () =>
      new Proxy(
        { info, provider },
        {
          get: () => {
            throw new Error('trap')
          },
          has: () => {
            throw new Error('trap')
          },
          ownKeys: () => {
            throw new Error('trap')
          },
        },
      ),
    () => ({
      info: {
        ...info,
        name: {
          toString: () => {
            throw new Error('toString')
          },
        },
      },
      provider,
    }),
  ])()
}

function revokedSomewhere(random: Random): unknown {
  const { info, provider } = stranger(random)
  return random.pick<() => unknown>([
    revoked,
    () => ({ info: revoked(), provider }),
    () => ({ info, provider: revoked() }),
    () => ({ info: { ...info, name: revoked() }, provider }),
    () => ({ info, provider: { ...provider, request: revoked() } }),
  ])()
}

function cyclic(random: Random): unknown {
  const { info, provider } = stranger(random)
  const loop: Record<string, unknown> = { ...info, provider }
  loop['info'] = loop
  loop['name'] = random.pick([info.name, loop])
  return loop
}

/** The announced provider is a promise, or looks like one. */
const thenable = (random: Random): unknown =>
  withProvider(
    random,
    random.pick<unknown>([
      {
        ...plainProvider(),
        then: () => {
          throw new Error('then')
        },
      },
      { ...plainProvider(), then: () => {} },
      Promise.resolve(plainProvider()),
    ]),
  )

const imitating = (
  random: Random,
  past: Past,
  fields: readonly (keyof Detail['info'])[],
): unknown => {
  const known = pastStranger(random, past)
  return withInfo(random, Object.fromEntries(fields.map((field) => [field, known.info[field]])))
}

export const makers = {
  nothing: (random) => random.pick<unknown>([undefined, null, {}, []]),
  primitive: (random) =>
    random.pick<unknown>(['text', 7, true, 12n, Symbol('hostile'), Number.NaN, '']),
  foreignObject: (random) =>
    random.pick<() => unknown>([
      () => () => 'detail',
      () => new Map(),
      () => new Date(Number.NaN),
      () => Object.create(null),
      () => new Error('detail'),
      () => new Uint8Array(8),
    ])(),
  noInfo: (random) => ({ provider: stranger(random).provider }),
  noProvider: (random) => ({ info: stranger(random).info }),
  wrongInfo: (random) => ({ ...stranger(random), info: random.pick(wrongValues) }),
  wrongField: (random) =>
    withInfo(random, { [random.pick(['uuid', 'name', 'icon', 'rdns'])]: random.pick(wrongValues) }),
  missingField: (random) =>
    withInfo(random, { [random.pick(['uuid', 'name', 'icon', 'rdns'])]: undefined }),
  wrongProvider: (random) => withProvider(random, random.pick(wrongValues)),
  wrongRequest: (random) =>
    withProvider(random, {
      ...plainProvider(),
      request: random.pick(wrongValues.filter((value) => typeof value !== 'function')),
    }),
  throwing,
  revokedSomewhere,
  cyclic,
  fickle,
  thenable,
  hugeName: (random) => withInfo(random, { name: huge }),
  hugeIcon: (random) => withInfo(random, { icon: `data:image/svg+xml,${huge}` }),
  scriptIcon: (random) => withInfo(random, { icon: random.pick(scripts) }),
  oddName: (random) => withInfo(random, { name: random.pick(names) }),
  oddRdns: (random) => withInfo(random, { rdns: random.pick(reverseNames) }),
  oddUuid: (random) => withInfo(random, { uuid: random.pick(ids) }),
  prototypeKeys: (random) =>
    JSON.parse(
      `{
        "__proto__": { "hostile": true },
        "constructor": { "prototype": { "hostile": true } },
        "info": { "__proto__": { "hostile": true }, "uuid": "${random.uuid()}" },
        "provider": {}
      }`,
    ) as unknown,
  repeated: (random, past) => pastStranger(random, past),
  sameUuid: (random, past) => imitating(random, past, ['uuid']),
  sameRdns: (random, past) => imitating(random, past, ['rdns']),
  sameName: (random, past) => imitating(random, past, ['name']),
  sameAll: (random, past) => imitating(random, past, ['uuid', 'rdns', 'name', 'icon']),
  stranger(random, past) {
    const made = stranger(random)
    if (past.strangers.length < 50) past.strangers.push(made)
    return made
  },
} satisfies Record<string, Maker>

export type HostileKind = keyof typeof makers | 'noDetail' | 'throwingDetail'
