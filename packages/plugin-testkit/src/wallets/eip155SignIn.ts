/**
 * Fields that a site asks a wallet to put into its message: those of EIP-4361 as ERC-7846 spells
 * them.
 */
export interface SignInFields {
  nonce?: string
  /** Hexadecimal. */
  chainId: string
  scheme?: string
  /** This page's, if left out; so `uri`. */
  domain?: string
  uri?: string
  version?: string
  statement?: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** The text that a wallet shows and signs (EIP-4361). */
export function signInMessage(
  address: string,
  {
    scheme,
    domain = location.host,
    uri = location.href,
    version = '1',
    chainId,
    nonce = '',
    issuedAt = new Date().toISOString(),
    statement,
    ...fields
  }: SignInFields,
): string {
  const { expirationTime, notBefore, requestId, resources } = fields
  const lines = [
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${Number(chainId)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined
      ? []
      : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ]
  return lines.join('\n')
}
