import type { WalletRow } from '@latchkey/kernel'
import {
  isLatchkeyError,
  type Connector,
  type DirectoryWallet,
  type MessageParams,
  type ViewProps,
} from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { ErrorDetails, ErrorText, useErrorText } from '../../kit/blocks/states.js'
import { Button } from '../../kit/controls/Button.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Picture } from '../../kit/controls/Picture.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { wordsOf } from '../../kit/text/errorText.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { GetWallet } from '../help/GetWallet.js'
import { connectorsFor, isSameWallet } from './chooseWallet.js'
import { textsFor } from './connectTexts.js'
import { WithWallets } from './WithWallets.js'

/** The error's own text, if it says more than the headline. */
function Reason({
  error,
  headline,
  params,
}: {
  error: unknown
  headline: string
  params: MessageParams
}): ReactNode {
  const text = useErrorText()(error)
  return text === headline || wordsOf(error).code === undefined ? (
    <Text k="ui.failedText" params={params} />
  ) : (
    <ErrorText error={error} />
  )
}

function Progress({ row, connector }: { row: WalletRow; connector: Connector }): ReactNode {
  const session = useSession()
  const announce = useAnnounce()
  const { connections, options } = usePorts()
  const text = useMessages()
  const attempt = useObservable(session.attempt)
  const { attempt: running } = useObservable(connections)
  const button = useRef<HTMLButtonElement>(null)
  const mine = attempt?.connectorId === connector.id ? attempt : undefined
  const step = running?.connectorId === connector.id ? running.step.step : 'opening'
  const words = textsFor(mine?.error, step)
  const params = { wallet: row.name, app: useObservable(options).metadata.name }
  const headline = text(words.title, params)
  // Once a connect has succeeded the view is about to be left, and has nothing more to say.
  const isNews = running?.connectorId === connector.id || mine?.error !== undefined
  useEffect(() => {
    if (isNews) announce(headline, words.isAlarm ? 'assertive' : 'polite')
    if (words.retry) button.current?.focus({ preventScroll: true })
  }, [announce, headline, words, isNews])
  return (
    <div className="state" data-step={mine?.error === undefined ? step : 'failed'}>
      <span className="figure">
        <Picture src={row.icon} name={row.name} size="large" />
        {mine?.error === undefined && <span className="ring" />}
        {words.mark && mine?.error !== undefined && (
          <span className={words.isAlarm ? 'mark error' : 'mark'}>
            <Icon name={words.mark} />
          </span>
        )}
      </span>
      <h2>
        <Text k={words.title} params={params} />
      </h2>
      <p>
        {words.text ? (
          <Text k={words.text} params={params} />
        ) : (
          <Reason error={mine?.error} headline={headline} params={params} />
        )}
      </p>
      {words.retry && (
        <Button ref={button} variant="primary" onClick={() => session.connect(row, connector)}>
          <Text k={words.retry} params={params} />
        </Button>
      )}
      {words.isAlarm && <ErrorDetails error={mine?.error} />}
    </div>
  )
}

type Params = { walletId: string; wallet?: DirectoryWallet }

function Connecting({
  rows,
  walletId,
  wallet,
}: Params & { rows: readonly WalletRow[] }): ReactNode {
  const session = useSession()
  const { modal, router } = usePorts()
  const attempt = useObservable(session.attempt)
  const named = rows.find((each) => isSameWallet(each, walletId))
  // The row of the wallet that is asked: it gets another id when it is marked as a look-alike.
  const asked =
    attempt && (attempt.walletId === walletId || attempt.walletId === named?.id)
      ? rows.find(({ connectors }) => connectors.some(({ id }) => id === attempt.connectorId))
      : undefined
  const row = asked ?? named
  const connector =
    asked?.connectors.find(({ id }) => id === attempt?.connectorId) ??
    (row &&
      (row.connectors.find(({ id }) => id === walletId) ??
        connectorsFor(row, session.wanted.get())[0]))
  const isMissing =
    connector?.availability() === 'missing' ||
    isLatchkeyError(attempt?.error, 'wallet.not_installed')
  useEffect(() => {
    // A wallet may answer, and the view be left, before it is drawn.
    const isHere =
      modal.get().open && router.get().some(({ view }) => view === 'ConnectingExternal')
    if (isHere && !wallet && row && connector && !isMissing && !session.attempt.get())
      session.connect(row, connector)
  }, [wallet, row, connector, isMissing, session, modal, router])
  if (wallet || !row || !connector)
    return <GetWallet name={wallet?.name ?? walletId} icon={wallet?.imageUrl} install={wallet} />
  return isMissing ? (
    <GetWallet name={row.name} icon={row.icon} install={connector.install} />
  ) : (
    <Progress row={row} connector={connector} />
  )
}

/**
 * The state of connecting one wallet, in words. It starts the connect if none is under way. A
 * wallet from the directory cannot be asked; the view says where to get it.
 */
export const ConnectingExternal = ({ params }: ViewProps<Params>): ReactNode => (
  <WithWallets>{(rows) => <Connecting rows={rows} {...params} />}</WithWallets>
)
