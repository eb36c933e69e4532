import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Icon, Text, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { brandNames, type Social } from '../socials.js'
import { brandMarks } from './brands.js'
import { Failure } from './Failure.js'
import { usePrepared } from './usePrepared.js'
import { useSignInWith } from './useSignInWith.js'

/** Up to so many stand below each other with their names; of more, all but the first are signs. */
const MOST_NAMED = 2
/** In 320 px one row has room for five; of six, two rows are even. */
const MOST_IN_A_ROW = 5

const styles = { mark: { display: 'flex' } } as const
const gridOf = (count: number) =>
  ({
    display: 'grid',
    gap: 8,
    gridTemplateColumns: `repeat(${count > MOST_IN_A_ROW ? 3 : count}, minmax(44px, 1fr))`,
  }) as const

interface SocialButtonProps {
  provider: Social
  hasName: boolean
  onClick(provider: Social): void
}

/** A sign without a name has one for screen readers, and as a tooltip. */
function SocialButton({ provider, hasName, onClick }: SocialButtonProps): ReactNode {
  const name = brandNames[provider]
  const label = <Text k="embedded.continueWith" params={{ provider: name }} />
  return (
    <Button wide onClick={() => onClick(provider)}>
      <span title={hasName ? undefined : name} data-social={provider} style={styles.mark}>
        <Icon path={brandMarks[provider]} />
      </span>
      {hasName ? label : <span className="quiet">{label}</span>}
    </Button>
  )
}

/** The social accounts that a visitor can sign in with. */
export function Socials({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { socials } = useObservable(api.state)
  const { signInWith, failure } = useSignInWith(api)
  usePrepared(api)
  const named = socials.slice(0, socials.length > MOST_NAMED ? 1 : MOST_NAMED)
  const signs = socials.slice(named.length)
  return (
    <div className="stack" onPointerEnter={api.prepare} onFocus={api.prepare}>
      {named.map((provider) => (
        <SocialButton key={provider} provider={provider} hasName onClick={signInWith} />
      ))}
      {signs.length > 0 && (
        <div style={gridOf(signs.length)}>
          {signs.map((provider) => (
            <SocialButton key={provider} provider={provider} hasName={false} onClick={signInWith} />
          ))}
        </div>
      )}
      <Failure error={failure} />
    </div>
  )
}
