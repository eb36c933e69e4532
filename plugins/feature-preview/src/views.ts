import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const requestView = defineView({
  id: 'preview.request',
  title: 'preview.title',
  render: { react: () => import('./react/Request.js').then(({ Request }) => Request) },
})
