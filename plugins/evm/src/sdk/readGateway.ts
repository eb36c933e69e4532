import { isHex, type Hex } from 'viem'
import type { GatewayRequest } from './ensCall.js'

const TIMEOUT_MS = 10_000
/** Gateways of one request that are tried. */
const MAX_GATEWAYS = 4
/** Characters of an answer. A record of a name has some hundred. */
const MAX_LENGTH = 200_000

/** Reads a text of at most `MAX_LENGTH` characters. @throws where it is longer */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (text.length > MAX_LENGTH) {
      await reader.cancel()
      throw new RangeError(`The gateway answered more than ${MAX_LENGTH} characters.`)
    }
    if (done) return text
  }
}

/** Asks one gateway, as a contract wrote its address (ERC-3668). */
async function ask(
  url: string,
  { data, sender }: Omit<GatewayRequest, 'urls'>,
  signal: AbortSignal,
): Promise<Hex> {
  const isGet = url.includes('{data}')
  const response = await fetch(
    url.replace('{sender}', sender.toLowerCase()).replace('{data}', data),
    {
      ...(isGet
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ data, sender }),
          }),
      // The owner of a name chose the address: no cookies go there, and it leads nowhere else.
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    },
  )
  const text = await readText(response)
  const answer = (JSON.parse(text) as { data?: unknown } | null)?.data
  if (!response.ok || !isHex(answer))
    throw new TypeError(
      `The gateway ${new URL(url).origin} answered ${response.status} and no data.`,
    )
  return answer
}

/**
 * Asks the gateways of a request one after the other, until one answers.
 * @param signal gives up
 * @throws the error of the last one
 */
export async function readGateways(
  { urls, data, sender }: GatewayRequest,
  signal: AbortSignal,
): Promise<Hex> {
  let last: unknown = new TypeError('The contract names no gateway that may be asked.')
  for (const url of urls.slice(0, MAX_GATEWAYS)) {
    try {
      return await ask(
        url,
        { data, sender },
        AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
      )
    } catch (error) {
      last = error
    }
  }
  throw last
}
