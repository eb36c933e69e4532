import {
  Button,
  Field,
  Icon,
  IconButton,
  Picture,
  showHidden,
  Text,
  useAnnounce,
  useMessages,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { SendApi, SendState } from '../../api.js'
import { isBlocked } from '../../receiver/lookalikes.js'
import type { AlertProps } from './LookalikeAlert.js'
import { styles } from '../styles.js'
import { WholeAddress } from '../WholeAddress.js'

export const Warning = ({ k }: { k: string }): ReactNode => (
  <p className="notice" style={styles.warned}>
    <span className="warning">
      <Icon name="warning" />
    </span>
    <span className="main">
      <Text k={k} />
    </span>
  </p>
)

/** Shown where the browser lets a page read the clipboard. */
function Paste({ api }: { api: SendApi }): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  // Absent on pages that are not secure, and in browsers that give it to extensions only.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined
  if (!clipboard?.readText) return null
  const paste = (): void =>
    void clipboard.readText!().then(
      (copied) => api.setReceiver(copied.trim()),
      () => announce(text('send.pasteFailed'), 'assertive'),
    )
  return (
    <Button variant="plain" onClick={paste}>
      <Text k="send.paste" />
    </Button>
  )
}

/** Whether the entered address is spelled differently on this network. */
const isRespelled = ({ receiver, receiverAddress = '', receiverProfileName }: SendState): boolean =>
  receiver.status === 'ok' &&
  receiverProfileName === undefined &&
  !receiverAddress.includes(':') &&
  receiverAddress.trim().toLowerCase() !== receiver.address.toLowerCase()

const SOURCES: Readonly<Record<string, string>> = { own: 'send.nameOwn', ens: 'send.nameEns' }

/** The place that knew the name. */
const NameSource = ({ source }: { source: string }): ReactNode => (
  <p className="hint">
    <Text
      k={Object.hasOwn(SOURCES, source) ? SOURCES[source]! : 'send.nameFrom'}
      params={{ source: showHidden(source) }}
    />
  </p>
)

// eslint-disable-next-line max-lines-per-function -- the markup of one part of the field
function ReceiverFacts({ state }: { state: SendState }): ReactNode {
  const { receiver, receiverProfileName, receiverProfileImageUrl, receiverNameSource } = state
  const announce = useAnnounce()
  const text = useMessages()
  const name = receiverProfileName === undefined ? undefined : showHidden(receiverProfileName)
  const contact =
    receiver.status !== 'ok' || receiver.contact === undefined
      ? undefined
      : showHidden(receiver.contact)
  const message =
    receiver.status === 'checking'
      ? text('send.checking')
      : receiver.status !== 'ok' || isBlocked(receiver)
        ? ''
        : name !== undefined
          ? text('send.resolved', { name, address: receiver.address })
          : contact !== undefined
            ? text('send.contact', { name: contact })
            : text(
                receiver.isOwn ? 'send.own' : receiver.isFirst ? 'send.first' : 'send.receiverRead',
              )
  useEffect(() => {
    if (message) announce(message)
  }, [message, announce])
  if (receiver.status === 'checking')
    return (
      <p className="hint">
        <Text k="send.checking" />
      </p>
    )
  // The alert shows both addresses.
  if (receiver.status !== 'ok' || isBlocked(receiver)) return null
  return (
    <>
      {name !== undefined && (
        <div style={styles.note}>
          <Picture src={receiverProfileImageUrl} name={name} size="small" />
          <strong style={styles.block}>
            <bdi>{name}</bdi>
          </strong>
        </div>
      )}
      {name !== undefined && receiverNameSource !== undefined && (
        <NameSource source={receiverNameSource} />
      )}
      <WholeAddress address={receiver.address} />
      {isRespelled(state) && (
        <p className="hint">
          <Text k="send.respelled" />
        </p>
      )}
      {contact !== undefined && (
        <p className="hint" style={styles.note}>
          <Icon name="check" />
          <Text k="send.contact" params={{ name: contact }} />
        </p>
      )}
      {receiver.isOwn ? (
        <p className="hint">
          <Text k="send.own" />
        </p>
      ) : (
        receiver.isFirst &&
        contact === undefined && (
          <p className="hint" style={styles.note}>
            <Icon name="info" />
            <Text k="send.first" />
          </p>
        )
      )}
      {receiver.lookalike && <Warning k="send.accepted" />}
      {receiver.similarName && <Warning k="send.acceptedName" />}
    </>
  )
}

/**
 * Loads the alert, which few visitors ever need. Until it is there, sending is blocked and a warning
 * says why.
 */
function LazyAlert(props: AlertProps): ReactNode {
  const [Loaded, setLoaded] = useState<(props: AlertProps) => ReactNode>()
  useEffect(() => {
    void import('./Alert.js').then(
      ({ Alert }) => setLoaded(() => Alert),
      () => undefined,
    )
  }, [])
  if (Loaded) return <Loaded {...props} />
  return <Warning k={props.receiver.lookalike ? 'send.lookalike' : 'send.similarName'} />
}

/** The receiver's field, and the facts that are known about the address. */
// eslint-disable-next-line max-lines-per-function -- the markup of one field
export function ReceiverField({
  state,
  api,
  next,
}: {
  state: SendState
  api: SendApi
  next: RefObject<HTMLButtonElement | null>
}): ReactNode {
  const { receiver, receiverAddress = '', takesNames, contacts = [] } = state
  const container = useRef<HTMLDivElement>(null)
  const isAnswered = useRef(false)
  // The pressed button has gone with the alert: the focus moves on.
  useEffect(() => {
    if (!isAnswered.current || isBlocked(receiver)) return
    isAnswered.current = false
    ;(next.current?.disabled === false ? next.current : container.current)?.focus()
  }, [receiver, next])
  const error =
    receiver.status === 'refused' ? { k: receiver.problem, params: receiver.params } : undefined
  const end =
    receiverAddress === '' ? (
      <Paste api={api} />
    ) : receiver.status === 'checking' ? (
      <Icon name="loading" />
    ) : (
      <IconButton icon="close" label={{ k: 'send.clear' }} onClick={() => api.setReceiver('')} />
    )
  return (
    <div ref={container} tabIndex={-1} className="stack" style={{ ...styles.focusTarget, gap: 8 }}>
      <Field
        label={{ k: 'send.to' }}
        value={receiverAddress}
        onChange={(text) => api.setReceiver(text)}
        error={error}
        placeholder={{ k: takesNames ? 'send.toWithName' : 'send.toPlaceholder' }}
        end={end}
        input={{
          autoComplete: 'off',
          spellCheck: false,
          ...(receiverAddress !== '' && { dir: 'auto' }),
          enterKeyHint: 'done',
          maxLength: 4096,
        }}
      />
      {receiverAddress === '' && contacts.length > 0 && (
        <Button wide onClick={() => api.show('send.contacts')}>
          <Text k="send.chooseContact" />
        </Button>
      )}
      <ReceiverFacts state={state} />
      {receiver.status === 'ok' && isBlocked(receiver) && (
        <LazyAlert
          key={receiver.address}
          receiver={receiver}
          api={api}
          onDone={() => void (isAnswered.current = true)}
        />
      )}
    </div>
  )
}
