import { LatchkeyError } from '@latchkey/plugin-api'
import { isDeepLink } from '@latchkey/plugin-api/links'

/** An app that each request opens, so that the visitor does not have to look for it. */
export interface AppLink {
  readonly href: string
  readonly name: string
}

/** Checks a link to an app. @throws `kernel.invalid_option` for a link that does not open an app */
export function demandAppLink(link: AppLink | undefined): AppLink | undefined {
  if (link === undefined) return undefined
  // Both are read once, so that the value that is stored is the value that was checked.
  const { href, name } = link
  if (isDeepLink(href)) return { href, name: String(name).slice(0, 200) }
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Invalid link to a wallet's app: ${JSON.stringify(String(href).slice(0, 80))}. ` +
      "Expected https:// or an app's own scheme, such as wallet://.",
    { context: { option: 'useApp' } },
  )
}
