import { differencesOf } from '@latchkey/plugin-api/lookalike'
import { Button, Icon, showHidden, Text, useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { styles } from '../styles.js'
import { MarkedName } from '../MarkedName.js'
import { MarksInWords, WholeAddress } from '../WholeAddress.js'
import type { AlertProps } from './LookalikeAlert.js'

/**
 * Warns that the entered name resembles one that the visitor knows: somebody may have registered it
 * for that. Shows both names with their addresses. The form stays blocked until the visitor chooses
 * one.
 */
// eslint-disable-next-line max-lines-per-function -- the markup of one alert
export function SimilarNameAlert({
  receiver: { address, similarName },
  api,
  onDone,
}: AlertProps): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const id = useId()
  const headline = text('send.similarName')
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    announce(headline, 'assertive')
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [announce, headline])
  if (!similarName) return null
  const [entered, known] = [similarName.entered, similarName.name].map(showHidden) as [
    string,
    string,
  ]
  const marks = differencesOf(entered, known)
  const choose = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <section ref={section} style={styles.alert} aria-labelledby={id} data-alert="similar-name">
      <h2 id={id} style={styles.title}>
        <span className="warning">
          <Icon name="warning" />
        </span>
        <Text k="send.similarName" />
      </h2>
      <p style={styles.block}>
        <Text
          k={similarName.from === 'account' ? 'send.similarNameAccount' : 'send.similarNameContact'}
          params={{ name: known }}
        />
      </p>
      <dl style={styles.facts}>
        <div>
          <dt className="hint">
            <Text k="send.enteredName" />
          </dt>
          <dd style={styles.block}>
            <MarkedName name={entered} marks={marks} />
            <WholeAddress address={address} />
          </dd>
        </div>
        <div>
          <dt className="hint">
            <Text k="send.knownName" />
          </dt>
          <dd style={styles.block}>
            <MarkedName name={known} marks={differencesOf(known, entered)} />
            <WholeAddress address={similarName.address} />
          </dd>
        </div>
      </dl>
      <p className="hint">
        <MarksInWords address={entered} marks={marks} />
      </p>
      <Button wide onClick={choose(() => api.setReceiver(similarName.address))}>
        <Text k="send.useKnown" />
      </Button>
      <Button wide variant="plain" onClick={choose(() => api.acceptLookalike())}>
        <Text k="send.useEntered" />
      </Button>
    </section>
  )
}
