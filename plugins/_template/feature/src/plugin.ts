import { definePlugin, type PluginDefinition, type Schema } from '@latchkey/plugin-api'
import type { SampleFeatureApi } from './api.js'
import { english } from './messages.js'
import { noteView } from './views.js'

export interface SampleFeatureOptions {
  /** Longest note, in UTF-16 units (`String.length`); 280 if left out. */
  longest?: number
}

// Tells TypeScript what this plugin adds: its API, which other plugins get by `ctx.use` and
// `ctx.peer`, and its view with the shape of its parameters, for `router.push`.
// It stands in this file because the package exports from it: a file that no exported type refers to
// is missing in the published types.
declare module '@latchkey/plugin-api' {
  interface PluginApis {
    'sample-feature': SampleFeatureApi
  }
  interface ViewParams {
    'sample-feature.note': undefined
  }
}

/**
 * A schema is a function that returns the checked value or throws. A stored value for which it throws
 * counts as missing.
 */
const asText: Schema<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('A note is a text.')
  return value
}

/**
 * Sample Feature: a note that visitors keep on this site, behind a button of the Account view.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * sampleFeature()] })
 */
export const sampleFeature = ({ longest = 280 }: SampleFeatureOptions = {}): PluginDefinition<
  'sample-feature',
  SampleFeatureApi,
  { note: Schema<string> }
> =>
  definePlugin({
    id: 'sample-feature',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    storage: { version: 1, keys: { note: asText } },
    setup(ctx) {
      const slice = ctx.slice({ note: '' })
      ctx.messages.add({ en: english })
      ctx.views.add(noteView)
      ctx.accountActions.add({
        id: 'sample-feature.open',
        label: 'sample-feature.title',
        icon: 'M4 4h16v12l-4 4H4z',
        when: ({ account }) => account !== undefined,
        run: () => ctx.router.push('sample-feature.note'),
      })
      // Reading storage is I/O, so it waits until the visitor needs it. Other tabs of the site may
      // change the note as well.
      const read = (): void => slice.set({ note: ctx.storage.get('note') ?? '' })
      ctx.late(async () => {
        read()
        ctx.onDispose(ctx.storage.subscribe('note', read))
      })
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        longest,
        save(note) {
          ctx.storage.set('note', note.slice(0, longest))
          read()
          ctx.toasts.show({
            variant: 'success',
            message: ctx.messages.text('sample-feature.saved'),
          })
        },
      }
    },
  })
