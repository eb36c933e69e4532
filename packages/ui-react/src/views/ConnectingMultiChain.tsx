import type { WalletRow } from '@latchkey/kernel'
import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Picture } from '../kit/Picture.js'
import { List, Row } from '../kit/Row.js'
import { usePorts, useSession } from '../session/context.js'
import { isWallet } from './chooseWallet.js'
import { GetWallet } from './GetWallet.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'
import { WithWallets } from './WithWallets.js'

function Ways({ rows, walletId }: { rows: readonly WalletRow[]; walletId: string }): ReactNode {
  const session = useSession()
  const { router } = usePorts()
  const text = useMessages()
  const label = useNamespaceLabel()
  const row = rows.find((each) => isWallet(each, walletId))
  if (!row) return <GetWallet name={walletId} install={undefined} />
  return (
    <div className="stack">
      <div className="state">
        <span className="figure"><Picture src={row.icon} name={row.name} size="large" /></span>
        <h2><bdi>{row.name}</bdi></h2>
        <p><Text k="ui.chooseChainText" params={{ wallet: row.name }} /></p>
      </div>
      <List label={text('ui.chooseChainTitle')}>
        {row.connectors.map((connector) => (
          <Row
            key={connector.id}
            end={<Icon name="next" />}
            onClick={() => {
              session.connect(row, connector)
              router.push('ConnectingExternal', { walletId: row.id })
            }}
          >
            {connector.namespaces.map(label).join(', ')}
          </Row>
        ))}
      </List>
    </div>
  )
}

/** One wallet that speaks to several chain families by as many providers: each is connected on its own. */
export const ConnectingMultiChain = ({ params: { walletId } }: ViewProps<{ walletId: string }>): ReactNode => <WithWallets>{(rows) => <Ways rows={rows} walletId={walletId} />}</WithWallets>
