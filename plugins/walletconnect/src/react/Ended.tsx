import {
  Button,
  ErrorDetails,
  ErrorText,
  Icon,
  Picture,
  Text,
  useAnnounce,
  useMessages,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { PairingState } from '../pairing/machine.js'

const WORDS: Readonly<Record<string, { title: string; text?: string; isAlarm?: true }>> = {
  rejected: { title: 'walletconnect.rejected', text: 'walletconnect.rejectedText' },
  expired: { title: 'walletconnect.expired', text: 'walletconnect.expiredText' },
  offline: { title: 'walletconnect.offline', text: 'walletconnect.offlineText' },
  failed: { title: 'walletconnect.failed', isAlarm: true },
}

/** Says why the attempt ended, with a button for another code. */
export function Ended({
  state: { status, cause },
  wallet,
  icon,
  retry,
}: {
  state: PairingState
  wallet?: string | undefined
  icon?: string | undefined
  retry(): void
}): ReactNode {
  const text = useMessages()
  const announce = useAnnounce()
  const button = useRef<HTMLButtonElement>(null)
  const { title, text: key, isAlarm } = WORDS[status] ?? WORDS['failed']!
  const headline = text(title)
  const params = { wallet: wallet ?? text('walletconnect.yourWallet') }
  useEffect(() => {
    announce(headline, isAlarm ? 'assertive' : 'polite')
    button.current?.focus({ preventScroll: true })
  }, [announce, headline, isAlarm])
  return (
    <div className="state" data-step={status}>
      <span className="figure">
        {wallet === undefined ? (
          <span className="picture letter round">
            <Icon name={isAlarm ? 'warning' : 'info'} />
          </span>
        ) : (
          <Picture src={icon} name={wallet} size="large" />
        )}
      </span>
      <h2>
        <Text k={title} />
      </h2>
      <p>{key === undefined ? <ErrorText error={cause} /> : <Text k={key} params={params} />}</p>
      <Button ref={button} variant="primary" onClick={retry}>
        <Text k="walletconnect.retry" />
      </Button>
      {isAlarm && <ErrorDetails error={cause} />}
    </div>
  )
}

/** Shown after the wallet answered, until its session is open. */
export function Buffering({
  wallet,
  icon,
}: {
  wallet?: string | undefined
  icon?: string | undefined
}): ReactNode {
  const text = useMessages()
  const announce = useAnnounce()
  useEffect(() => announce(text('walletconnect.buffering')), [announce, text])
  return (
    <div className="state" data-step="buffering">
      <span className="figure">
        <Picture src={icon} name={wallet ?? text('walletconnect.yourWallet')} size="large" />
        <span className="ring" />
      </span>
      <h2>
        <Text k="walletconnect.buffering" />
      </h2>
      <p>
        <Text k="walletconnect.bufferingText" />
      </p>
    </div>
  )
}
