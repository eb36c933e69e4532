import type { Namespace } from '@latchkey/plugin-api'

/**
 * Chain families of Latchkey's own that send without being named in the option `namespaces`: their
 * adapters register `sendByDefault`. A host that wants one more names it beside them.
 *
 * @example send({ namespaces: [...sendNamespaces, 'bip122'] })
 */
export const sendNamespaces: readonly Namespace[] = ['eip155', 'solana']

/** Chain families of Latchkey's own whose account has a tab with the balances of tokens. */
export const balanceNamespaces: readonly Namespace[] = ['eip155', 'solana']
