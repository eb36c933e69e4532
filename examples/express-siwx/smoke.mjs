/** A key signs in, reads what only the signed-in may, and signs out. */
export async function smoke({ url, signInOverHttp }) {
  await signInOverHttp(url, '/me')
}
