import { differencesOf } from '@latchkey/plugin-api/lookalike'
import { Button, Icon, showHidden, Text, useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { Receiver, SendApi } from '../../api.js'
import { styles } from '../styles.js'
import { MarksInWords, WholeAddress } from '../WholeAddress.js'

/** Texts by where the known address is from. Those of `contact` and `account` have a name in them. */
const WARNINGS = {
  history: 'send.lookalikeHistory',
  contact: 'send.lookalikeContact',
  account: 'send.lookalikeAccount',
} as const
const KNOWN_LABELS = {
  history: 'send.knownHistory',
  contact: 'send.knownContact',
  account: 'send.knownAccount',
} as const

export interface AlertProps {
  receiver: Receiver & { status: 'ok' }
  api: SendApi
  /** Called before the choice takes effect. */
  onDone(): void
}

/**
 * Warns that the entered address resembles an address that the visitor knows: it may be a fake of it,
 * planted by a thief. Shows both with their differences. The form stays blocked until the visitor
 * chooses one.
 */
// eslint-disable-next-line max-lines-per-function -- the markup of one alert
export function LookalikeAlert({
  receiver: { address, lookalike },
  api,
  onDone,
}: AlertProps): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const id = useId()
  const headline = text('send.lookalike')
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    announce(headline, 'assertive')
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [announce, headline])
  if (!lookalike) return null
  const { known, from, name, differences } = lookalike
  // A contact without a name has the texts of past receivers, and a past receiver with one those of
  // contacts.
  const textsOf =
    name === undefined
      ? from === 'contact'
        ? 'history'
        : from
      : from === 'history'
        ? 'contact'
        : from
  const params = { name: showHidden(name ?? '') }
  const choose = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <section ref={section} style={styles.alert} aria-labelledby={id} data-alert="lookalike">
      <h2 id={id} style={styles.title}>
        <span className="warning">
          <Icon name="warning" />
        </span>
        <Text k="send.lookalike" />
      </h2>
      <p style={styles.block}>
        <Text k={WARNINGS[textsOf]} params={params} />
      </p>
      <dl style={styles.facts}>
        <div>
          <dt className="hint">
            <Text k="send.entered" />
          </dt>
          <dd style={styles.block}>
            <WholeAddress address={address} marks={differences} />
          </dd>
        </div>
        <div>
          <dt className="hint">
            <Text k={KNOWN_LABELS[textsOf]} params={params} />
          </dt>
          <dd style={styles.block}>
            <WholeAddress address={known} marks={differencesOf(known, address)} />
          </dd>
        </div>
      </dl>
      <p className="hint">
        <MarksInWords address={address} marks={differences} />
      </p>
      <Button wide onClick={choose(() => api.setReceiver(known))}>
        <Text k="send.useKnown" />
      </Button>
      <Button wide variant="plain" onClick={choose(() => api.acceptLookalike())}>
        <Text k="send.useEntered" />
      </Button>
    </section>
  )
}
