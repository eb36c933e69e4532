import type { ConnectRequest } from '@latchkey/plugin-api'
import type { Scene, Scenes } from './types.js'
import { forever, refuse, wallets } from '../world/wallets.js'

type Answer = Parameters<typeof wallets>[0]
const at =
  (step: string): Answer =>
  ({ onStep }: ConnectRequest) => {
    onStep({ step })
    return forever()
  }
/** A scene in which the wallet gives this answer and the view shows this text. */
const answered = (shows: string, answer: Answer): Scene => ({
  shows,
  world: { connectors: wallets(answer) },
  play: ({ kernel }) => kernel.open('ConnectingExternal', { walletId: 'rabby' }),
})
const chains = (shows: string, ...presses: string[]): Scene => ({
  shows,
  async play({ kernel, press, reads }) {
    kernel.open('ConnectingMultiChain', { walletId: 'phantom.evm' })
    for (const label of presses) {
      await press(label)
      if (label === 'Connect all') await reads('Connecting Bitcoin')
    }
  },
})

export const connectingScenes: Scenes = {
  'ConnectingExternal / opening': answered('Opening Rabby', forever),
  'ConnectingExternal / confirm': answered('Confirm in Rabby', at('confirm')),
  'ConnectingExternal / signing in': answered('Sign in with Rabby', at('signing')),
  'ConnectingExternal / a code was sent': answered('Enter the code', at('code')),
  'ConnectingExternal / popup blocked': answered(
    'Your browser blocked the window',
    refuse('wallet.popup_blocked'),
  ),
  'ConnectingExternal / window closed': answered(
    'You closed the window',
    refuse('wallet.popup_closed'),
  ),
  'ConnectingExternal / rejected': answered(
    'You cancelled in Rabby',
    refuse('wallet.user_rejected'),
  ),
  'ConnectingExternal / a request is waiting there': answered(
    'A request is waiting there',
    refuse('wallet.request_pending'),
  ),
  'ConnectingExternal / failed': answered(
    'Details',
    refuse('wallet.bad_answer', 'eth_requestAccounts answered 42'),
  ),
  'ConnectingExternal / failed, with details': {
    ...answered(
      'eth_requestAccounts answered 42',
      refuse(
        'wallet.bad_answer',
        'eth_requestAccounts answered 42, which is the answer to another question, ' +
          'asked by somebody else a long time ago',
      ),
    ),
    async play({ kernel, press }) {
      kernel.open('ConnectingExternal', { walletId: 'rabby' })
      await press(/^Details/)
    },
  },
  'ConnectingExternal / offline': {
    shows: 'You are offline',
    world: { connectors: wallets(refuse('wallet.bad_answer')) },
    offline: true,
    play: ({ kernel }) => kernel.open('ConnectingExternal', { walletId: 'rabby' }),
  },
  'ConnectingExternal / not installed': {
    shows: 'Get Ledger',
    play: ({ kernel }) => kernel.open('ConnectingExternal', { walletId: 'ledger' }),
  },
  'ConnectingExternal / nobody knows it': {
    shows: 'Get Nobody',
    play: ({ kernel }) => kernel.open('ConnectingExternal', { walletId: 'Nobody' }),
  },
  ConnectingMultiChain: chains('Connect all'),
  'ConnectingMultiChain / on its way': chains('Connecting Bitcoin', 'Connect all'),
  'ConnectingMultiChain / ended early': chains('1 of 3 connected', 'Connect all', 'Cancel'),
}
