import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const signMessageView = defineView({
  id: 'SIWXSignMessage',
  title: 'siwx.title',
  render: { react: () => import('./react/SignMessage.js').then(({ SignMessage }) => SignMessage) },
})
