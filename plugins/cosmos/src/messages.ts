import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of errors. */
export const english: Catalogue = {
  'errors.cosmos.transaction_refused': 'The network did not accept this transaction.',
}
