import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const views = [
  defineView({
    id: 'ConnectingWalletConnect',
    title: 'walletconnect.title',
    role: 'connect',
    render: {
      react: () =>
        import('./react/ConnectingWalletConnect.js').then(
          (module) => module.ConnectingWalletConnect,
        ),
    },
  }),
  defineView({
    id: 'ConnectingWalletConnectBasic',
    title: 'walletconnect.title',
    role: 'connect',
    render: {
      react: () =>
        import('./react/ConnectingWalletConnectBasic.js').then(
          (module) => module.ConnectingWalletConnectBasic,
        ),
    },
  }),
]
