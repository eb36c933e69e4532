import type { ErrorCode } from '@latchkey/plugin-api'

/** The error codes of the contract. A plugin brings the texts of its own codes. */
type CoreCode = Extract<
  ErrorCode,
  `${'caip' | 'kernel' | 'wallet' | 'rpc' | 'http' | 'adapter'}.${string}`
>
type Texts = { readonly [Code in CoreCode as `errors.${Code}`]: string }

/**
 * English texts of the contract's error codes: what happened and what to do. The specification's
 * texts stay word for word. A plugin brings the texts of its own codes.
 */
export const errors = {
  'errors.unknown': 'Something went wrong. Try again.',
  'errors.caip.invalid_network': 'This network is not written in a way we can read.',
  'errors.caip.invalid_account': 'This account is not written in a way we can read.',
  'errors.kernel.composition_failed':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.kernel.plugin_failed':
    'A part of the wallet connection failed: {plugin}. Try again, or tell the site.',
  'errors.kernel.plugin_not_installed': 'This site has not installed what this needs: {plugin}.',
  'errors.kernel.invalid_option':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.kernel.disposed': 'This page has closed its wallet connection. Reload the page.',
  'errors.kernel.token_missing':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.kernel.token_cycle':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.kernel.duplicate_id':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.kernel.not_allowed': 'This site does not allow that.',
  'errors.kernel.adapter_missing': 'Unsupported chain',
  'errors.kernel.connection_client_missing': 'No connector found for connection',
  'errors.kernel.network_client_missing': 'Network not found. Choose another network.',
  'errors.kernel.chain_missing': 'Choose a network first.',
  'errors.kernel.network_unknown': 'This site does not know that network.',
  'errors.kernel.network_switch_disabled': 'This site does not let you switch networks.',
  'errors.kernel.account_or_network_missing': 'CaipNetwork or CaipAddress is undefined',
  'errors.kernel.invalid_connection_status': 'Invalid connection status',
  'errors.kernel.connector_missing': 'No connector found for connection',
  'errors.kernel.connector_ambiguous':
    'Several wallets on this page claim to be this one. Choose the right one from the list.',
  'errors.kernel.invalid_connector_kind': 'This wallet cannot be shown here.',
  'errors.kernel.modal_closed': 'Modal closed',
  'errors.kernel.view_missing': 'This site has not installed this screen.',
  'errors.kernel.timed_out': 'This took too long. Try again.',
  'errors.kernel.aborted': 'Request was aborted',
  'errors.wallet.user_rejected': 'Connection rejected',
  'errors.wallet.request_pending':
    'Your wallet still waits for an answer to an earlier request. Open it.',
  'errors.wallet.not_installed': 'This wallet is not installed here.',
  'errors.wallet.unauthorized':
    'Your wallet did not allow this. Allow this site in your wallet, then try again.',
  'errors.wallet.unsupported_method': 'Your wallet cannot do this.',
  'errors.wallet.disconnected': 'Your wallet is not connected any more. Connect it again.',
  'errors.wallet.chain_disconnected':
    'Your wallet has no connection to this network. Check the network in your wallet.',
  'errors.wallet.unknown_chain':
    'Your wallet does not know this network. Add it in your wallet, then try again.',
  'errors.wallet.switch_unsupported':
    'Your wallet cannot switch to this network. Choose another wallet or network.',
  'errors.wallet.popup_blocked':
    'Your browser blocked a window. Allow windows for this site, then try again.',
  'errors.wallet.popup_closed': 'Popup closed',
  'errors.wallet.bad_answer':
    'Your wallet gave an answer we do not understand. Try again, or update the wallet.',
  'errors.wallet.connect_failed': 'Failed to connect',
  'errors.wallet.disconnect_failed': 'Failed to disconnect',
  'errors.wallet.account_changed':
    'The account or network changed meanwhile, so nothing was done. Try again.',
  'errors.rpc.method_not_allowed': 'Action not allowed',
  'errors.rpc.failed': 'The network did not accept this. Try again later.',
  'errors.rpc.no_connection': 'No wallet is connected for this network. Connect one first.',
  'errors.http.status': 'A server could not answer. Try again later.',
  'errors.http.unreachable':
    'A server could not be reached. Check your connection, then try again.',
  'errors.http.bad_answer': 'A server gave an answer we do not understand. Try again later.',
  'errors.http.origin_not_declared':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.adapter.invalid_address': 'This is not a valid address.',
  'errors.adapter.ability_missing': 'This network cannot do that here.',
} as const satisfies Texts & { 'errors.unknown': string }
