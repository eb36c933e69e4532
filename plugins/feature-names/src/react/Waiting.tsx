import { Address, Button, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { NamesState } from '../api.js'
import { styles } from './styles.js'
import type { ViewApi } from './useForm.js'

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

/** Shown while the wallet asks the visitor, and while the server stores the name. */
export function Waiting({
  state,
  api,
  address,
}: {
  state: NamesState
  api: ViewApi
  address: string
}): ReactNode {
  const isSigning = state.step === 'signing'
  const isSilent = useSilence(isSigning)
  const headline = useRef<HTMLHeadingElement>(null)
  const k = isSigning ? 'names.inWallet' : 'names.sending'
  useEffect(() => headline.current?.focus({ preventScroll: true }), [k])
  const name = `${state.typed}${api.suffix}`
  return (
    <div className="state" data-step={state.step}>
      <span className="figure">
        <span className="picture letter round">
          <Icon name={isSigning ? 'wallet' : 'refresh'} />
        </span>
        <span className="ring" />
      </span>
      <h2 ref={headline} tabIndex={-1} style={styles.headline}>
        <Text k={k} />
      </h2>
      <p style={styles.wrapped}>
        <Text k={`${k}Text`} params={{ name }} />
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
        <Button onClick={() => api.cancel()}>
          <Text k="names.cancel" />
        </Button>
      )}
    </div>
  )
}
