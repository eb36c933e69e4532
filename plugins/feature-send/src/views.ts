import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const views = [
  defineView({
    id: 'send.form',
    title: 'send.title',
    render: { react: () => import('./react/form/SendForm.js').then((module) => module.SendForm) },
  }),
  defineView({
    id: 'send.token',
    title: 'send.tokenTitle',
    render: {
      react: () => import('./react/SendTokenList.js').then((module) => module.SendTokenList),
    },
  }),
  defineView({
    id: 'send.contacts',
    title: 'send.contactsTitle',
    render: {
      react: () => import('./react/SendContacts.js').then((module) => module.SendContacts),
    },
  }),
  defineView({
    id: 'send.review',
    title: 'send.reviewTitle',
    render: { react: () => import('./react/SendReview.js').then((module) => module.SendReview) },
  }),
  defineView({
    id: 'send.sent',
    title: 'send.sentTitle',
    render: { react: () => import('./react/SentList.js').then((module) => module.SentList) },
  }),
]
