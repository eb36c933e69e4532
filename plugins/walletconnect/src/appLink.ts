import { LatchkeyError } from '@latchkey/plugin-api'
import { isDeepLink } from '@latchkey/plugin-api/links'

/** An app that is opened with each request, so that the visitor need not look for it. */
export interface AppLink {
  readonly href: string
  readonly name: string
}

/** @throws `kernel.invalid_option` for a link that opens no app */
export function demandAppLink(link: AppLink | undefined): AppLink | undefined {
  if (link === undefined) return undefined
  // Read once, as what is checked is what is stored.
  const { href, name } = link
  if (isDeepLink(href)) return { href, name: String(name).slice(0, 200) }
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Invalid link to a wallet's app: ${JSON.stringify(String(href).slice(0, 80))}. Expected https:// or a scheme of an app's own, such as wallet://.`,
    { context: { option: 'useApp' } },
  )
}
