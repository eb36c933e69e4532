import type { Catalogue } from '@latchkey/plugin-api'

export const ko: Catalogue = {}
