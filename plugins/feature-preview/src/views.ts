import { defineView } from '@latchkey/plugin-api'
// Adds `react` to what a view may be drawn by.
import type {} from '@latchkey/ui-react/kit'

/** The screen that shows a request before its wallet opens. Its component is fetched when it opens. */
export const requestView = defineView({
  id: 'preview.request',
  title: 'preview.title',
  render: { react: () => import('./react/Request.js').then(({ Request }) => Request) },
})
