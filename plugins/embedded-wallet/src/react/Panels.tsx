// Both ways to sign in, in one file: a second request would cost more than their bytes.
import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { EmailLogin } from './EmailForm.js'
import { Socials } from './Socials.js'

export { EmailForm } from './EmailForm.js'
export { Socials } from './Socials.js'

/** The view of the email sign-in, with the social accounts below. */
export const SignIn = (props: ViewProps<undefined, EmbeddedApi>): ReactNode => (
  <div className="stack">
    <EmailLogin {...props} />
    <Socials {...props} />
  </div>
)
