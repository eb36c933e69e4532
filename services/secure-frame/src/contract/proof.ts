/**
 * Every request of the page carries a proof that it holds the frame's key, after RFC 9449 (DPoP).
 *
 * The header `DPoP` holds a JWT: its header is `{ typ: 'dpop+jwt', alg: 'ES256', jwk }` with the public
 * P-256 key as `{ kty: 'EC', crv: 'P-256', x, y }` and no other member; its claims are {@link ProofClaims}.
 * It is signed by that key over `base64url(header) + '.' + base64url(claims)`, the signature in the form
 * r || s of 64 bytes. A proof is good for one request.
 */
export interface ProofClaims {
  /** 128 random bits or more, base64url, new for each request. */
  jti: string
  /** Method of the request in capital letters: `POST`. */
  htm: string
  /** The request's URL without query and fragment, from the origin that the page was served by. */
  htu: string
  /** Seconds since 1970, {@link PROOF_SECONDS} off the service's clock at most. */
  iat: number
  /** base64url(SHA-256(ASCII bytes of the token)), where the request carries a token. */
  ath?: string
}

/** So long before or after its `iat` a proof is taken. */
export const PROOF_SECONDS = 60
export const PROOF_HEADER = 'DPoP'
/** The header `Authorization` is this word, a space and the session's token. */
export const TOKEN_SCHEME = 'DPoP'
/**
 * The service's clock in milliseconds since 1970, on every answer of the API. A page whose proof is
 * refused with the reason `proof.time` makes another one by that clock.
 */
export const TIME_HEADER = 'x-latchkey-time'
