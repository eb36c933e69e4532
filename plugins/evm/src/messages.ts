import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of errors. The texts of descriptions load with them: `sdk/describe/words.ts`. */
export const english: Catalogue = {
  'errors.evm.transfer_refused': 'The token does not allow this transfer.',
  'errors.evm.nft_gone': 'The account does not have this NFT any more.',
  'errors.evm.receiver_refused': 'The receiver is a contract that does not take this NFT.',
  'errors.evm.permissions_unsupported': 'Unsupported chain',
}
