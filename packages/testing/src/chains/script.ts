// An init script runs `LocalnetChains.install(world, name)`. The keys stay with the test runner.
import type { ChainsWorld } from '../keys/types.js'
import { createHost, type Backend, type Page } from './host.js'
import { installOn } from './install.js'

/** An answer of the test runner. Errors travel as data, or they would lose their codes. */
export type Answered = { value: unknown } | { error: { code: number; message: string } }

export interface ChainsWindow {
  /** Set by the test runner: one call of the backend. */
  __localnetChains?: (method: keyof Backend, args: unknown[]) => Promise<Answered>
}

interface TravellingKeys {
  chain: string
  name: string
  accounts: { address: string; publicKey: number[] }[]
}

async function ask(method: keyof Backend, ...args: unknown[]): Promise<unknown> {
  const answered = await (window as ChainsWindow).__localnetChains!(method, args)
  if ('value' in answered) return answered.value
  throw Object.assign(new Error(answered.error.message), { code: answered.error.code })
}

const backend: Backend = {
  async key(namespace) {
    const keys = (await ask('key', namespace)) as TravellingKeys
    return {
      ...keys,
      accounts: keys.accounts.map(({ address, publicKey }) => ({
        address,
        publicKey: Uint8Array.from(publicKey),
      })),
    }
  },
  connect: (...args) => ask('connect', ...args),
  perform: (...args) => ask('perform', ...args),
}

/**
 * Adds the wallets to a page, but not to the empty documents of popups.
 * @public by the bundle's global name
 */
export function install(world: ChainsWorld, name: string): void {
  if (!/^https?:$/.test(location.protocol)) return
  installOn(createHost(window as Page, name, backend), world)
}
