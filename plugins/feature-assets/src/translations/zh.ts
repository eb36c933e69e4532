import type { Catalogue } from '@latchkey/plugin-api'

export const zh: Catalogue = {}
