import { defineView } from '@latchkey/plugin-api'
// Adds `react` to what a view may be drawn by.
import type {} from '@latchkey/ui-react/kit'

/**
 * The screen that shows a request before its wallet opens. Its component is fetched when it opens.
 * @param loadTexts runs beside it, so that a host may open the view as well
 */
export const requestView = (loadTexts: () => Promise<unknown>) =>
  defineView({
    id: 'preview.request',
    title: 'preview.title',
    render: {
      react: async () => {
        const [{ Request }] = await Promise.all([import('./react/Request.js'), loadTexts()])
        return Request
      },
    },
  })
