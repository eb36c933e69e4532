import { namespaceOf } from '@latchkey/plugin-api'
import type { OnrampOrder } from '../api.js'
import type { Catalogue } from '../catalogue.js'
import { checkUrl } from '../providers/checkUrl.js'
import { meldUrl } from '../providers/meldUrl.js'
import type { OnrampSetup } from '../services.js'
import { missing } from './toOrder.js'

/** Gets addresses of providers' windows, each checked, and with the server's id of the order. */
export function createAskUrl(setup: OnrampSetup, catalogue: Catalogue) {
  const { ctx, slice } = setup
  /** Addresses that a window had already: a session's token is good for one. */
  const used = new Set<string>()

  /** An address that the page makes: the same one each time. */
  const own = ({ provider: { url, name }, address, network, contract }: OnrampOrder): string => {
    const namespace = namespaceOf(network)
    const { meldPublicKey: publicKey = '', projectId } = setup
    const made = meldUrl({ url, publicKey, namespace, address, projectId })
    return checkUrl(name, made, { origin: new URL(url).origin, address, contract }, new Set())
  }
  /** @throws what the server says, `onramp.url_refused` */
  return async (order: OnrampOrder): Promise<{ url: string; id?: string }> => {
    const { provider, address, network, contract, key, purchase, payment } = order
    if (catalogue.isOwn(provider)) return { url: own(order) }
    const { paymentMethod, purchaseCurrency, paymentCurrency } = slice.get()
    const client = setup.client()
    if (!client) throw missing('provider')
    const { origin } = new URL(provider.url)
    const { url, orderId } = await client.getOnrampUrl({
      origin,
      destinationWallets: [`${network}:${address}`],
      defaultNetwork: network,
      partnerUserId: key,
      ...(purchase && { presetCryptoAmount: purchase.amount }),
      ...(payment && { presetFiatAmount: payment.amount }),
      provider: provider.name,
      ...(purchaseCurrency && { purchaseCurrency: purchaseCurrency.symbol }),
      ...(paymentCurrency && { paymentCurrency: paymentCurrency.id }),
      paymentMethod,
      signal: ctx.signal,
    })
    const checked = checkUrl(provider.name, url, { origin, address, contract }, used)
    used.add(checked)
    const listed = catalogue.listed().find((each) => each.provider.name === provider.name)
    return { url: checked, ...(listed?.server?.orders !== false && { id: orderId }) }
  }
}
