import {
  createToken,
  definePlugin,
  type PluginDefinition,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import type { PreviewApi, PreviewState } from './api.js'
import type { Queue } from './queue.js'
import { requestView } from './views.js'

export interface PreviewOptions {
  /**
   * Previews requests of the page itself too, through a provider or the kernel, and not only those
   * of plugins. `false` if left out.
   */
  hostRequests?: boolean
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    preview: PreviewApi
  }
  interface ViewParams {
    'preview.request': undefined
  }
}

/**
 * Shows the visitor every request that signs or sends, in words, before its wallet opens. Requests of
 * a plugin that has a preview of its own, such as sending, are shown by that plugin instead.
 * Nothing is loaded before there is a request to show.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * preview({ hostRequests: true })] })
 */
export const preview = ({ hostRequests = false }: PreviewOptions = {}): PluginDefinition<
  'preview',
  PreviewApi
> =>
  definePlugin({
    id: 'preview',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      const slice = ctx.slice<PreviewState>({})
      // `undefined` until the first request.
      let queue: Queue | undefined
      const load = ctx.lazy(
        'the preview',
        async () => (queue = (await import('./queue.js')).createQueue(ctx, slice)),
      )
      // The view has its title before its other texts are loaded.
      ctx.messages.add({ en: { 'preview.title': 'Check this request' } })
      ctx.views.add(requestView(load))
      ctx.points.add(createToken<RequestPreviewer>('previews'), {
        id: 'preview.request',
        // The previewer with the lowest order that takes a request shows it: others come before.
        order: 900,
        takes: ({ origin }) => hostRequests || origin === 'plugin',
        review: async (...request) => (await load()).review(...request),
      })
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        confirm: (id) => queue?.confirm(id),
        decline: (id) => queue?.decline(id),
      }
    },
  })
