/**
 * An event of the kernel or of a plugin that is told as a step of the visitor: its name in the kernel's event bus, the
 * name under which it is sent, and paths of its data, each sent under its last word (`record.network` as `network`).
 * Nothing else of the data is read. Names of errors end with `ERROR`.
 */
export type TrackedEvent = readonly [source: string, event: string, ...data: string[]]

/** Only those who subscribe hear it. */
export const NEVER_SENT = 'MODAL_CREATED'

/** Every event that this plugin knows by itself. */
export const trackedEvents = [
  ['kernel:ready', NEVER_SENT],
  ['modal:opened', 'MODAL_OPEN', 'view'],
  ['modal:closed', 'MODAL_CLOSE', 'connected'],
  ['router:view-changed', 'VIEW_SHOWN', 'view', 'previous'],
  ['connection:started', 'CONNECT_STARTED', 'connectorId', 'silent'],
  ['connection:established', 'CONNECT_SUCCESS', 'connectorId', 'restored'],
  ['connection:failed', 'CONNECT_ERROR', 'connectorId', 'code'],
  ['connection:closed', 'DISCONNECT', 'reason'],
  ['account:changed', 'ACCOUNT_CHANGED', 'namespace'],
  ['network:changed', 'NETWORK_CHANGED', 'namespace', 'network', 'supported'],
  // Only those that sign, send or change something: a page reads all the time.
  ['request:settled', 'REQUEST_SETTLED', 'network', 'method', 'ok'],
  ['kernel:error-reported', 'ERROR', 'error.code'],
  ['kernel:plugin-failed', 'PLUGIN_ERROR', 'plugin', 'phase', 'error.code'],
  ['siwx:signed-in', 'SIGN_IN_SUCCESS', 'oneClick'],
  ['siwx:failed', 'SIGN_IN_ERROR', 'phase', 'error.code'],
  ['siwx:signed-out', 'SIGN_OUT'],
  ['send:submitted', 'SEND_SUBMITTED', 'transaction.network'],
  ['send:settled', 'SEND_SETTLED', 'transaction.network', 'transaction.status'],
  ['swap:submitted', 'SWAP_SUBMITTED', 'record.network'],
  ['swap:settled', 'SWAP_SETTLED', 'record.network', 'record.status'],
  ['onramp:started', 'BUY_STARTED', 'provider', 'network'],
  ['onramp:settled', 'BUY_SETTLED', 'provider', 'network', 'status'],
  ['names:registered', 'NAME_REGISTERED', 'network'],
  ['activity:fetch-failed', 'ACTIVITY_ERROR', 'error.code'],
] as const satisfies readonly TrackedEvent[]

/** The meaning of each event, for people: a page about privacy may show it. */
export const eventMeanings: Readonly<Record<(typeof trackedEvents)[number][1], string>> = {
  MODAL_CREATED: 'The page has made its kernel.',
  MODAL_OPEN: 'The visitor opened the modal.',
  MODAL_CLOSE: 'The modal was closed. `connected`: whether a wallet is connected.',
  VIEW_SHOWN: 'The visitor went to another view of the modal.',
  CONNECT_STARTED: 'The visitor chose a wallet. `silent`: a connection of before comes back.',
  CONNECT_SUCCESS: 'A wallet is connected. `restored`: it is a connection of before.',
  CONNECT_ERROR: 'A wallet could not be connected, or the visitor declined.',
  DISCONNECT: 'A connection has ended.',
  ACCOUNT_CHANGED: 'Another account is in use.',
  NETWORK_CHANGED: 'Another network is in use. `supported`: whether the site has configured it.',
  REQUEST_SETTLED:
    'A wallet has answered a request that signs, sends or changes something. `ok`: it did not refuse or fail.',
  ERROR: 'Something of the modal or a plugin failed.',
  PLUGIN_ERROR: 'A plugin could not be used.',
  SIGN_IN_SUCCESS:
    'The visitor signed in with a message of the wallet. `oneClick`: together with connecting.',
  SIGN_IN_ERROR: 'A sign-in failed, or the visitor declined.',
  SIGN_OUT: 'The visitor signed out.',
  SEND_SUBMITTED: 'A payment was handed to the network.',
  SEND_SETTLED: 'It is known how a payment ended.',
  SWAP_SUBMITTED: 'A swap was handed to the network.',
  SWAP_SETTLED: 'It is known how a swap ended.',
  BUY_STARTED: 'The visitor went to a provider to buy coins.',
  BUY_SETTLED: 'It is known how a purchase ended.',
  NAME_REGISTERED: 'The visitor registered a name. The name itself is not told.',
  ACTIVITY_ERROR: 'The list of transactions could not be read.',
}
