import { parseCaip10 } from '@latchkey/plugin-api'
import type { SessionNamespace } from './namespaces.js'

/** Addresses on one chain, in the wallet's order. */
export const addressesOn = (session: SessionNamespace, reference: string): readonly string[] =>
  session.accounts
    .map(parseCaip10)
    .filter((account) => account.reference === reference)
    .map(({ address }) => address)
