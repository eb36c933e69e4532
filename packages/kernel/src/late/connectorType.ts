import type { Connector } from '@latchkey/plugin-api'
import { own } from '../support/own.js'
import { refuse } from '../support/refuse.js'

const TYPES = {
  announced: 'ANNOUNCED',
  injected: 'INJECTED',
  external: 'EXTERNAL',
  auth: 'AUTH',
  walletConnect: 'WALLET_CONNECT',
} as const

/**
 * The specification's word for a connector's kind.
 * @throws `kernel.invalid_connector_kind` for a kind that no UI knows how to show
 */
export const typeOf = ({ id, kind }: Connector): (typeof TYPES)[keyof typeof TYPES] =>
  own(TYPES, kind) ??
  refuse(
    'kernel.invalid_connector_kind',
    { connectorId: id, kind },
    `Connector "${id}" is of kind "${kind}": use ${Object.keys(TYPES).join(', ')}.`,
  )
