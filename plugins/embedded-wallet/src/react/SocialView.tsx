import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Icon, Text, useAnnounce, useMessages, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { EmbeddedApi, SocialState } from '../api.js'
import { brandNames } from '../socials.js'
import { AskingFrame } from './AskingFrame.js'
import { brandMarks } from './brands.js'
import { SocialFailure } from './SocialFailure.js'
import { useSignInWith } from './useSignInWith.js'

/** The words for where a sign-in stands. */
function wordsOf({ status, isLost }: SocialState): { title: string; text?: string } {
  if (status !== 'started') return { title: 'embedded.socialChecking' }
  return {
    title: 'embedded.socialHeadline',
    text: isLost ? 'embedded.socialLost' : 'embedded.socialText',
  }
}

function Waiting({ api, onOpen }: { api: EmbeddedApi; onOpen(): void }): ReactNode {
  const { social } = useObservable(api.state)
  const { provider, status } = social
  const text = useMessages()
  const announce = useAnnounce()
  const { title, text: key } = wordsOf(social)
  const params = { provider: provider ? brandNames[provider] : '' }
  const said = text(key ?? title, params)
  useEffect(() => announce(said), [announce, said])
  return (
    <div className="state" data-step={status}>
      <span className="figure">
        <span className="picture letter large round">
          {provider ? <Icon path={brandMarks[provider]} /> : <Icon name="wallet" />}
        </span>
        <span className="ring" />
      </span>
      <h2>
        <Text k={title} params={params} />
      </h2>
      {key !== undefined && (
        <p>
          <Text k={key} params={params} />
        </p>
      )}
      {status === 'started' && (
        <Button onClick={onOpen}>
          <Text k="embedded.openAgain" />
        </Button>
      )}
      <Button variant="plain" onClick={api.cancel}>
        <Text k="ui.cancel" />
      </Button>
    </div>
  )
}

/** The view that waits while the visitor signs in at a provider. */
export function SocialView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { social, isAsking } = useObservable(api.state)
  const { signInWith } = useSignInWith(api)
  const { provider } = social
  const open = (): void => {
    if (provider) signInWith(provider)
    // It is not known which one the page was left for.
    else api.cancel()
  }
  if (isAsking) return <AskingFrame api={api} />
  if (social.status === 'error') return <SocialFailure social={social} onRetry={open} />
  return <Waiting api={api} onOpen={open} />
}
