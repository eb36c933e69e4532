import { LatchkeyError, type Dispose } from '@latchkey/plugin-api'
import type { BitcoinKernel } from './bitcoinKernel.js'
import { createEvents } from './events.js'
import { OWN, PROVIDERS, toMemberName } from './id.js'
import { METHODS } from './methods.js'
import type { SatsConnectProvider, SatsConnectResponse } from './provider.js'

/** How {@link registerSatsConnect} shows itself in sats-connect's list of providers. */
export interface SatsConnectOptions {
  /** `Latchkey` if left out. */
  name?: string
  /** A `data:image/...` URL. */
  icon?: string
}
export interface SatsConnectRegistration {
  /** sats-connect's provider id: `request(method, params, providerId)`. The same after a reload. */
  readonly providerId: string
  readonly provider: SatsConnectProvider
  /** Takes the provider off the page. */
  release: Dispose
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly methods: readonly string[]
}
/** The page, where other wallets write as well. */
interface Page {
  [PROVIDERS]?: unknown
  btc_providers?: unknown
}

/** A keyhole. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%23222'/%3E%3Cpath fill='%23fff' d='M12 5a4 4 0 0 0-2 7.5L9 19h6l-1-6.5A4 4 0 0 0 12 5z'/%3E%3C/svg%3E"

function createProvider(kernel: BitcoinKernel): { provider: SatsConnectProvider; stop: Dispose } {
  const { addListener, stop } = createEvents(kernel)
  let count = 0
  return {
    stop,
    provider: Object.freeze({
      [OWN]: true,
      addListener,
      async request(method: string, params?: unknown): Promise<SatsConnectResponse> {
        const id = String(++count)
        try {
          const { answer } = await import('./late/answer.js')
          return await answer(kernel, id, method, params)
        } catch {
          const message = 'A part of the page could not be loaded: try again.'
          return { jsonrpc: '2.0', id, error: { code: -32603, message } }
        }
      },
    }),
  }
}

/**
 * Adds an entry to `window.btc_providers`, in place of an older one with its id. sats-connect finds
 * the provider without it, so what other wallets did to the list does no harm.
 */
function announce(page: Page, entry: Entry): Dispose {
  const change = (what: (list: Partial<Entry>[]) => void): void => {
    try {
      page.btc_providers ??= []
      if (Array.isArray(page.btc_providers)) what(page.btc_providers as Partial<Entry>[])
    } catch {
      // The list is frozen, or an entry throws when it is read.
    }
  }
  const withdraw = (list: Partial<Entry>[], isMine: (other: Partial<Entry>) => boolean): void => {
    const at = list.findIndex(isMine)
    if (at >= 0) list.splice(at, 1)
  }
  change((list) => {
    withdraw(list, (other) => other?.id === entry.id)
    list.push(entry)
  })
  return () => change((list) => withdraw(list, (other) => other === entry))
}

/**
 * Puts the provider where sats-connect looks for its id.
 * @returns how to take it off again
 * @throws `kernel.not_allowed` where another script has frozen that place
 */
function place(page: Page, member: string, provider: SatsConnectProvider): Dispose {
  try {
    const providers = (page[PROVIDERS] ??= {}) as Record<string, unknown>
    providers[member] = provider
    return () => {
      if (providers[member] === provider) Reflect.deleteProperty(providers, member)
    }
  } catch (cause) {
    const what = `window.${PROVIDERS}`
    throw new LatchkeyError(
      'kernel.not_allowed',
      `${what} cannot be written, so sats-connect would not find the provider: ` +
        'call registerSatsConnect before the page freezes it.',
      { context: { what, plugin: 'bitcoin' }, cause },
    )
  }
}

/** How each kernel's registration is taken off the page. */
const releases = new WeakMap<BitcoinKernel, Dispose>()

/**
 * Makes the Bitcoin wallet that is connected in the modal a provider of sats-connect 4, under
 * `window.LatchkeyProviders` and in `window.btc_providers`. Its requests go through the rpc policy
 * and the previews, as those of `kernel.plugins.bitcoin`.
 * One kernel has one provider: registering it again releases the one before, whose listeners hear
 * nothing more.
 * Loads what answers when it is first asked. On a server it registers nothing.
 * @throws `kernel.not_allowed` where another script has frozen `window.LatchkeyProviders`. A
 * `window.btc_providers` that is frozen is left as it is: sats-connect finds providers by their ids.
 * @example
 * const { providerId } = registerSatsConnect(kernel)
 * await request('getAccounts', { purposes: [AddressPurpose.Payment] }, providerId)
 */
export function registerSatsConnect(
  kernel: BitcoinKernel,
  { name = 'Latchkey', icon = ICON }: SatsConnectOptions = {},
): SatsConnectRegistration {
  const member = toMemberName(kernel.id)
  const providerId = `${PROVIDERS}.${member}`
  const { provider, stop } = createProvider(kernel)
  if (typeof window === 'undefined') return { providerId, provider, release: stop }
  const page = window as unknown as Page
  const displace = place(page, member, provider)
  releases.get(kernel)?.()
  const withdraw = announce(page, { id: providerId, name, icon, methods: METHODS })
  const release = (): void => {
    stop()
    withdraw()
    displace()
  }
  releases.set(kernel, release)
  return { providerId, provider, release }
}
