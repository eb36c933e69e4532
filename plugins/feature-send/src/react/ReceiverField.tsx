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
import type { Receiver, SendApi, SendState } from '../api.js'
import type { AlertProps } from './Lookalike.js'
import { looks } from './looks.js'
import { WholeAddress } from './WholeAddress.js'

const Warning = ({ k }: { k: string }): ReactNode => (
  <p className="notice" style={looks.warned}>
    <span className="warning">
      <Icon name="warning" />
    </span>
    <span className="main">
      <Text k={k} />
    </span>
  </p>
)

/** Offered where the browser lets a page read what was copied. */
function Paste({ api }: { api: SendApi }): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  // Absent in browsers that have it for extensions only, and on pages that are not secure.
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

/** Whether it looks like a known address and was not accepted. */
export const isBlocked = (receiver: Receiver): boolean =>
  receiver.status === 'ok' && receiver.lookalike !== undefined && !receiver.isLookalikeAccepted

/** Whether an address was entered in another spelling than that of the network. */
const isRespelled = ({ receiver, receiverAddress = '', receiverProfileName }: SendState): boolean =>
  receiver.status === 'ok' &&
  receiverProfileName === undefined &&
  !receiverAddress.includes(':') &&
  receiverAddress.trim().toLowerCase() !== receiver.address.toLowerCase()

function Known({ state }: { state: SendState }): ReactNode {
  const { receiver, receiverProfileName, receiverProfileImageUrl } = state
  const announce = useAnnounce()
  const text = useMessages()
  const name = receiverProfileName === undefined ? undefined : showHidden(receiverProfileName)
  const contact =
    receiver.status !== 'ok' || receiver.contact === undefined
      ? undefined
      : showHidden(receiver.contact)
  const said =
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
    if (said) announce(said)
  }, [said, announce])
  if (receiver.status === 'checking')
    return (
      <p className="hint">
        <Text k="send.checking" />
      </p>
    )
  // Both addresses stand in the alert.
  if (receiver.status !== 'ok' || isBlocked(receiver)) return null
  return (
    <>
      {name !== undefined && (
        <div style={looks.note}>
          <Picture src={receiverProfileImageUrl} name={name} size="small" />
          <strong style={looks.block}>
            <bdi>{name}</bdi>
          </strong>
        </div>
      )}
      <WholeAddress address={receiver.address} />
      {isRespelled(state) && (
        <p className="hint">
          <Text k="send.respelled" />
        </p>
      )}
      {contact !== undefined && (
        <p className="hint" style={looks.note}>
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
          <p className="hint" style={looks.note}>
            <Icon name="info" />
            <Text k="send.first" />
          </p>
        )
      )}
      {receiver.lookalike && <Warning k="send.accepted" />}
    </>
  )
}

/** The alert, which few visitors ever need, comes when there is something to compare. Sending is blocked meanwhile, and the reason stands here. */
function Alert(props: AlertProps): ReactNode {
  const [Drawn, setDrawn] = useState<(props: AlertProps) => ReactNode>()
  useEffect(() => {
    let isGone = false
    void import('./Lookalike.js').then(
      ({ LookalikeAlert }) => isGone || setDrawn(() => LookalikeAlert),
      () => undefined,
    )
    return () => void (isGone = true)
  }, [])
  return Drawn ? <Drawn {...props} /> : <Warning k="send.lookalike" />
}

/** To whom, and what is known of them. */
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
  const place = useRef<HTMLDivElement>(null)
  const isAnswered = useRef(false)
  // The button that was pressed is gone.
  useEffect(() => {
    if (!isAnswered.current || isBlocked(receiver)) return
    isAnswered.current = false
    ;(next.current?.disabled === false ? next.current : place.current)?.focus()
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
    <div ref={place} tabIndex={-1} className="stack" style={{ ...looks.place, gap: 8 }}>
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
      <Known state={state} />
      {receiver.status === 'ok' && isBlocked(receiver) && (
        <Alert
          key={receiver.address}
          receiver={receiver}
          api={api}
          onDone={() => void (isAnswered.current = true)}
        />
      )}
    </div>
  )
}
