/** The id of the connector, under which a host connects it. */
export const ID_AUTH = 'ID_AUTH'
/** The chain families of the embedded wallet. */
export const authNamespaces: readonly ['eip155', 'solana'] = ['eip155', 'solana']
/** Methods of the API that the wallet has as they are, once it is loaded. */
export const lateMethods = [
  'signIn',
  'submitCode',
  'signInWith',
  'updateEmail',
  'submitEmailCode',
  'resetEmailChange',
  'openSecurity',
  'identityToken',
  'readAccounts',
  'switchAccountType',
] as const
