import type { Caip2 } from '@latchkey/plugin-api'
import type {
  OnrampPaymentCurrency,
  OnrampProvider,
  OnrampPurchaseCurrency,
  OnrampState,
} from './api.js'
import { currencyOfLocale } from './providers/countries.js'
import { DEFAULT_PAYMENT_CURRENCIES, DEFAULT_PURCHASE_CURRENCIES } from './providers/defaults.js'
import { providersFor } from './providers/list.js'
import { ownerOf, type OnrampSetup, type ServerProvider } from './services.js'

/** An answer serves for so long. */
const LIFETIME_MS = 600_000

interface Read {
  purchaseCurrencies: readonly OnrampPurchaseCurrency[]
  paymentCurrencies: readonly OnrampPaymentCurrency[]
  /** Absent: the server did not say. */
  providers?: readonly ServerProvider[]
}
const DEFAULTS: Read = {
  purchaseCurrencies: DEFAULT_PURCHASE_CURRENCIES,
  paymentCurrencies: DEFAULT_PAYMENT_CURRENCIES,
}

/** The coin that Meld's window sells on Solana: the parameter of its address names it. */
const SOL = (network: Caip2): OnrampPurchaseCurrency => ({
  id: 'SOL',
  name: 'Solana',
  symbol: 'SOL',
  networks: [{ name: 'solana', display_name: 'Solana', chain_id: network, contract_address: '' }],
})

/** A provider that can be chosen, and what the server says of it. */
export interface Listed {
  provider: OnrampProvider
  server?: ServerProvider
}

export const isSoldOn =
  (network: Caip2) =>
  ({ networks }: OnrampPurchaseCurrency): boolean =>
    networks.some(({ chain_id }) => chain_id === network)

/** Puts what can be chosen on this network into the state, and keeps what is chosen still. */
function createApply(
  setup: OnrampSetup,
  currencies: () => readonly OnrampPaymentCurrency[],
  coins: () => readonly OnrampPurchaseCurrency[],
) {
  const { ctx, slice } = setup
  return (options: OnrampState['options'] = slice.get().options): void => {
    const owner = ownerOf(setup)
    const { purchaseCurrency, paymentCurrency, paymentMethod } = slice.get()
    const purchaseCurrencies = coins()
    const paymentCurrencies = currencies()
    const usual = currencyOfLocale(ctx.messages.locale.get())
    const currency =
      paymentCurrencies.find(({ id }) => id === paymentCurrency?.id) ??
      paymentCurrencies.find(({ id }) => id === usual) ??
      paymentCurrencies[0]
    const methods = currency?.payment_method_limits.map(({ id }) => id) ?? []
    slice.set({
      options,
      purchaseCurrencies,
      paymentCurrencies,
      purchaseCurrency:
        purchaseCurrencies.find(({ id }) => id === purchaseCurrency?.id) ?? purchaseCurrencies[0],
      paymentCurrency: currency,
      paymentMethod: methods.includes(paymentMethod) ? paymentMethod : (methods[0] ?? 'card'),
      network: owner && { id: owner.network.id, name: owner.network.name },
      address: owner?.account.address,
    })
  }
}

/** The coins, currencies and providers that can be chosen. `onRead` is called once they are read. */
export function createCatalogue(setup: OnrampSetup, onRead: () => void) {
  const { ctx, slice } = setup
  let read: Read = DEFAULTS
  let readAt = -LIFETIME_MS
  let reading: Promise<void> | undefined

  /** Whether the page itself makes the address of this provider's window. */
  const isOwn = ({ name }: OnrampProvider): boolean => name === 'meld' && !!setup.meldPublicKey
  const listed = (): readonly Listed[] => {
    const owner = ownerOf(setup)
    if (!owner) return []
    return providersFor(setup.providers(), owner.account.namespace).flatMap((provider) => {
      if (isOwn(provider)) return { provider }
      const server = read.providers?.find(({ id }) => id === provider.name)
      if (!read.providers) return setup.client() ? { provider } : []
      // A server cannot send visitors to an origin that the passport does not name.
      const isFit =
        server?.origin === new URL(provider.url).origin && server.chains.includes(owner.network.id)
      return isFit ? { provider, server } : []
    })
  }
  const coins = (): readonly OnrampPurchaseCurrency[] => {
    const owner = ownerOf(setup)
    if (!owner) return []
    const { id } = owner.network
    const sold = read.purchaseCurrencies.filter(isSoldOn(id))
    const isMeldAlone =
      owner.account.namespace === 'solana' && listed().some(({ server }) => !server)
    return sold.length || !isMeldAlone ? sold : [SOL(id)]
  }
  const apply = createApply(setup, () => read.paymentCurrencies, coins)
  const load = async (): Promise<void> => {
    const client = setup.client()
    if (!client) {
      read = DEFAULTS
      apply('read')
      return onRead()
    }
    if (slice.get().options === 'read' && Date.now() - readAt < LIFETIME_MS) {
      apply()
      return onRead()
    }
    apply(slice.get().options === 'read' ? 'read' : 'loading')
    try {
      read = await client.getOnrampOptions({ signal: ctx.signal })
      readAt = Date.now()
      apply('read')
    } catch (error) {
      if (ctx.signal.aborted) return
      ctx.log.warn(error)
      read = DEFAULTS
      readAt = -LIFETIME_MS
      apply('defaults')
    }
    onRead()
  }
  return {
    listed,
    isOwn,
    apply,
    /** Reads the options, where they are not read or old. A failure leaves a default set. */
    load: (): Promise<void> => (reading ??= load().finally(() => (reading = undefined))),
  }
}
export type Catalogue = ReturnType<typeof createCatalogue>
