import { Button, Icon, Text, useCopy, useIsPhone, useLabel } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { WalletConnectApi } from '../api.js'
import { EXPIRY_MARGIN_MS, type PairingState } from '../pairing/machine.js'
import { looks } from './looks.js'
import { Qr } from './Qr.js'
import { useTimeLeft } from './useAttempt.js'

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

export function CopyLink({ uri }: { uri: string | undefined }): ReactNode {
  const { state, copy } = useCopy()
  const label =
    state === 'copied'
      ? 'walletconnect.copied'
      : state === 'failed'
        ? 'walletconnect.copyFailed'
        : 'walletconnect.copy'
  return (
    <Button wide disabled={uri === undefined} onClick={() => uri !== undefined && copy(uri)}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <Text k={label} />
    </Button>
  )
}

/** Shows how long the code can still be used. */
function Countdown({ expiresAt }: { expiresAt: number | undefined }): ReactNode {
  const left = useTimeLeft(expiresAt === undefined ? undefined : expiresAt - EXPIRY_MARGIN_MS)
  if (left === undefined)
    return (
      <span style={looks.muted}>
        <Text k="walletconnect.making" />
      </span>
    )
  return (
    <span style={looks.muted} role="timer">
      <Text k="walletconnect.newCodeIn" params={{ time: clock(left) }} />
    </span>
  )
}

/**
 * A link that lets the phone's system choose the wallet: a second device to scan the code is seldom
 * at hand.
 */
function OpenAny({ uri }: { uri: string | undefined }): ReactNode {
  return (
    <Button
      wide
      variant="primary"
      disabled={uri === undefined}
      onClick={() => uri !== undefined && window.open(uri, '_self', 'noreferrer noopener')}
    >
      <Text k="walletconnect.openAny" />
    </Button>
  )
}

/** The code, or an empty place for it; below it the link that it holds. */
export function Code({
  state: { uri, expiresAt },
  wallet,
  api,
}: {
  state: PairingState
  wallet?: string | undefined
  api: WalletConnectApi
}): ReactNode {
  const named = useLabel()
  const isPhone = useIsPhone()
  return (
    <div style={looks.code}>
      {isPhone && wallet === undefined && <OpenAny uri={uri} />}
      <h2 style={looks.headline}>
        {wallet === undefined ? (
          <Text k="walletconnect.scan" />
        ) : (
          <Text k="walletconnect.scanWith" params={{ wallet }} />
        )}
      </h2>
      {uri === undefined ? (
        <span
          className="skeleton"
          style={looks.qr}
          role="status"
          {...named({ k: 'walletconnect.making' })}
        />
      ) : (
        <Qr text={uri} label={{ k: 'walletconnect.code' }} />
      )}
      <Countdown expiresAt={expiresAt} />
      {api.ownRelay !== undefined && (
        <p style={looks.muted}>
          <Text k="walletconnect.ownRelay" params={{ relay: new URL(api.ownRelay).host }} />
        </p>
      )}
      <CopyLink uri={uri} />
    </div>
  )
}
