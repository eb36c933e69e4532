import { LatchkeyError, type SignInFamily } from '@latchkey/plugin-api'
import type { SignInFamilies } from '../types.js'
import { ourFamilies } from './ourFamilies.js'

const ownEntry = (families: SignInFamilies, namespace: string): SignInFamily | undefined =>
  Object.hasOwn(families, namespace) ? families[namespace] : undefined

/**
 * The family of a namespace: the one that was handed in, else one of ours.
 * @throws `siwx.namespace_unsupported`
 */
export function familyOf(namespace: string, families: SignInFamilies = {}): SignInFamily {
  const family = ownEntry(families, namespace) ?? ownEntry(ourFamilies, namespace)
  if (!family) {
    const known = [...new Set([...Object.keys(ourFamilies), ...Object.keys(families)])].join(', ')
    throw new LatchkeyError(
      'siwx.namespace_unsupported',
      `There is no sign-in message for "${String(namespace).slice(0, 40)}". ` +
        `Expected one of ${known}, or hand in its family.`,
      { context: { namespace } },
    )
  }
  return family
}
