// A provider at the end of `fetch`, which may answer badly.

/** Answers a request as the provider does. A text is sent as it is. */
export type Provider = (url: URL, body: unknown) => unknown

/** `loop`: each page leads to itself. `otherChain`: the same accounts on another chain. */
export const FAULTS = [
  'limited',
  'down',
  'loop',
  'half',
  'html',
  'huge',
  'foreign',
  'otherChain',
] as const
export type Fault = (typeof FAULTS)[number]

/** How a provider answers that has a fault in the content of its answers. */
export type Faulty = Readonly<Record<'loop' | 'foreign' | 'otherChain', Provider>>

export interface FakeProvider {
  fetch: typeof globalThis.fetch
  state: { fault: Fault | undefined }
  /** Every request: its address, headers and body. */
  asked: string[]
}

const HUGE = `[${'"x",'.repeat(2_500_000)}"x"]`
const HTML = '<!doctype html><title>Just a moment…</title>'

/** @param faulty for faults that a provider has in words of its own */
export function createFakeProvider(good: Provider, faulty: Faulty): FakeProvider {
  const state: FakeProvider['state'] = { fault: undefined }
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted()
    // A request takes a moment, in which it may be given up.
    await new Promise((done) => setImmediate(done))
    init?.signal?.throwIfAborted()
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push([url.href, JSON.stringify(init?.headers), String(init?.body)].join(' '))
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body))
    return answer(state.fault, { good, ...faulty }, url, body)
  }
  return { fetch, state, asked }
}

const answer = (
  fault: Fault | undefined,
  providers: Faulty & { good: Provider },
  url: URL,
  body: unknown,
): Response => {
  // Providers like to repeat what they were asked, with the key in it.
  const echo = { message: `${url.href} is not allowed so often` }
  if (fault === 'limited') return Response.json(echo, { status: 429 })
  if (fault === 'down') throw new TypeError(`fetch failed: ${url.href}`)
  if (fault === 'html')
    return new Response(HTML + url.href, { headers: { 'content-type': 'text/html' } })
  if (fault === 'huge') return new Response(HUGE)
  const text = JSON.stringify(
    providers[fault === undefined || fault === 'half' ? 'good' : fault](url, body),
  )
  return new Response(fault === 'half' ? text.slice(0, text.length / 2) : text)
}
