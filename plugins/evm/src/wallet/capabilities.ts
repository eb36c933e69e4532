import {
  isLatchkeyError,
  type AdapterAbilities,
  type Json,
  type PluginContext,
} from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { toHex } from '../chain/chainId.js'

/**
 * How long a wallet has to answer. A phone may be asleep, and no app is opened for a question that
 * the visitor does not see.
 */
export const ANSWER_TIMEOUT_MS = 10_000
const METHOD = 'wallet_getCapabilities'

type CapabilitiesRequest = Parameters<AdapterAbilities['capabilities']>[0]

/** Reads an answer as plain data by hexadecimal chain id. @throws `wallet.bad_answer` */
function toCapabilities(answer: unknown): Json {
  try {
    const plain = JSON.parse(JSON.stringify(answer)) as Json
    if (
      typeof plain === 'object' &&
      plain !== null &&
      !Array.isArray(plain) &&
      Object.keys(plain).every((id) => /^0x[0-9a-f]+$/i.test(id))
    )
      return plain
  } catch {
    // The answer is cyclic, or throws when it is read.
  }
  throw badAnswer(METHOD, 'capabilities by hexadecimal chain id (EIP-5792)')
}

/** The answer, or no capabilities after {@link ANSWER_TIMEOUT_MS}. */
function orNoneInTime(answer: Promise<Json>): Promise<Json> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const none = new Promise<Json>((resolve) => (timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, {})))
  return Promise.race([answer, none]).finally(() => clearTimeout(timer))
}

/**
 * Asks a wallet what it can do for an account on a chain (EIP-5792): once, and again after an
 * account, a network or a connection changed.
 * A wallet that does not know the method has no capabilities; one that does not answer within
 * {@link ANSWER_TIMEOUT_MS} has none until it answers.
 */
export function createCapabilities(
  { events }: PluginContext,
  request: (on: CapabilitiesRequest, method: string, params: unknown) => Promise<unknown>,
): AdapterAbilities['capabilities'] {
  const known = new Map<string, Promise<Json>>()
  const forget = (): void => known.clear()
  for (const name of [
    'account:changed',
    'network:changed',
    'connection:closed',
    'connection:established',
  ] as const)
    events.on(name, forget)
  return (on) => {
    const {
      account: { connectionId, address },
      network: { reference },
    } = on
    const key = [connectionId, address, reference].join()
    const before = known.get(key)
    if (before) return before
    const answer = request(on, METHOD, [address, [toHex(reference)]]).then(
      toCapabilities,
      (error: unknown) => {
        if (isLatchkeyError(error, 'wallet.unsupported_method')) return {}
        throw error
      },
    )
    const asked = orNoneInTime(answer)
    const isLatest = (): boolean => known.get(key) === asked
    known.set(key, asked)
    asked.catch(() => isLatest() && known.delete(key))
    // A late answer is kept for the next caller.
    answer.then(
      () => isLatest() && known.set(key, answer),
      () => undefined,
    )
    return asked
  }
}
