import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import type { WalletConnectApi } from '../api.js'
import { Code } from './Code.js'
import { Buffering, Ended } from './Ended.js'
import { looks } from './looks.js'
import { useAttempt } from './useAttempt.js'

/** The code alone, for a site without a wallet list. */
export function ConnectingWalletConnectBasic({
  api,
}: ViewProps<undefined, WalletConnectApi>): ReactNode {
  const { state, retry } = useAttempt(api)
  if (state.error) return <Ended state={state} retry={retry} />
  if (state.buffering) return <Buffering />
  return (
    <div style={looks.view} data-platform="qr">
      <Code state={state} api={api} />
    </div>
  )
}
