import { isLatchkeyError, LatchkeyError, type AdapterAbilities, type Json, type PluginContext } from '@latchkey/plugin-api'
import type { On } from './adapter.js'
import { toHex } from './chainId.js'

const METHOD = 'wallet_getCapabilities'

/** Plain data by hexadecimal chain id, whatever it was. @throws `wallet.bad_answer` */
function toCapabilities(answer: unknown): Json {
  try {
    const plain = JSON.parse(JSON.stringify(answer)) as Json
    if (typeof plain === 'object' && plain !== null && !Array.isArray(plain) && Object.keys(plain).every((id) => /^0x[0-9a-f]+$/i.test(id))) return plain
  } catch {
    // Cyclic, or it throws when it is read.
  }
  throw new LatchkeyError('wallet.bad_answer', `The wallet answered ${METHOD} with something else than capabilities by hexadecimal chain id (EIP-5792).`, { context: { method: METHOD } })
}

/**
 * What a wallet can do for an account on a chain (EIP-5792), as it answers. Asked once, and again after an account, a network or a connection changed.
 * A wallet that does not know the method has none.
 */
export function createCapabilities({ events }: PluginContext, request: (on: On, method: string, params: unknown) => Promise<unknown>): AdapterAbilities['capabilities'] {
  const known = new Map<string, Promise<Json>>()
  const forget = (): void => known.clear()
  for (const name of ['account:changed', 'network:changed', 'connection:closed', 'connection:established'] as const) events.on(name, forget)
  return (on) => {
    const { account: { connectionId, address }, network: { reference } } = on
    const key = [connectionId, address, reference].join()
    const asked = known.get(key) ?? request(on, METHOD, [address, [toHex(reference)]]).then(toCapabilities, (error: unknown) => {
      if (isLatchkeyError(error, 'wallet.unsupported_method')) return {}
      throw error
    })
    known.set(key, asked)
    asked.catch(() => known.get(key) === asked && known.delete(key))
    return asked
  }
}
