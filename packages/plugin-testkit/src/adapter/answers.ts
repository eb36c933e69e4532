/** Answers of nodes, and of what may stand in their place: proxies, captive portals, liars. */

/** Answers every question with this body. */
export const says =
  (body: string, status = 200, type = 'application/json'): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))

/** Answers with raw JSON, as the result of a JSON-RPC call or as the whole body. */
export const answers =
  (raw: string, member = 'result'): typeof fetch =>
  async (input, init) => {
    const body = await bodyOf(input, init)
    const wrap = (call: unknown): string =>
      `{"jsonrpc":"2.0","id":${JSON.stringify((call as { id?: unknown }).id ?? null)},${JSON.stringify(member)}:${raw}}`
    if (Array.isArray(body)) return Response.json(JSON.parse(`[${body.map(wrap).join()}]`))
    return new Response(
      typeof body === 'object' && body !== null && 'id' in body ? wrap(body) : raw,
      { headers: { 'content-type': 'application/json' } },
    )
  }
async function bodyOf(input: RequestInfo | URL, init: RequestInit | undefined): Promise<unknown> {
  try {
    return JSON.parse(
      typeof init?.body === 'string' ? init.body : await new Request(input, init).text(),
    )
  } catch {
    return undefined
  }
}

/** Answers nothing until the question is aborted. */
export const silentNode: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const give = (): void => reject(new DOMException('This operation was aborted', 'AbortError'))
    if (init?.signal?.aborted) give()
    else init?.signal?.addEventListener('abort', give)
  })

export const unreachable: typeof fetch = () => Promise.reject(new TypeError('fetch failed'))

/** Ends the body in the middle. */
export const cutOff: typeof fetch = () =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"res'))
          controller.error(new TypeError('terminated'))
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    ),
  )
