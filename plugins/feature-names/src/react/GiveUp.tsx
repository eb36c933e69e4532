import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { NamesApi } from '../api.js'
import type { NamesOwner } from '../owner/api.js'
import { Failure } from './Failure.js'
import { OwnerFrame, type OwnerForm } from './OwnerFrame.js'
import { styles } from './styles.js'
import { useOnline } from './useOnline.js'

type Part = OwnerForm & { owner: NamesOwner; api: NamesApi }

/** Says what is lost, and for how long nobody can have the name. */
function Question({ change, error, isBusy, owner, api }: Part): ReactNode {
  const { name } = change
  const isOnline = useOnline()
  const reason = isOnline ? isBusy && 'errors.names.busy' : 'names.offline'
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus({ preventScroll: true }), [])
  // A failure is in the state.
  const giveUp = (): void => void owner.giveUp(name).catch(() => undefined)
  return (
    <div className="stack">
      {error !== undefined && (
        <Failure error={error} title="names.notGivenUp" declined="names.declined" />
      )}
      <div className="state">
        <span className="figure">
          <span className="picture letter round">
            <Icon name="warning" />
          </span>
        </span>
        <h2 ref={headline} tabIndex={-1} style={styles.headline}>
          <Text k="names.giveUpAsk" params={{ name }} />
        </h2>
        <p style={styles.wrapped}>
          <Text k="names.giveUpText" />
        </p>
        <p style={styles.wrapped}>
          <strong>
            <Text k="names.rests" />
          </strong>
        </p>
        <p className="hint" style={styles.wrapped}>
          <Text k="names.signs" />
        </p>
        <Button wide disabled={reason !== false} onClick={giveUp}>
          <Text k={reason || 'names.confirm'} />
        </Button>
        <Button variant="primary" wide onClick={() => api.back()}>
          <Text k="names.keep" />
        </Button>
      </div>
    </div>
  )
}

/** Makes the question before a name is given up. */
export const createGiveUp = (owner: NamesOwner) =>
  function GiveUp({ api, params }: ViewProps<{ name: string }, NamesApi>): ReactNode {
    const draw = (form: OwnerForm): ReactNode => <Question {...{ ...form, owner, api }} />
    return <OwnerFrame {...{ owner, api, draw }} name={params.name} view="names.giveUp" />
  }
