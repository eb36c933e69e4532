// This plugin's part of the playground: apps/playground finds the file by its name.
import { names } from '@latchkey/feature-names'

export const playground = {
  /** The zone of the world's own server. */
  plugin: ({ api }: { api?: string }) => (api ? names({ zone: 'shop.eth' }) : undefined),
}
