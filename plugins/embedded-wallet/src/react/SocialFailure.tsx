import { isLatchkeyError } from '@latchkey/plugin-api'
import { Button, Empty, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { SocialState } from '../api.js'
import { brandNames } from '../socials.js'
import { Failure } from './Failure.js'

const TEXTS = {
  denied: 'embedded.socialDenied',
  provider_failed: 'embedded.providerFailed',
  expired: 'embedded.socialOver',
  no_attempt: 'embedded.socialOver',
  other_person: 'embedded.otherPerson',
} as const

/** Says why a sign-in with a social account ended, with a button for another one. */
export function SocialFailure({
  social: { provider, error },
  onRetry,
}: {
  social: SocialState
  onRetry(): void
}): ReactNode {
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => retry.current?.focus({ preventScroll: true }), [])
  const isBlocked = isLatchkeyError(error, 'wallet.popup_blocked')
  const params = { provider: provider ? brandNames[provider] : '' }
  return (
    <Empty title={isBlocked ? 'ui.popupBlocked' : 'embedded.socialFailed'} icon="warning">
      {isBlocked ? (
        <p role="alert">
          <Text k="embedded.blockedText" />
        </p>
      ) : (
        <Failure error={error} own={{ texts: TEXTS, params }} />
      )}
      <Button ref={retry} onClick={onRetry}>
        <Text k={isBlocked ? 'embedded.openAgain' : 'ui.retry'} />
      </Button>
    </Empty>
  )
}
