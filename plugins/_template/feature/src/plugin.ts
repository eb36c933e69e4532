import {
  definePlugin,
  type Observable,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import { english } from './messages.js'
import { noteView } from './views.js'

export interface SampleFeatureOptions {
  /** Longest note, in characters; 280 if left out. */
  longest?: number
}

/** What a host has of this plugin, `kernel.plugins['sample-feature']`, and its view as `api`. */
export interface SampleFeatureApi {
  /** The note that the visitor keeps; empty where there is none. */
  state: Observable<{ readonly note: string }>
  readonly longest: number
  save(note: string): void
}

// So that `ctx.use` and `ctx.peer` of other plugins know what this one offers, and `router.push('sample-feature.note')` is typed everywhere; a view with parameters names their shape.
// It stands beside what the package exports: the published types leave out a file that no exported type leads to.
declare module '@latchkey/plugin-api' {
  interface PluginApis {
    'sample-feature': SampleFeatureApi
  }
  interface ViewParams {
    'sample-feature.note': undefined
  }
}

/** The contract's only notion of a schema: a function that answers the value, or throws. What fails it is dropped. */
const asText: Schema<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('A note is a text.')
  return value
}

/**
 * Sample Feature: a note that visitors keep on this site, behind a button of the Account view.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }), sampleFeature()] })
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
      // Reading storage is I/O: it waits until the visitor needs it. Changes come from other tabs too.
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
