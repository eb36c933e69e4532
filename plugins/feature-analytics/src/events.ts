/** An event of the kernel or of a plugin that is told as a step of the visitor. */
export interface TrackedEvent {
  /** The name under which it is sent. */
  readonly event: string
  /** The name in the kernel's event bus. */
  readonly source: string
  readonly meaning: string
  /** Names of its data, each with the path in the source's data. Nothing else of it is read. */
  readonly data: Readonly<Record<string, string>>
  /** Reports of errors are limited to 5 in 60 s. */
  readonly isError?: true
  /** Only those who subscribe hear it. */
  readonly isNeverSent?: true
}

/** Every event that this plugin knows by itself. */
export const trackedEvents: readonly TrackedEvent[] = [
  {
    event: 'MODAL_CREATED',
    source: 'kernel:ready',
    meaning: 'The page has made its kernel.',
    data: {},
    isNeverSent: true,
  },
  {
    event: 'MODAL_OPEN',
    source: 'modal:opened',
    meaning: 'The visitor opened the modal.',
    data: { view: 'view' },
  },
  {
    event: 'MODAL_CLOSE',
    source: 'modal:closed',
    meaning: 'The modal was closed. `connected`: whether a wallet is connected.',
    data: { connected: 'connected' },
  },
  {
    event: 'VIEW_SHOWN',
    source: 'router:view-changed',
    meaning: 'The visitor went to another view of the modal.',
    data: { view: 'view', previous: 'previous' },
  },
  {
    event: 'CONNECT_STARTED',
    source: 'connection:started',
    meaning: 'The visitor chose a wallet. `silent`: a connection of before comes back.',
    data: { connector: 'connectorId', silent: 'silent' },
  },
  {
    event: 'CONNECT_SUCCESS',
    source: 'connection:established',
    meaning: 'A wallet is connected. `restored`: it is a connection of before.',
    data: { connector: 'connectorId', restored: 'restored' },
  },
  {
    event: 'CONNECT_ERROR',
    source: 'connection:failed',
    meaning: 'A wallet could not be connected, or the visitor declined.',
    data: { connector: 'connectorId', code: 'code' },
    isError: true,
  },
  {
    event: 'DISCONNECT',
    source: 'connection:closed',
    meaning: 'A connection has ended.',
    data: { reason: 'reason' },
  },
  {
    event: 'ACCOUNT_CHANGED',
    source: 'account:changed',
    meaning: 'Another account is in use.',
    data: { namespace: 'namespace' },
  },
  {
    event: 'NETWORK_CHANGED',
    source: 'network:changed',
    meaning: 'Another network is in use. `supported`: whether the site has configured it.',
    data: { namespace: 'namespace', network: 'network', supported: 'supported' },
  },
  {
    event: 'REQUEST_SETTLED',
    source: 'request:settled',
    meaning: 'A wallet has answered a request. `ok`: it did not refuse or fail.',
    data: { network: 'network', method: 'method', ok: 'ok' },
  },
  {
    event: 'ERROR',
    source: 'kernel:error-reported',
    meaning: 'Something of the modal or a plugin failed.',
    data: { code: 'error.code', where: 'where' },
    isError: true,
  },
  {
    event: 'PLUGIN_ERROR',
    source: 'kernel:plugin-failed',
    meaning: 'A plugin could not be used.',
    data: { plugin: 'plugin', phase: 'phase', code: 'error.code' },
    isError: true,
  },
  {
    event: 'SIGN_IN_SUCCESS',
    source: 'siwx:signed-in',
    meaning:
      'The visitor signed in with a message of the wallet. `oneClick`: together with connecting.',
    data: { oneClick: 'oneClick' },
  },
  {
    event: 'SIGN_IN_ERROR',
    source: 'siwx:failed',
    meaning: 'A sign-in failed, or the visitor declined.',
    data: { phase: 'phase', code: 'error.code' },
    isError: true,
  },
  {
    event: 'SIGN_OUT',
    source: 'siwx:signed-out',
    meaning: 'The visitor signed out.',
    data: {},
  },
  {
    event: 'SEND_SUBMITTED',
    source: 'send:submitted',
    meaning: 'A payment was handed to the network.',
    data: { network: 'transaction.network' },
  },
  {
    event: 'SEND_SETTLED',
    source: 'send:settled',
    meaning: 'It is known how a payment ended.',
    data: { network: 'transaction.network', status: 'transaction.status' },
  },
  {
    event: 'SWAP_SUBMITTED',
    source: 'swap:submitted',
    meaning: 'A swap was handed to the network.',
    data: { network: 'record.network' },
  },
  {
    event: 'SWAP_SETTLED',
    source: 'swap:settled',
    meaning: 'It is known how a swap ended.',
    data: { network: 'record.network', status: 'record.status' },
  },
  {
    event: 'BUY_STARTED',
    source: 'onramp:started',
    meaning: 'The visitor went to a provider to buy coins.',
    data: { provider: 'provider', network: 'network' },
  },
  {
    event: 'BUY_SETTLED',
    source: 'onramp:settled',
    meaning: 'It is known how a purchase ended.',
    data: { provider: 'provider', network: 'network', status: 'status' },
  },
  {
    event: 'NAME_REGISTERED',
    source: 'names:registered',
    meaning: 'The visitor registered a name. The name itself is not told.',
    data: { network: 'network' },
  },
  {
    event: 'ACTIVITY_ERROR',
    source: 'activity:fetch-failed',
    meaning: 'The list of transactions could not be read.',
    data: { code: 'error.code' },
    isError: true,
  },
]
