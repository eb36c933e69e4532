import type { WalletRow } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { Picture } from '../../kit/controls/Picture.js'
import { List, Row } from '../../kit/controls/Row.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { chooseWallet } from './chooseWallet.js'

const Tag = ({ row }: { row: WalletRow }): ReactNode =>
  row.installed ? <Text k="ui.installed" /> : row.recent ? <Text k="ui.recent" /> : null

/** The rdns of a wallet whose name is already taken, so that the visitor can tell the two apart. */
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

/** The row of a wallet that the page can reach. */
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
  const announce = useAnnounce()
  const text = useMessages()
  const warn = (): void => announce(text('ui.lookalike'), 'assertive')
  return (
    <Row
      start={<Picture src={row.icon} name={row.name} />}
      end={row.installed || row.recent ? <Tag row={row} /> : undefined}
      note={row.lookalike ? <Warning row={row} /> : undefined}
      disabled={disabled}
      tabIndex={tabIndex}
      onApproach={() => session.approach(row)}
      onClick={() => chooseWallet(row, session, ports, warn)}
    >
      <bdi>{row.name}</bdi>
    </Row>
  )
}

/** A list with a row for each wallet. `children` are rows after them. */
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
        // By its connector, which keeps its id when the row is marked: the focus stays.
        ...rows.map((row) => (
          <WalletButton key={row.connectors[0]?.id ?? row.id} row={row} disabled={disabled} />
        )),
        children,
      ]}
    </List>
  )
}
