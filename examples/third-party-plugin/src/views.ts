import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'pebble.skip': { stones: number }
  }
}

export const views = [
  defineView({
    id: 'pebble.skip',
    title: 'pebble.skipTitle',
    styles:
      '.pebble-skip { display: grid; gap: 12px; padding-inline-start: 12px; ' +
      'border-inline-start: 3px solid rgb(0, 128, 96); }',
    render: { react: () => import('./react/Skip.js').then(({ Skip }) => Skip) },
  }),
]
