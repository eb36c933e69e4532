import type { WalletRow } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { usePorts, useSession } from '../session/context.js'
import { ListedButton } from './AllWallets.js'
import { chooseListed } from './chooseListed.js'
import { useFirst } from './useFirst.js'

/** The featured wallets and the site's own that the page has no way to, as rows of the list around. */
export function FirstRows({
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
      {useFirst(rows, wanted).map((wallet) => (
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
