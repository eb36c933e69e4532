import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Text, useIsPhone } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { WalletConnectApi } from '../api.js'
import { Code } from './Code.js'
import { Buffering, Ended } from './Ended.js'
import { looks } from './looks.js'
import { useAttempt } from './useAttempt.js'

/** The code alone, for a site that shows no wallet list. On a phone the system is asked which of its wallets takes it. */
export function ConnectingWalletConnectBasic({ api }: ViewProps<undefined, WalletConnectApi>): ReactNode {
  const { state, retry } = useAttempt(api)
  const isPhone = useIsPhone()
  if (state.error) return <Ended state={state} retry={retry} />
  if (state.buffering) return <Buffering />
  const { uri } = state
  return (
    <div style={looks.view} data-platform="qr">
      <Code state={state} api={api} />
      {isPhone && <Button wide variant="primary" disabled={uri === undefined} onClick={() => uri !== undefined && window.open(uri, '_self', 'noreferrer noopener')}><Text k="walletconnect.openAny" /></Button>}
    </div>
  )
}
