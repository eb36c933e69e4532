import type { Namespace } from '@latchkey/plugin-api'
import type { SignInFamilies } from '@latchkey/siwx'
import type { Context } from './types.js'

/**
 * The sign-in family that the chain plugin of a namespace registered. Empty where it registered
 * none: then `@latchkey/siwx` has the family, or accounts of that namespace cannot sign in.
 */
export async function loadFamilies(
  { adapters }: Pick<Context, 'adapters'>,
  namespace: Namespace,
): Promise<SignInFamilies> {
  const family = await adapters.find(namespace)?.value.signIn?.load?.()
  return family ? { [namespace]: family } : {}
}
