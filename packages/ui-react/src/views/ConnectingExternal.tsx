import type { WalletRow } from '@latchkey/kernel'
import {
  isLatchkeyError,
  type Connector,
  type DirectoryWallet,
  type MessageParams,
  type ViewProps,
} from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../kit/Button.js'
import { wordsOf } from '../kit/errorText.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Picture } from '../kit/Picture.js'
import { ErrorDetails, ErrorText, useErrorText } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { fitting, isWallet } from './chooseWallet.js'
import { wordsFor } from './connectWords.js'
import { GetWallet } from './GetWallet.js'
import { WithWallets } from './WithWallets.js'

/** The error's own text, where it says more than the headline does. */
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
  const { connections, options } = usePorts()
  const text = useMessages()
  const attempt = useObservable(session.attempt)
  const { attempt: running } = useObservable(connections)
  const button = useRef<HTMLButtonElement>(null)
  const mine = attempt?.walletId === row.id ? attempt : undefined
  const step = running?.connectorId === connector.id ? running.step.step : 'opening'
  const words = wordsFor(mine?.error, step)
  const params = { wallet: row.name, app: useObservable(options).metadata.name }
  const headline = text(words.title, params)
  useEffect(() => {
    session.announce(headline, words.isAlarm ? 'assertive' : 'polite')
    if (words.retry) button.current?.focus({ preventScroll: true })
  }, [session, headline, words])
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
  const attempt = useObservable(session.attempt)
  const row = rows.find((each) => isWallet(each, walletId))
  const begun =
    attempt && row?.id === attempt.walletId
      ? row.connectors.find(({ id }) => id === attempt.connectorId)
      : undefined
  const connector =
    begun ??
    (row &&
      (row.connectors.find(({ id }) => id === walletId) ?? fitting(row, session.wanted.get())[0]))
  const isMissing =
    connector?.availability() === 'missing' ||
    isLatchkeyError(attempt?.error, 'wallet.not_installed')
  useEffect(() => {
    if (!wallet && row && connector && !isMissing && !session.attempt.get())
      session.connect(row, connector)
  }, [wallet, row, connector, isMissing, session])
  if (wallet || !row || !connector)
    return <GetWallet name={wallet?.name ?? walletId} icon={wallet?.imageUrl} install={wallet} />
  return isMissing ? (
    <GetWallet name={row.name} icon={row.icon} install={connector.install} />
  ) : (
    <Progress row={row} connector={connector} />
  )
}

/** Where connecting one wallet stands, in words; begins it where nobody did. A wallet of a directory is asked nothing: it says where to get it. */
export const ConnectingExternal = ({ params }: ViewProps<Params>): ReactNode => (
  <WithWallets>{(rows) => <Connecting rows={rows} {...params} />}</WithWallets>
)
