import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import type { Place } from './react/place.js'

export const sessionViews = (place: Place) =>
  [
    defineView({
      id: 'smartSessions.list',
      title: 'sessions.title',
      render: {
        react: async () => (await import('./react/SessionList.js')).createSessionList(place),
      },
    }),
    defineView({
      id: 'sessions.details',
      title: 'sessions.detailsTitle',
      render: {
        react: async () => (await import('./react/SessionView.js')).createSessionView(place),
      },
    }),
  ] as const
