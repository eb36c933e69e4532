import { defineView, type PluginContext } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import type { Scene, Scenes, Stage } from './types.js'
import { fail, forever, wallets } from '../world/wallets.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.throws': undefined
    'parts.lost': undefined
    'parts.waits': undefined
  }
}

const views = (ctx: PluginContext): void => {
  ctx.messages.add({ en: { 'p.title': 'A plugin’s screen' } })
  const title = 'p.title'
  ctx.views.add(
    defineView({
      id: 'parts.throws',
      title,
      render: {
        react: async () => () => {
          throw new Error('Made for the gallery.')
        },
      },
    }),
  )
  ctx.views.add(
    defineView({
      id: 'parts.lost',
      title,
      render: { react: fail(new Error('Made for the gallery.')) },
    }),
  )
  ctx.views.add(defineView({ id: 'parts.waits', title, render: { react: forever } }))
}
const toast = (variant: 'success' | 'error' | 'loading' | 'info', message: string): Scene => ({
  shows: message,
  connected: true,
  play({ kernel, ctx }: Stage) {
    kernel.open('Account')
    ctx.toasts.show({ message, variant, autoClose: false })
  },
})

export const shellScenes: Scenes = {
  'RegisterAccountName / not installed': { shows: '@latchkey/feature-names', connected: true },
  'parts.throws / a view that throws': {
    shows: 'A problem in',
    world: { setup: views },
    play: ({ kernel }) => kernel.open('parts.throws'),
  },
  'parts.lost / a view that could not be loaded': {
    shows: 'could not be loaded',
    world: { setup: views },
    play: ({ kernel }) => kernel.open('parts.lost'),
  },
  'parts.waits / a view on its way': {
    loading: true,
    shows: 'A plugin’s screen',
    world: { setup: views },
    play: ({ kernel }) => kernel.open('parts.waits'),
  },
  'Account / toast, success': toast('success', 'Sent 1 ETH to vitalik.eth'),
  'Account / toast, error': toast(
    'error',
    'The transaction failed: the network did not take it in time, and nothing was sent',
  ),
  'Account / toast, loading': toast('loading', 'Sending…'),
  'Account / toast, note': toast('info', 'Your wallet changed its account'),
  'Connect / alert': {
    shows: 'Rate Limited',
    play({ kernel, ctx }) {
      kernel.open('Connect')
      ctx.alerts.raise({
        id: 'rate',
        title: 'Rate Limited',
        message: 'Wait a moment, then try again.',
      })
    },
  },
  'Connect / own colours': {
    shows: 'Rabby',
    world: {
      connectors: wallets(),
      options: {
        themeVariables: { accent: '#f97316', borderRadiusMaster: '8px', fontSizeMaster: '11px' },
      },
    },
  },
}
