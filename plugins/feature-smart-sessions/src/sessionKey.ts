import type { Caip2 } from '@latchkey/plugin-api'
import type { SmartSession } from './api.js'

/** The same text for the same session: one delegation may be given on several networks. */
export const sessionKey = ({ network, pci }: Pick<SmartSession, 'network' | 'pci'>): string =>
  `${network} ${pci.toLowerCase()}`

/** The same text for the same token. */
export const tokenKey = (network: Caip2, token: string): string =>
  `${network} ${token.toLowerCase()}`
