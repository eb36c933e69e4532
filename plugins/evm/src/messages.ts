import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of errors. Those of descriptions come with describing: `sdk/words.ts`. */
export const english: Catalogue = {
  'errors.evm.transfer_refused': 'The token does not allow this transfer.',
}
