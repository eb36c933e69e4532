import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const VIEW = 'SIWXSignMessage'
export const signMessageView = defineView({ id: VIEW, title: 'siwx.title', render: { react: () => import('./react/SignMessage.js').then(({ SignMessage }) => SignMessage) } })
