import { RelayError } from '../errors.js'

export interface Request {
  kind: 'request'
  /** As JSON text: ids of 19 digits are numbers on the wire and would be rounded. */
  id: string
  method: string
  params: Readonly<Record<string, unknown>>
}

/** A client's answer to a pushed message. */
export interface Response {
  kind: 'response'
  id: number
  accepted: boolean
}

const MAX_ID_LENGTH = 64

/**
 * Reads one frame, which must be one request or one response.
 * @throws RelayError `relay.parse_error`, `relay.invalid_request`
 */
export function readFrame(text: string): Request | Response {
  const frame = parseJson(text)
  if (!isRecord(frame) || frame.jsonrpc !== '2.0')
    throw new RelayError('relay.invalid_request', 'Not a JSON-RPC 2.0 request.')
  const { id, method, params = {} } = frame
  if (method === undefined && typeof id === 'number')
    return {
      kind: 'response',
      id,
      accepted: frame.result !== undefined && frame.error === undefined,
    }
  if (typeof method !== 'string' || !isRecord(params))
    throw new RelayError('relay.invalid_request', 'Not a JSON-RPC 2.0 request with named params.')
  return { kind: 'request', id: readId(id, text), method, params }
}

export const resultFrame = (id: string, result: unknown): string =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

export const errorFrame = (id: string | undefined, code: number, message: string): string =>
  `{"id":${id ?? 'null'},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RelayError('relay.parse_error', 'Not JSON.', { cause })
  }
}

/** The id of a request that is not parsed. Clients write it near the beginning. */
export const readIdAtStart = (start: string): string | undefined =>
  /^\s*\{(?:"jsonrpc":"2\.0",)?\s*"id"\s*:\s*(\d{1,20}|"[\w-]{1,64}")\s*[,}]/.exec(start)?.[1]

const readId = (id: unknown, text: string): string => {
  if (typeof id === 'string' && id.length <= MAX_ID_LENGTH) return JSON.stringify(id)
  if (typeof id !== 'number')
    throw new RelayError(
      'relay.invalid_request',
      `The id must be a number or a text of at most ${MAX_ID_LENGTH} characters.`,
    )
  if (Number.isSafeInteger(id)) return String(id)
  const written = [...text.matchAll(/"id"\s*:\s*(\d{16,20})(?=\s*[,}])/g)]
    .map(([, digits]) => digits)
    .find((digits) => Number(digits) === id)
  if (written === undefined)
    throw new RelayError('relay.invalid_request', 'The id is not an integer of at most 20 digits.')
  return written
}
