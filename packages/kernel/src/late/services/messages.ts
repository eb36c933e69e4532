import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of the kernel's late half. Other catalogues translate them; the host's texts win. */
export const english: Catalogue = {
  'kernel.balanceUnavailable': 'Token Balance Unavailable',
  'kernel.originNotAllowed':
    'Invalid App Configuration|Origin not found on Allowlist - update configuration ({origin})',
  'kernel.invalidKey': 'Invalid App Configuration|Invalid Project ID',
  'kernel.sessionExpired': 'Session Expired|Check your time settings and reconnect',
  'kernel.networkNotFound': 'Network Not Found|The default network {network} is not configured',
  'kernel.projectIdMissing': 'Project ID Not Configured|A service needs one',
  'kernel.serverError': 'Server Error|Failed to get App Configuration',
  'kernel.rateLimited': 'Rate Limited|Try again later',
}
