import { parse, safeParse, type GenericSchema, type InferOutput } from 'valibot'
import { PROOF_HEADER, TIME_HEADER, TOKEN_SCHEME } from '../../contract/proof.js'
import { failedAnswer, REASONS } from '../../contract/reasons.js'
import { FrameError } from '../link/errors.js'
import type { ServiceClock } from './clock.js'
import type { Prove } from './proofs.js'

/** A service that answers nothing is given up after this; a wait of the service lasts 25 s. */
const TIMEOUT_MS = 35_000

/** A route of the contract: its path, and what it answers. */
export interface Route<S extends GenericSchema = GenericSchema> {
  readonly path: string
  readonly answer: S
}
interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  token?: string | undefined
  signal?: AbortSignal | undefined
}
/** Asks the service, with a proof for each request. */
export type Client = <S extends GenericSchema>(
  route: Route<S>,
  call?: Call,
) => Promise<InferOutput<S>>

/** A refusal of the service. */
class ServiceError extends FrameError {
  constructor(
    readonly refusal: string,
    message: string,
    retryAfter?: number,
  ) {
    super(message, {
      reason: refusal === REASONS.tooMany ? 'rate_limited' : reasonOf(refusal),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}

/** The refusal as a word of the protocol. */
const reasonOf = (refusal: string): string =>
  refusal === REASONS.code
    ? 'code_wrong'
    : refusal.replace(/[A-Z]|\./g, (sign) => `_${sign === '.' ? '' : sign.toLowerCase()}`)

/** Whether the service refused for this reason. */
export const isRefusal = (error: unknown, refusal: string): boolean =>
  error instanceof Error && 'refusal' in error && error.refusal === refusal

const unreachable = (): FrameError =>
  new FrameError('The wallet service cannot be reached. Try again.', { reason: 'unreachable' })

async function refusalOf(response: Response): Promise<ServiceError | FrameError> {
  const body: unknown = await response.json().catch(() => undefined)
  const read = safeParse(failedAnswer, body)
  const [first] = read.success ? read.output.reasons : []
  if (!first) return unreachable()
  const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new ServiceError(first.name, first.description, Number.isNaN(wait) ? undefined : wait)
}

interface Options {
  origin: string
  prove: Prove
  clock: ServiceClock
  ask?: typeof fetch
}

export function createClient({ origin, prove, clock, ask = fetch }: Options): Client {
  const send = async (path: string, { method = 'POST', body, token, signal }: Call) => {
    const url = origin + path
    const time = Math.floor(clock.now() / 1000)
    const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
    const headers = {
      [PROOF_HEADER]: await prove({ method, url, token, time }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `${TOKEN_SCHEME} ${token}` }),
    }
    const response = await ask(url, {
      method,
      headers,
      credentials: 'same-origin',
      signal: AbortSignal.any(signals),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw unreachable()
    })
    clock.hear(response.headers.get(TIME_HEADER))
    return response
  }
  return async (route, call = {}) => {
    let response = await send(route.path, call)
    const failure = response.ok ? undefined : await refusalOf(response)
    if (isRefusal(failure, REASONS.proofTime)) {
      // The clock of this device is off: the service's counts, which it has said by now.
      response = await send(route.path, call)
      if (!response.ok) throw await refusalOf(response)
    } else if (failure) throw failure
    try {
      return parse(route.answer, await response.json())
    } catch {
      throw unreachable()
    }
  }
}
