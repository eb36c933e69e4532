import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'preview.request': undefined
  }
}

export const requestView = defineView({ id: 'preview.request', title: 'preview.title', render: { react: () => import('./react/Request.js').then(({ Request }) => Request) } })
