import type { WalletRow } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { List, Row } from '../kit/Row.js'
import { Picture } from '../kit/Picture.js'
import { Text } from '../kit/messages.js'
import { usePorts, useSession } from '../session/context.js'
import { chooseWallet } from './chooseWallet.js'

const Tag = ({ row }: { row: WalletRow }): ReactNode =>
  row.installed ? <Text k="ui.installed" /> : row.recent ? <Text k="ui.recent" /> : null

/** A second wallet of a name that is taken: what else it goes by, to tell the two apart. */
const Warning = ({ row }: { row: WalletRow }): ReactNode => {
  const rdns = row.connectors[0]?.rdns
  return (
    <span className="warning">
      <Text k="ui.lookalike" />
      {rdns !== undefined && (
        <>
          {' '}
          <bdi dir="ltr">{rdns}</bdi>
        </>
      )}
    </span>
  )
}

/** A wallet that the page has a way to. */
export function WalletButton({
  row,
  disabled,
  tabIndex,
}: {
  row: WalletRow
  disabled: boolean
  tabIndex?: 0 | -1
}): ReactNode {
  const ports = usePorts()
  const session = useSession()
  return (
    <Row
      start={<Picture src={row.icon} name={row.name} />}
      end={row.installed || row.recent ? <Tag row={row} /> : undefined}
      note={row.lookalike ? <Warning row={row} /> : undefined}
      disabled={disabled}
      tabIndex={tabIndex}
      onApproach={() => session.prepare(row)}
      onClick={() => chooseWallet(row, session, ports)}
    >
      <bdi>{row.name}</bdi>
    </Row>
  )
}

/** One row a wallet. `children` are rows after them. */
export function WalletList({
  rows,
  disabled,
  children,
}: {
  rows: readonly WalletRow[]
  disabled: boolean
  children?: ReactNode
}): ReactNode {
  return (
    <List label={{ k: 'ui.wallets' }}>
      {[
        ...rows.map((row) => <WalletButton key={row.id} row={row} disabled={disabled} />),
        children,
      ]}
    </List>
  )
}
