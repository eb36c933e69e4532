export type {
  OnrampAmount,
  OnrampApi,
  OnrampForm,
  OnrampLimit,
  OnrampNetwork,
  OnrampOffer,
  OnrampOrder,
  OnrampOrderStatus,
  OnrampPaymentCurrency,
  OnrampProblem,
  OnrampProvider,
  OnrampPurchaseCurrency,
  OnrampQuote,
  OnrampState,
} from './api.js'
export type { OnrampOptions } from './options.js'
export { onramp } from './plugin.js'
