import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

/** The components of the tabs. Their views are registered with the page, and loaded when shown. */
export const inlineViews = {
  tokens: () => import('./react/TokensTab.js').then((module) => module.TokensTab),
  nfts: () => import('./react/NftsTab.js').then((module) => module.NftsTab),
} as const

export const panelViews = [
  defineView({
    id: 'assets.token',
    title: 'assets.tokenTitle',
    render: { react: () => import('./react/TokenView.js').then((module) => module.TokenView) },
  }),
  defineView({
    id: 'assets.hidden',
    title: 'assets.hiddenTitle',
    render: {
      react: () => import('./react/HiddenTokens.js').then((module) => module.HiddenTokens),
    },
  }),
  defineView({
    id: 'assets.approvals',
    title: 'assets.approvals',
    render: {
      react: () => import('./react/ApprovalsView.js').then((module) => module.ApprovalsView),
    },
  }),
  defineView({
    id: 'assets.approval',
    title: 'assets.approvalTitle',
    render: {
      react: () => import('./react/ApprovalView.js').then((module) => module.ApprovalView),
    },
  }),
  defineView({
    id: 'assets.nft',
    title: 'assets.nftTitle',
    render: { react: () => import('./react/NftView.js').then((module) => module.NftView) },
  }),
]
