import type { Catalogue } from '@latchkey/plugin-api'
export const english: Catalogue = { 'send.title': 'Send' }
