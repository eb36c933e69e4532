import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Button,
  CopyButton,
  Empty,
  explorerLink,
  Icon,
  IconButton,
  Text,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { NamesApi } from '../api.js'
import { styles } from './styles.js'

/** The name that was registered, with its address beside it. */
export function Registered({ api }: ViewProps<undefined, NamesApi>): ReactNode {
  const { registered, offer } = useObservable(api.state)
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus({ preventScroll: true }), [])
  if (!registered)
    return (
      <Empty title="names.nothing" text="names.nothingText">
        <Button onClick={() => api.show('RegisterAccountName')}>
          <Text k="names.title" />
        </Button>
      </Empty>
    )
  const { name, address, network } = registered
  const explorer =
    offer.status === 'ready' && offer.network.id === network
      ? explorerLink(offer.network, address)
      : undefined
  return (
    <div className="state">
      <span className="figure">
        <span className="picture letter round success">
          <Icon name="check" />
        </span>
      </span>
      <h2 ref={headline} tabIndex={-1} style={styles.headline}>
        <Text k="names.isYours" params={{ name }} />
      </h2>
      <div style={styles.name}>
        <bdi dir="ltr">{name}</bdi>
        <CopyButton value={name} label={{ k: 'names.copy' }} />
      </div>
      <div style={styles.name}>
        <Address address={address} namespace="eip155" />
        {explorer && (
          <IconButton
            icon="external"
            label={{ k: 'ui.viewOn', params: { explorer: explorer.name } }}
            href={explorer.url}
          />
        )}
      </div>
      <p style={styles.wrapped}>
        <Text k="names.isYoursText" />
      </p>
      <Button variant="primary" onClick={() => api.show('Receive')}>
        <Text k="names.receive" />
      </Button>
      <Button onClick={() => api.show('names.details', { name })}>
        <Text k="names.detailsTitle" />
      </Button>
    </div>
  )
}
