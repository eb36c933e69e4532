import type { Social } from '../socials.js'

const MAX_LENGTH = 30

/** The parts of a person by which they are named. */
export interface Person {
  readonly userName?: string | undefined
  readonly email?: string | undefined
  /** Where they have that user name. */
  readonly provider?: Social | undefined
}

/**
 * The name of who signed in: the user name where there is one, else the email, shortened. Discord's user
 * names once ended in a number, which is 0 where there is none.
 */
export function authDisplayName({ userName, email, provider }: Person): string {
  const known = provider === 'discord' ? userName?.replace(/#?0$/, '') : userName
  const name = known || email || ''
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}...` : name
}
