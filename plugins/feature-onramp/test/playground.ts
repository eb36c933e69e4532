// This plugin's part of the playground: apps/playground finds the file by its name.
import { onramp } from '@latchkey/feature-onramp'

export const playground = {
  /** The sandbox of the world's own server sells its coins for nothing. */
  plugin: ({ api }: { api?: string }) =>
    api ? onramp({ sandbox: new URL(api).origin }) : undefined,
}
