/** A key signs in, reads the route for signed-in visitors, and signs out. */
export async function smoke({ url, signInOverHttp }) {
  await signInOverHttp(url, '/me')
}
