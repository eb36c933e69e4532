// This plugin's part of the playground: apps/playground finds the file by its name.
import { backend } from '@latchkey/backend'

export const playground = {
  plugin: ({ api }: { api?: string }) => (api ? backend({ url: api }) : undefined),
}
