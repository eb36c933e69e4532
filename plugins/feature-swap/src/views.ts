import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const views = [
  defineView({
    id: 'Swap',
    title: 'swap.title',
    render: { react: () => import('./react/form/SwapForm.js').then((module) => module.SwapForm) },
  }),
  defineView({
    id: 'swap.token',
    title: 'swap.tokenTitle',
    render: { react: () => import('./react/TokenPicker.js').then((module) => module.TokenPicker) },
  }),
  defineView({
    id: 'swap.review',
    title: 'swap.reviewTitle',
    render: {
      react: () => import('./react/review/SwapReview.js').then((module) => module.SwapReviewView),
    },
  }),
  defineView({
    id: 'swap.slippage',
    title: 'swap.slippageTitle',
    render: { react: () => import('./react/Slippage.js').then((module) => module.Slippage) },
  }),
  defineView({
    id: 'swap.sent',
    title: 'swap.sentTitle',
    render: { react: () => import('./react/SentSwaps.js').then((module) => module.SentSwaps) },
  }),
] as const
