import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of errors. */
export const english: Catalogue = {
  'errors.solana.transfer_refused': 'This cannot be sent to that address.',
}
