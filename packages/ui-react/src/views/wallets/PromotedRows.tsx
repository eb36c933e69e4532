import type { WalletRow } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useSession } from '../../session/context.js'
import { ListedButton } from './AllWallets.js'
import { chooseListed } from './chooseListed.js'
import { usePromotedWallets } from './usePromotedWallets.js'

/** Rows for featured and custom wallets that the page itself cannot reach. */
export function PromotedRows({
  rows,
  wanted,
  disabled,
}: {
  rows: readonly WalletRow[]
  wanted: string | undefined
  disabled: boolean
}): ReactNode {
  const ports = usePorts()
  const { prepare } = useSession()
  return (
    <ul className="list">
      {usePromotedWallets(rows, wanted).map((wallet) => (
        <li key={wallet.id}>
          <ListedButton
            wallet={wallet}
            disabled={disabled}
            tabIndex={0}
            choose={(chosen) => chooseListed(chosen, wanted, ports)}
            prepare={() => rows.forEach(prepare)}
          />
        </li>
      ))}
    </ul>
  )
}
