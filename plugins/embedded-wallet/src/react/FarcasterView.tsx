import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Icon,
  Text,
  useCopy,
  useIsPhone,
  useLabel,
  useObservable,
} from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { Qr } from './Qr.js'
import { SocialFailure } from './SocialFailure.js'
import { useSignInWith } from './useSignInWith.js'

const styles = {
  view: { display: 'grid', gap: 12, justifyItems: 'center', textAlign: 'center' },
  empty: { inlineSize: '100%', maxInlineSize: 264, aspectRatio: '1' },
} as const

function CopyLink({ uri }: { uri: string | undefined }): ReactNode {
  const { state, copy } = useCopy()
  const label = { idle: 'embedded.copyLink', copied: 'ui.copied', failed: 'ui.copyFailed' }[state]
  return (
    <Button wide disabled={uri === undefined} onClick={() => uri !== undefined && copy(uri)}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <Text k={label} />
    </Button>
  )
}

/** The code of the link, or an empty place for it. */
function Code({ uri }: { uri: string | undefined }): ReactNode {
  const named = useLabel()
  if (uri !== undefined) return <Qr text={uri} label={{ k: 'embedded.farcasterCode' }} />
  return (
    <span
      className="skeleton"
      style={styles.empty}
      role="status"
      {...named({ k: 'embedded.farcasterMaking' })}
    />
  )
}

/** The view that waits until the visitor has approved the sign-in in Farcaster. */
export function FarcasterView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { social } = useObservable(api.state)
  const { signInWith } = useSignInWith(api)
  const isPhone = useIsPhone()
  const { status, uri } = social
  if (status === 'error')
    return <SocialFailure social={social} onRetry={() => signInWith('farcaster')} />
  return (
    <div style={styles.view} data-step={status}>
      {isPhone && uri !== undefined && (
        <Button wide variant="primary" href={uri}>
          <Text k="embedded.farcasterOpen" />
        </Button>
      )}
      <p className="hint" role="status">
        <Text
          k={status === 'request user data' ? 'embedded.socialChecking' : 'embedded.farcasterText'}
        />
      </p>
      <Code uri={uri} />
      <CopyLink uri={uri} />
      <Button variant="plain" onClick={api.cancel}>
        <Text k="ui.cancel" />
      </Button>
    </div>
  )
}
