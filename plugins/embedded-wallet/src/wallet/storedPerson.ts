import type { EmbeddedContext } from '../options.js'
import { SOCIALS } from '../socials.js'
import type { Person } from './displayName.js'

/** The person by what their last sign-in left. Other scripts of the page can write it. */
export function storedPerson({ storage }: Pick<EmbeddedContext, 'storage'>): Person {
  const social = storage.get('social')
  return { userName: storage.get('username'), provider: SOCIALS.find((each) => each === social) }
}
