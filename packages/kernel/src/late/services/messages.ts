import type { Catalogue } from '@latchkey/plugin-api'

/** What this half of the kernel says by itself. Other catalogues translate it, the host's texts win. */
export const english: Catalogue = {
  'kernel.balanceUnavailable': 'Token Balance Unavailable',
  'alerts.originNotAllowed.title': 'Invalid App Configuration',
  'alerts.originNotAllowed': 'Origin not found on Allowlist - update configuration ({origin})',
  'alerts.invalidKey.title': 'Invalid App Configuration',
  'alerts.invalidKey': 'Invalid Project ID - update configuration',
  'alerts.sessionExpired.title': 'Session Expired',
  'alerts.sessionExpired': 'Invalid session found - please check your time settings and reconnect',
  'alerts.networkNotFound.title': 'Network Not Found',
  'alerts.networkNotFound': 'The default network {network} is not among the configured networks',
  'alerts.projectIdMissing.title': 'Project ID Not Configured',
  'alerts.projectIdMissing': 'A configured service needs a project ID and none is set',
  'alerts.serverError.title': 'Server Error',
  'alerts.serverError': 'Failed to get App Configuration',
  'alerts.rateLimited.title': 'Rate Limited',
  'alerts.rateLimited': 'Too many requests - please try again in a moment',
}
