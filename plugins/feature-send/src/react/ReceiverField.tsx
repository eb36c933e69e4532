import { Button, Field, Icon, IconButton, Picture, showHidden, Text, useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode, type RefObject } from 'react'
import type { SendApi, SendState } from '../api.js'
import { LookalikeAlert } from './Lookalike.js'
import { looks } from './looks.js'
import { WholeAddress } from './WholeAddress.js'

/** Offered where the browser lets a page read what was copied. */
function Paste({ api }: { api: SendApi }): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  // Absent in browsers that have it for extensions only, and on pages that are not secure.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined
  if (!clipboard?.readText) return null
  const paste = (): void => void clipboard.readText!().then((copied) => api.setReceiver(copied.trim()), () => announce(text('send.pasteFailed'), 'assertive'))
  return <Button variant="plain" onClick={paste}><Text k="send.paste" /></Button>
}

function Known({ state: { receiver, receiverProfileName, receiverProfileImageUrl } }: { state: SendState }): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const name = receiverProfileName === undefined ? undefined : showHidden(receiverProfileName)
  const said = receiver.status === 'ok' ? [name, receiver.isOwn ? text('send.own') : receiver.isFirst ? text('send.first') : text('send.receiverRead')].filter(Boolean).join('. ') : receiver.status === 'checking' ? text('send.checking') : ''
  useEffect(() => {
    if (said) announce(said)
  }, [said, announce])
  if (receiver.status === 'checking') return <p className="hint"><Text k="send.checking" /></p>
  if (receiver.status !== 'ok') return null
  return (
    <>
      {name !== undefined && <div style={looks.note}><Picture src={receiverProfileImageUrl} name={name} size="small" /><strong style={looks.block}><bdi>{name}</bdi></strong></div>}
      <WholeAddress address={receiver.address} />
      {receiver.isOwn ? <p className="hint"><Text k="send.own" /></p> : receiver.isFirst && <p className="hint" style={looks.note}><Icon name="info" /><Text k="send.first" /></p>}
      {receiver.lookalike && receiver.isLookalikeAccepted && <p className="hint warning" style={looks.note}><Icon name="warning" /><Text k="send.accepted" /></p>}
    </>
  )
}

/** To whom, and what is known of them. */
export function ReceiverField({ state, api, next }: { state: SendState; api: SendApi; next: RefObject<HTMLElement | null> }): ReactNode {
  const { receiver, receiverAddress = '' } = state
  const error = receiver.status === 'refused' ? { k: receiver.problem, params: receiver.params } : undefined
  const end = receiverAddress === '' ? <Paste api={api} /> : receiver.status === 'checking' ? <Icon name="loading" /> : <IconButton icon="close" label={{ k: 'send.clear' }} onClick={() => api.setReceiver('')} />
  return (
    <div className="stack" style={{ gap: 8 }}>
      <Field
        label={{ k: 'send.to' }} value={receiverAddress} onChange={(text) => api.setReceiver(text)} error={error} placeholder={{ k: 'send.toPlaceholder' }} end={end}
        input={{ autoComplete: 'off', spellCheck: false, dir: 'auto', enterKeyHint: 'done', maxLength: 4096 }}
      />
      <Known state={state} />
      {receiver.status === 'ok' && receiver.lookalike && !receiver.isLookalikeAccepted && <LookalikeAlert key={receiver.address} receiver={receiver} api={api} onDone={() => next.current?.focus()} />}
    </div>
  )
}
