import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const views = [
  defineView({
    id: 'activity.list',
    title: 'ui.activity',
    presentation: 'inline',
    render: {
      react: () => import('./react/ActivityList.js').then((module) => module.ActivityList),
    },
  }),
  defineView({
    id: 'activity.entry',
    title: 'activity.entryTitle',
    render: { react: () => import('./react/Entry.js').then((module) => module.Entry) },
  }),
] as const
