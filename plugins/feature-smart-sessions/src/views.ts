import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const sessionViews = [
  defineView({
    id: 'smartSessions.list',
    title: 'sessions.title',
    render: { react: () => import('./react/SessionList.js').then((module) => module.SessionList) },
  }),
  defineView({
    id: 'sessions.details',
    title: 'sessions.detailsTitle',
    render: { react: () => import('./react/SessionView.js').then((module) => module.SessionView) },
  }),
] as const
