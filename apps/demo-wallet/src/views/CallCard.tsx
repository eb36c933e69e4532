import type { ReactNode } from 'react'
import type { Call } from '../wallet/state.js'
import type { DemoWallet } from '../wallet/wallet.js'
import { describe } from '../wallet/words.js'
import { Decision, YesNo } from './parts.js'

export function CallCard({
  call,
  wallet,
  busy,
  more,
}: {
  call: Call
  wallet: DemoWallet
  busy: boolean
  more: number
}): ReactNode {
  const { title, lines, warning } = describe(call.request, wallet.world, call.key)
  return (
    <Decision title={`${title}?`} peer={call.peer} more={more}>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {warning !== undefined && <p className="warning">{warning}</p>}
      <details>
        <summary>As it was sent</summary>
        <pre>
          {JSON.stringify({ method: call.request.method, params: call.request.params }, null, 2)}
        </pre>
      </details>
      <YesNo
        yes="Approve"
        no="Reject"
        busy={busy}
        onYes={() => void wallet.allow(call)}
        onNo={() => void wallet.reject(call)}
      />
    </Decision>
  )
}
