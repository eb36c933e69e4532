/** An event of the kernel or of a plugin that is told as a step of the visitor. */
export interface TrackedEvent {
  /** The name under which it is sent. Errors end with `ERROR`. */
  readonly event: string
  /** The name in the kernel's event bus. */
  readonly source: string
  /**
   * Paths of its data in that of the source, each sent under its last word: `record.network` as `network`.
   * Nothing else of it is read.
   */
  readonly data: readonly string[]
  /** Path and value in the data of the source: an event with it is passed over. */
  readonly unless?: readonly [path: string, value: string]
  /** Only those who subscribe hear it. */
  readonly isNeverSent?: true
}

const row = <
  const Event extends string,
  const Source extends string,
  const Data extends readonly string[],
>(
  event: Event,
  source: Source,
  ...data: Data
) => ({ event, source, data })

/** Every event that this plugin knows by itself. */
export const trackedEvents = [
  { ...row('MODAL_CREATED', 'kernel:ready'), isNeverSent: true },
  row('MODAL_OPEN', 'modal:opened', 'view'),
  row('MODAL_CLOSE', 'modal:closed', 'connected'),
  row('VIEW_SHOWN', 'router:view-changed', 'view', 'previous'),
  row('CONNECT_STARTED', 'connection:started', 'connectorId', 'silent'),
  row('CONNECT_SUCCESS', 'connection:established', 'connectorId', 'restored'),
  row('CONNECT_ERROR', 'connection:failed', 'connectorId', 'code'),
  row('DISCONNECT', 'connection:closed', 'reason'),
  row('ACCOUNT_CHANGED', 'account:changed', 'namespace'),
  row('NETWORK_CHANGED', 'network:changed', 'namespace', 'network', 'supported'),
  {
    ...row('REQUEST_SETTLED', 'request:settled', 'network', 'method', 'ok'),
    unless: ['class', 'read'],
  },
  row('ERROR', 'kernel:error-reported', 'error.code'),
  row('PLUGIN_ERROR', 'kernel:plugin-failed', 'plugin', 'phase', 'error.code'),
  row('SIGN_IN_SUCCESS', 'siwx:signed-in', 'oneClick'),
  row('SIGN_IN_ERROR', 'siwx:failed', 'phase', 'error.code'),
  row('SIGN_OUT', 'siwx:signed-out'),
  row('SEND_SUBMITTED', 'send:submitted', 'transaction.network'),
  row('SEND_SETTLED', 'send:settled', 'transaction.network', 'transaction.status'),
  row('SWAP_SUBMITTED', 'swap:submitted', 'record.network'),
  row('SWAP_SETTLED', 'swap:settled', 'record.network', 'record.status'),
  row('BUY_STARTED', 'onramp:started', 'provider', 'network'),
  row('BUY_SETTLED', 'onramp:settled', 'provider', 'network', 'status'),
  row('NAME_REGISTERED', 'names:registered', 'network'),
  row('ACTIVITY_ERROR', 'activity:fetch-failed', 'error.code'),
] as const satisfies readonly TrackedEvent[]

/** The meaning of each event, for people: a page about privacy may show it. */
export const eventMeanings: Readonly<Record<(typeof trackedEvents)[number]['event'], string>> = {
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
