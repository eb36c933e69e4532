import {
  isLatchkeyError,
  LatchkeyError,
  type AdapterAbilities,
  type Json,
  type PluginContext,
} from '@latchkey/plugin-api'
import type { On } from './adapter.js'
import { toHex } from './chainId.js'

/** ms that a wallet is given to answer: a phone may be asleep, and no app is opened for a question that a visitor does not see. */
export const LONGEST = 10_000
const METHOD = 'wallet_getCapabilities'

/** Plain data by hexadecimal chain id, whatever it was. @throws `wallet.bad_answer` */
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
    // Cyclic, or it throws when it is read.
  }
  throw new LatchkeyError(
    'wallet.bad_answer',
    `The wallet answered ${METHOD} with something else than capabilities by hexadecimal chain id (EIP-5792).`,
    { context: { method: METHOD } },
  )
}

/** The answer, or none after a while. */
function inTime(answer: Promise<Json>): Promise<Json> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const none = new Promise<Json>((resolve) => (timer = setTimeout(resolve, LONGEST, {})))
  return Promise.race([answer, none]).finally(() => clearTimeout(timer))
}

/**
 * What a wallet can do for an account on a chain (EIP-5792), as it answers. Asked once, and again after an account, a network or a connection changed.
 * A wallet that does not know the method has none, and one that does not answer within {@link LONGEST} has none until it does.
 */
export function createCapabilities(
  { events }: PluginContext,
  request: (on: On, method: string, params: unknown) => Promise<unknown>,
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
    const asked = inTime(answer)
    const isLatest = (): boolean => known.get(key) === asked
    known.set(key, asked)
    asked.catch(() => isLatest() && known.delete(key))
    // Also what comes too late for whoever asked first.
    answer.then(
      () => isLatest() && known.set(key, answer),
      () => undefined,
    )
    return asked
  }
}
