import { Address, Button, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { styles } from './styles.js'

/** A wallet that said nothing for so long may have lost the request. */
const SILENT_MS = 30_000

/** Whether the wallet is silent. */
function useSilence(isSigning: boolean): boolean {
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    if (!isSigning) return
    const timer = setTimeout(() => setSilent(true), SILENT_MS)
    return () => clearTimeout(timer)
  }, [isSigning])
  return isSigning && isSilent
}

/** The keys of the texts: what is signed, and what the server then does. */
export interface WaitingWords {
  signing: string
  sending: string
  sendingText: string
}

/** Shown while the wallet asks the visitor, and while the server does what was signed. */
export function Waiting({
  isSigning,
  words,
  name,
  address,
  onCancel,
}: {
  isSigning: boolean
  words: WaitingWords
  name: string
  address: string
  onCancel(): void
}): ReactNode {
  const isSilent = useSilence(isSigning)
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus({ preventScroll: true }), [isSigning])
  return (
    <div className="state" data-step={isSigning ? 'signing' : 'sending'}>
      <span className="figure">
        <span className="picture letter round">
          <Icon name={isSigning ? 'wallet' : 'refresh'} />
        </span>
        <span className="ring" />
      </span>
      <h2 ref={headline} tabIndex={-1} style={styles.headline}>
        <Text k={isSigning ? 'names.inWallet' : words.sending} />
      </h2>
      <p style={styles.wrapped}>
        <Text k={isSigning ? words.signing : words.sendingText} params={{ name }} />
      </p>
      <p style={styles.wrapped}>
        <Address address={address} namespace="eip155" />
      </p>
      {isSilent && (
        <p className="hint" role="status">
          <Text k="names.silent" />
        </p>
      )}
      {isSigning && (
        <Button onClick={onCancel}>
          <Text k="names.cancel" />
        </Button>
      )}
    </div>
  )
}
