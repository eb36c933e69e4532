/** The id of the connector, under which a host connects it. */
export const ID_AUTH = 'ID_AUTH'
/** The chain families of the embedded wallet. */
export const authNamespaces: readonly ['eip155', 'solana'] = ['eip155', 'solana']
