import { isWebLink } from '@latchkey/plugin-api/explorer'
import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { Text } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'

const Link = ({ href, k }: { href: string; k: string }): ReactNode => (
  <a href={href} target="_blank" rel="noreferrer noopener">
    <Text k={k} />
  </a>
)

/**
 * The site's terms and privacy policy, with a checkbox if the site asks for consent. Draws nothing
 * if the site has neither.
 */
export function Legal(): ReactNode {
  const { features, termsUrl, privacyUrl } = useObservable(usePorts().options)
  const { consent } = useSession()
  const isGiven = useObservable(consent)
  const terms = isWebLink(termsUrl) && <Link href={termsUrl} k="ui.terms" />
  const privacy = isWebLink(privacyUrl) && <Link href={privacyUrl} k="ui.privacy" />
  const links = (
    <>
      {terms}
      {terms && privacy && (
        <>
          {' '}
          <Text k="ui.and" />{' '}
        </>
      )}
      {privacy}
    </>
  )
  if (!features.legalCheckbox)
    return terms || privacy ? (
      <p className="hint">
        <Text k="ui.legalLine" /> {links}
      </p>
    ) : null
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isGiven}
        onChange={(event) => consent.set(event.target.checked)}
      />
      <span>
        {terms || privacy ? (
          <>
            <Text k="ui.legalAgree" /> {links}
          </>
        ) : (
          <Text k="ui.legalAgreeAll" />
        )}
      </span>
    </label>
  )
}

/** Whether connecting has to wait for the visitor's consent. */
export function useNeedsConsent(): boolean {
  const { features } = useObservable(usePorts().options)
  return !useObservable(useSession().consent) && features.legalCheckbox
}
