import { defineView } from '@latchkey/plugin-api'
// Adds `react` to what a view may be drawn by.
import type {} from '@latchkey/ui-react/kit'
import { VIEW } from './viewId.js'

/** The screen that asks the visitor to sign in. Its component is fetched when it opens. */
export const signMessageView = defineView({
  id: VIEW,
  title: 'siwx.title',
  render: { react: () => import('./react/SignMessage.js').then(({ SignMessage }) => SignMessage) },
})
