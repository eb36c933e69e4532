import type { Dispose } from '@latchkey/plugin-api'
import { stubGlobals } from '../page.js'

/** A word in whatever a hostile server adds to an answer. It must never be on the screen. */
export const PLANTED = 'PLANTED'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Leaf = Exclude<Json, readonly Json[] | { readonly [key: string]: Json }>

/** A request, and what an honest server answers to it. */
interface Asked {
  readonly url: URL
  readonly honest: Json
  readonly signal: AbortSignal | undefined
}

const LONGEST_BYTES = 10_000_000
const STRANGER = '0x000000000000000000000000000000000000dEaD'
const DECIMAL = /^\d+(?:\.\d+)?$/
const NAMES = ['name', 'symbol', 'collection', 'description']
const LINKS = ['url', 'imageUrl', 'iconUrl', 'logoUri', 'origin']
/** In place of a number that JSON.stringify would not write. */
const HUGE = '"1e400"'

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with every leaf replaced. `key` is the name of the nearest member. */
function changeLeaves(value: Json, change: (leaf: Leaf, key: string) => Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((each: Json) => changeLeaves(each, change, key))
  if (!isObject(value)) return change(value as Leaf, key)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, changeLeaves(each, change, name)]),
  )
}

const addMembers = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(addMembers)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, each]) => [name, addMembers(each)])
  return { ...(Object.fromEntries(members) as object), [PLANTED]: PLANTED } as Json
}

const json = (value: Json, status = 200): Response => Response.json(value, { status })
const text = (body: string, type = 'application/json'): Response =>
  new Response(body, { headers: { 'content-type': type } })
const numbers =
  (instead: Json) =>
  (leaf: Leaf): Json =>
    typeof leaf === 'number' || (typeof leaf === 'string' && DECIMAL.test(leaf)) ? instead : leaf
const members =
  (names: readonly string[], instead: (leaf: Leaf) => Json) =>
  (leaf: Leaf, key: string): Json =>
    names.includes(key) ? instead(leaf) : leaf
const named = (value: Json, name: string): Json =>
  changeLeaves(
    value,
    members(NAMES, () => name),
  )
/** The JSON with more members before its first. */
const withFirst = (value: Json, more: string): Response =>
  text(JSON.stringify(isObject(value) ? value : {}).replace('{', `{${more},`))
const withDecimals = (value: Json, decimals: number): Response =>
  json(
    changeLeaves(
      value,
      members(['decimals'], (leaf) => (typeof leaf === 'string' ? String(decimals) : decimals)),
    ),
  )
const refusal = (status: number): Response =>
  json({ status: 'FAILED', reasons: [{ name: PLANTED, description: PLANTED }] }, status)

/** The answer, with somebody or something else in place of the one asked about. */
function elsewhere(honest: Json, from: string, to: string): Response {
  const before = JSON.stringify(honest)
  const after = before.replaceAll(new RegExp(from, 'gi'), to)
  return before === after ? json(honest) : json(named(JSON.parse(after) as Json, PLANTED))
}

/** A page that leads on, with ids of its own where `turn` differs. */
const page = (honest: Json, next: string | null, turn = ''): Response =>
  json({
    ...(changeLeaves(
      honest,
      members(['id', 'tokenId'], (leaf) => `${String(leaf)}${turn}`),
    ) as object),
    next,
  } as Json)

/** A body in pieces, each so many ms after the one before. */
function inPieces(pieces: Iterator<Uint8Array>, waitMs: number, signal?: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
    async pull(controller) {
      if (waitMs) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (signal?.aborted) return
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
function* longBody(): Generator<Uint8Array> {
  const piece = new TextEncoder().encode(`["${PLANTED}",`.repeat(6_000))
  for (let length = 0; length <= LONGEST_BYTES; length += piece.length) yield piece
}
function* bytes(value: Json): Generator<Uint8Array> {
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) yield Uint8Array.of(byte)
}

/** The wrong answers by their names. */
const ANSWERS = {
  'a body of more than 10 MB': ({ signal }) => inPieces(longBody(), 0, signal),
  'a body nested 10,000 levels deep': () => text('['.repeat(10_000) + ']'.repeat(10_000)),
  'a key that stands twice': ({ honest }) =>
    withFirst(honest, `"${PLANTED}":"${PLANTED}","${PLANTED}":"${PLANTED}"`),
  'a key __proto__': ({ honest }) => withFirst(honest, `"__proto__":{"${PLANTED}":"${PLANTED}"}`),
  'HTML with status 200': () => text(`<!doctype html><h1>${PLANTED}</h1>`, 'text/html'),
  'nothing with status 200': () => text(''),
  null: () => json(null),
  'a list in place of an object': ({ honest }) => json([honest]),
  'members that nobody knows': ({ honest }) => json(addMembers(honest)),
  'a number NaN': ({ honest }) => withFirst(honest, `"${PLANTED}":NaN`),
  'numbers of 1e400': ({ honest }) =>
    text(JSON.stringify(changeLeaves(honest, numbers('1e400'))).replaceAll(HUGE, '1e400')),
  'hexadecimal numbers': ({ honest }) => json(changeLeaves(honest, numbers('0x12'))),
  'negative numbers': ({ honest }) => json(changeLeaves(honest, numbers('-1'))),
  '77 decimals': ({ honest }) => withDecimals(honest, 77),
  '-1 decimals': ({ honest }) => withDecimals(honest, -1),
  '1.5 decimals': ({ honest }) => withDecimals(honest, 1.5),
  'names that break the line, turn the text and have 10,000 letters': ({ honest }) =>
    json(named(honest, `A\n\u202eB\u2066${'x'.repeat(10_000)}`)),
  'links javascript:': ({ honest }) => linked(honest, `javascript:${PLANTED}()`),
  'links data:text/html': ({ honest }) => linked(honest, `data:text/html,${PLANTED}`),
  'links http: to a stranger': ({ honest }) => linked(honest, `http://stranger.test/${PLANTED}`),
  'entries of another account': ({ url, honest }) =>
    elsewhere(honest, /0x[\da-f]{40}/i.exec(url.pathname)?.[0] ?? PLANTED, STRANGER),
  'entries of another network': ({ url, honest }) =>
    elsewhere(honest, url.searchParams.get('chainId') ?? PLANTED, 'eip155:424242'),
  'a cursor that leads to itself': ({ honest }) => page(honest, 'again'),
  'cursors that never end': ({ url, honest }) => {
    const turn = Number(url.searchParams.get('cursor') ?? 0) + 1
    return page(honest, String(turn), String(turn))
  },
  'the same entries on two pages': ({ url, honest }) =>
    page(honest, url.searchParams.has('cursor') ? null : 'second'),
  'status 403': () => refusal(403),
  'status 429': () => refusal(429),
  'status 500': () => refusal(500),
  'one byte a second': ({ honest, signal }) => inPieces(bytes(honest), 1_000, signal),
  'a redirect': () => Response.redirect('https://stranger.test/', 302),
} satisfies Readonly<Record<string, (asked: Asked) => Response>>

function linked(honest: Json, link: string): Response {
  return json(
    changeLeaves(
      honest,
      members(LINKS, () => link),
    ),
  )
}

/** A wrong way to answer. */
export type HostileAnswer = keyof typeof ANSWERS
/** All wrong ways to answer. */
export const hostileAnswers = Object.keys(ANSWERS) as readonly HostileAnswer[]

/** A server that answers wrongly when a test says so. */
export interface HostileServer {
  /** Answers in this way from now on. */
  be(answer: HostileAnswer | 'honest'): void
  /** The addresses that were asked, in order. */
  readonly asked: readonly URL[]
  /** Restores the real `fetch`. */
  dispose: Dispose
}

/**
 * Replaces `fetch`, and answers every call in place of the server: honestly at first. Additions to
 * an answer have the word {@link PLANTED} in them, but for names that are wrong by their form.
 * @param answer - the JSON that an honest server answers to a request
 * @example const server = hostileServer(() => ({ data: [], next: null })); server.be('status 500')
 */
export function hostileServer(answer: (url: URL, init: RequestInit) => unknown): HostileServer {
  const asked: URL[] = []
  let way: HostileAnswer | 'honest' = 'honest'

  const fetch = async (target: URL | RequestInfo, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(target instanceof Request ? target.url : target)
    const signal = init.signal ?? undefined
    signal?.throwIfAborted()
    asked.push(url)
    const honest = answer(url, init) as Json
    const response = way === 'honest' ? json(honest) : ANSWERS[way]({ url, honest, signal })
    if (response.status === 302 && init.redirect === 'error')
      throw new TypeError('Failed to fetch: redirect mode is set to error')
    return response
  }
  const restore = stubGlobals({ fetch })
  return { be: (next) => void (way = next), asked, dispose: restore }
}
