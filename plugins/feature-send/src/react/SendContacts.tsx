import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Empty,
  Field,
  Icon,
  List,
  Picture,
  Row,
  showHidden,
  Text,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { SendApi } from '../api.js'
import { useAnnounceFound } from './useAnnounceFound.js'

/** Shorter lists have no search field. */
const MIN_FOR_SEARCH = 7
/** Rows that are drawn at a time. */
const MAX_ROWS = 100

/** The contacts of the visitor, to choose the receiver from. */
export function SendContacts({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const { contacts = [], namespace } = useObservable(api.state)
  const [typed, setTyped] = useState('')
  const search = typed.trim().toLowerCase()
  const found = contacts.filter(({ name, address }) =>
    [name, address].some((text) => text.toLowerCase().includes(search)),
  )
  useAnnounceFound(search, found.length, 'send.contactsFound')
  const choose = (address: string): void => {
    api.setReceiver(address)
    api.back()
  }
  return (
    <div className="stack">
      {contacts.length >= MIN_FOR_SEARCH && (
        <Field
          label={{ k: 'send.searchContacts' }}
          labelHidden
          placeholder={{ k: 'send.searchContacts' }}
          value={typed}
          onChange={setTyped}
          start={<Icon name="search" />}
          input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
        />
      )}
      {!found.length && <Empty title="send.noToken" text="send.noContactText" icon="search" />}
      <List label={{ k: 'send.contactsTitle' }}>
        {found.slice(0, MAX_ROWS).map(({ name, address }) => {
          const short = (
            <Address address={address} {...(namespace !== undefined && { namespace })} />
          )
          return (
            <Row
              key={address}
              onClick={() => choose(address)}
              start={<Picture name={name || address} />}
              note={name ? short : undefined}
            >
              {name ? <bdi>{showHidden(name)}</bdi> : short}
            </Row>
          )
        })}
      </List>
      {found.length > MAX_ROWS && (
        <p className="hint">
          <Text k="send.moreContacts" params={{ count: found.length - MAX_ROWS }} />
        </p>
      )}
    </div>
  )
}
