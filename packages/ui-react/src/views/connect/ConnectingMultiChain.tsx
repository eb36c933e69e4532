import type { WalletRow } from '@latchkey/kernel'
import type { ConnectionInfo, Connector, ViewProps } from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { usePorts } from '../../context.js'
import { useConnections } from '../../hooks.js'
import { Button } from '../../kit/controls/Button.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Picture } from '../../kit/controls/Picture.js'
import { List, Row } from '../../kit/controls/Row.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Address } from '../../kit/text/Address.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { GetWallet } from '../help/GetWallet.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { connectWith, isSameWallet } from './chooseWallet.js'
import { textsFor } from './connectTexts.js'
import { useConnectAll, type ConnectAll } from './useConnectAll.js'
import { WithWallets } from './WithWallets.js'

/** The names of the chain families that a provider serves and this site uses. */
function useChains(): (connector: Connector) => string {
  const adapters = useObservable(usePorts().adapters)
  const label = useNamespaceLabel()
  return ({ namespaces }) =>
    namespaces
      .filter((namespace) => adapters.some(({ value }) => value.namespace === namespace))
      .map(label)
      .join(', ')
}

/** Closes the modal, or leaves the wallet list, as a finished connect does. */
function useFinish(): () => void {
  const { modal, router, options } = usePorts()
  return () => {
    if (options.get().embedded) router.reset('Account')
    else modal.close()
  }
}

interface ProviderRowProps {
  row: WalletRow
  connector: Connector
  connection: ConnectionInfo | undefined
  all: ConnectAll
}

/** One provider with its chain and its state. */
function ProviderRow({ row, connector, connection, all }: ProviderRowProps): ReactNode {
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
    const words = textsFor(
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
  const words = error === undefined ? undefined : textsFor(error, '')
  const choose = (): void => {
    if (isMissing) ports.router.push('ConnectingExternal', { walletId: connector.id })
    else connectWith(row, connector, session, ports, connector.id)
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

/** Focuses a button when the work is done: the element that had the focus was removed then. */
function useFocusWhenDone(button: RefObject<HTMLButtonElement | null>, isBusy: boolean): void {
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) button.current?.focus({ preventScroll: true })
    wasBusy.current = isBusy
  }, [button, isBusy])
}

/** Sums up the states of all providers, on screen and for screen readers, with the next action. */
function Summary({
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
  const announce = useAnnounce()
  const text = useMessages()
  const chains = useChains()
  const leave = useFinish()
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
  useFocusWhenDone(button, isBusy)
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

function Providers({
  rows,
  walletId,
}: {
  rows: readonly WalletRow[]
  walletId: string
}): ReactNode {
  const { connections } = useConnections()
  const all = useConnectAll(useFinish())
  const row = rows.find((each) => isSameWallet(each, walletId))
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
          <ProviderRow
            key={connector.id}
            row={row}
            connector={connector}
            connection={connectionOf(connector)}
            all={all}
          />
        ))}
      </List>
      <Summary
        rest={rest}
        all={all}
        done={connectors.filter(connectionOf).length}
        total={connectors.length}
      />
    </div>
  )
}

/**
 * One wallet with a provider for each of several chain families: the visitor connects them one at a
 * time or all in a row.
 */
export const ConnectingMultiChain = ({
  params: { walletId },
}: ViewProps<{ walletId: string }>): ReactNode => (
  <WithWallets>{(rows) => <Providers rows={rows} walletId={walletId} />}</WithWallets>
)
