import type { WalletRow } from '@latchkey/kernel'
import type { ConnectionInfo, Connector, ViewProps } from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode } from 'react'
import { useConnections } from '../hooks.js'
import { Address } from '../kit/Address.js'
import { Button } from '../kit/Button.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Picture } from '../kit/Picture.js'
import { List, Row } from '../kit/Row.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { connectBy, isWallet } from './chooseWallet.js'
import { wordsFor } from './connectWords.js'
import { GetWallet } from './GetWallet.js'
import { useConnectAll, type ConnectAll } from './useConnectAll.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'
import { WithWallets } from './WithWallets.js'

/** The chain families that a provider speaks to and this site knows, by name. */
function useChains(): (connector: Connector) => string {
  const adapters = useObservable(usePorts().adapters)
  const label = useNamespaceLabel()
  return ({ namespaces }) =>
    namespaces
      .filter((namespace) => adapters.some(({ value }) => value.namespace === namespace))
      .map(label)
      .join(', ')
}

/** Closes as a connect does: the wallet list is done with. */
function useLeave(): () => void {
  const { modal, router, options } = usePorts()
  return () => {
    if (options.get().embedded) router.reset('Account')
    else modal.close()
  }
}

interface WayProps {
  row: WalletRow
  connector: Connector
  connection: ConnectionInfo | undefined
  all: ConnectAll
}

/** One provider: its chain, and where it stands. */
function Way({ row, connector, connection, all }: WayProps): ReactNode {
  const session = useSession()
  const ports = usePorts()
  const { attempt } = useConnections()
  const chains = useChains()(connector)
  const { running, errors } = all
  const params = { wallet: row.name }
  if (connection) {
    const [account] = Object.values(connection.scopes).flatMap(({ accounts }) => accounts)
    return (
      <Row
        note={account && <Address address={account.address} namespace={account.namespace} />}
        end={
          <>
            <Text k="ui.connected" />
            <Icon name="check" />
          </>
        }
      >
        <bdi>{chains}</bdi>
      </Row>
    )
  }
  if (running === connector.id) {
    const words = wordsFor(
      undefined,
      attempt?.connectorId === connector.id ? attempt.step.step : 'opening',
    )
    return (
      <Row note={<Text k={words.title} params={params} />} end={<Icon name="loading" />}>
        <bdi>{chains}</bdi>
      </Row>
    )
  }
  const isMissing = connector.availability() === 'missing'
  const error = errors[connector.id]
  const words = error === undefined ? undefined : wordsFor(error, '')
  const choose = (): void => {
    if (isMissing) ports.router.push('ConnectingExternal', { walletId: connector.id })
    else connectBy(row, connector, session, ports, connector.id)
  }
  const note = isMissing ? (
    <Text k="ui.notInstalled" />
  ) : (
    words && (
      <span className={words.isAlarm ? 'error' : undefined}>
        <Text k={words.title} params={params} />
      </span>
    )
  )
  return (
    <Row note={note} end={<Icon name="next" />} disabled={running !== undefined} onClick={choose}>
      <bdi>{chains}</bdi>
    </Row>
  )
}

/** What all of it comes to, in words and for screen readers, and the one thing to do about it. */
function Together({
  rest,
  all,
  done,
  total,
}: {
  rest: readonly Connector[]
  all: ConnectAll
  done: number
  total: number
}): ReactNode {
  const { announce } = useSession()
  const text = useMessages()
  const chains = useChains()
  const leave = useLeave()
  const button = useRef<HTMLButtonElement>(null)
  const isBusy = all.running !== undefined
  const now = rest.find(({ id }) => id === all.running)
  const count = Object.keys(all.errors).length
  const said = now
    ? text('ui.connectingChain', { chain: chains(now) })
    : count
      ? text('ui.connectedSome', { done, total })
      : ''
  useEffect(() => {
    if (said) announce(said)
  }, [said, announce])
  const wasBusy = useRef(false)
  useEffect(() => {
    // What had the focus is gone.
    if (wasBusy.current && !isBusy) button.current?.focus({ preventScroll: true })
    wasBusy.current = isBusy
  }, [isBusy])
  const isWorthIt = rest.length > 1 || isBusy || (count > 0 && rest.length > 0)
  return (
    <>
      {count > 0 && !isBusy && (
        <p className="hint">
          <Text k="ui.connectedSome" params={{ done, total }} />
        </p>
      )}
      {isWorthIt && (
        <Button ref={button} variant="primary" wide busy={isBusy} onClick={() => all.begin(rest)}>
          {now ? (
            <Text k="ui.connectingChain" params={{ chain: chains(now) }} />
          ) : (
            <Text k={count ? 'ui.retry' : done ? 'ui.connectRest' : 'ui.connectAll'} />
          )}
        </Button>
      )}
      {isBusy ? (
        <Button key="cancel" wide onClick={all.stop}>
          <Text k="ui.cancel" />
        </Button>
      ) : (
        done > 0 && (
          <Button key="done" wide onClick={leave}>
            <Text k="ui.done" />
          </Button>
        )
      )}
    </>
  )
}

function Ways({ rows, walletId }: { rows: readonly WalletRow[]; walletId: string }): ReactNode {
  const { connections } = useConnections()
  const all = useConnectAll(useLeave())
  const row = rows.find((each) => isWallet(each, walletId))
  if (!row) return <GetWallet name={walletId} install={undefined} />
  const { connectors } = row
  const connectionOf = ({ id }: Connector): ConnectionInfo | undefined =>
    connections.find(({ connectorId }) => connectorId === id)
  const rest = connectors.filter(
    (connector) => !connectionOf(connector) && connector.availability() !== 'missing',
  )
  return (
    <div className="stack">
      <div className="state">
        <span className="figure">
          <Picture src={row.icon} name={row.name} size="large" />
          {all.running !== undefined && <span className="ring" />}
        </span>
        <h2>
          <bdi>{row.name}</bdi>
        </h2>
        <p>
          <Text k="ui.chooseChainText" params={{ wallet: row.name }} />
        </p>
      </div>
      <List label={{ k: 'ui.chooseChainTitle' }}>
        {connectors.map((connector) => (
          <Way
            key={connector.id}
            row={row}
            connector={connector}
            connection={connectionOf(connector)}
            all={all}
          />
        ))}
      </List>
      <Together
        rest={rest}
        all={all}
        done={connectors.filter(connectionOf).length}
        total={connectors.length}
      />
    </div>
  )
}

/** One wallet that speaks to several chain families by as many providers: each is connected on its own, or all in a row. */
export const ConnectingMultiChain = ({
  params: { walletId },
}: ViewProps<{ walletId: string }>): ReactNode => (
  <WithWallets>{(rows) => <Ways rows={rows} walletId={walletId} />}</WithWallets>
)
