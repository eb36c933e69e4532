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
import { useSayFound } from './useSayFound.js'

/** From how many on a search field is worth its place, and how many rows are drawn. */
const MANY = 7
const ROWS = 100

/** Whom the visitor knows, to choose from. */
export function SendContacts({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const { contacts = [], namespace } = useObservable(api.state)
  const [typed, setTyped] = useState('')
  const search = typed.trim().toLowerCase()
  const found = contacts.filter(({ name, address }) =>
    [name, address].some((text) => text.toLowerCase().includes(search)),
  )
  useSayFound(search, found.length, 'send.contactsFound')
  const choose = (address: string): void => {
    api.setReceiver(address)
    api.back()
  }
  return (
    <div className="stack">
      {contacts.length >= MANY && (
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
        {found.slice(0, ROWS).map(({ name, address }) => {
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
      {found.length > ROWS && (
        <p className="hint">
          <Text k="send.moreContacts" params={{ count: found.length - ROWS }} />
        </p>
      )}
    </div>
  )
}
