import { Button, Icon, showHidden, Text, useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { Receiver, SendApi } from '../api.js'
import { differencesOf } from '../receiver/lookalike.js'
import { looks } from './looks.js'
import { MarksInWords, WholeAddress } from './WholeAddress.js'

const WHO = {
  history: 'send.lookalikeHistory',
  contact: 'send.lookalikeContact',
  account: 'send.lookalikeAccount',
} as const
const KNOWN = {
  history: 'send.knownHistory',
  contact: 'send.knownContact',
  account: 'send.knownAccount',
} as const

export interface AlertProps {
  receiver: Receiver & { status: 'ok' }
  api: SendApi
  onDone(): void
}

/** Stands in the way until the visitor says that the address is meant: both, with what differs. */
export function LookalikeAlert({
  receiver: { address, lookalike },
  api,
  onDone,
}: AlertProps): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const id = useId()
  const headline = text('send.lookalike')
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    announce(headline, 'assertive')
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [announce, headline])
  if (!lookalike) return null
  const { known, from, name, differences } = lookalike
  const params = { name: showHidden(name ?? '') }
  const choose = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <section ref={place} style={looks.alert} aria-labelledby={id} data-alert="lookalike">
      <h2 id={id} style={looks.title}>
        <span className="warning">
          <Icon name="warning" />
        </span>
        <Text k="send.lookalike" />
      </h2>
      <p style={looks.block}>
        <Text
          k={
            name === undefined
              ? WHO[from === 'contact' ? 'history' : from]
              : WHO[from === 'history' ? 'contact' : from]
          }
          params={params}
        />
      </p>
      <dl style={looks.facts}>
        <div>
          <dt className="hint">
            <Text k="send.entered" />
          </dt>
          <dd style={looks.block}>
            <WholeAddress address={address} marks={differences} />
          </dd>
        </div>
        <div>
          <dt className="hint">
            <Text
              k={
                name === undefined
                  ? KNOWN[from === 'contact' ? 'history' : from]
                  : KNOWN[from === 'history' ? 'contact' : from]
              }
              params={params}
            />
          </dt>
          <dd style={looks.block}>
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
