import { createRequire } from 'node:module'
import { signInOverHttp } from '../next/signIn.mjs'

/** A key signs in, reads what only the signed-in may, and signs out. */
export async function smoke({ url }) {
  await signInOverHttp(url)
}
