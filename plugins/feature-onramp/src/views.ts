import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

/** `plugin.ts` registers the form's view itself: a host may open it before this half is loaded. */
export const drawForm = () => import('./react/BuyForm.js').then((module) => module.BuyForm)

export const views = [
  defineView({
    id: 'onramp.coin',
    title: 'onramp.coinTitle',
    render: { react: () => import('./react/CoinList.js').then((module) => module.CoinList) },
  }),
  defineView({
    id: 'onramp.currency',
    title: 'onramp.currencyTitle',
    render: {
      react: () => import('./react/CurrencyList.js').then((module) => module.CurrencyList),
    },
  }),
  defineView({
    id: 'onramp.order',
    title: 'onramp.orderTitle',
    render: { react: () => import('./react/OrderView.js').then((module) => module.OrderView) },
  }),
]
