import { useEffect, useRef, type ReactNode } from 'react'
import { useAccount, useConnections } from '../hooks.js'
import { Button } from '../kit/Button.js'
import { wordsOf } from '../kit/errorText.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { ErrorDetails, ErrorText } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/** What a switch that failed is called: cancelled is no alarm, and a wallet that cannot is told from one that did not. */
export const switchTitle = (error: unknown): string => {
  const { code } = wordsOf(error)
  if (code === 'wallet.user_rejected') return 'ui.switchCancelled'
  if (!navigator.onLine) return 'ui.offline'
  return code === 'wallet.switch_unsupported' || code === 'wallet.unsupported_method'
    ? 'ui.walletCannotSwitch'
    : 'ui.switchFailed'
}

/** Why it did not happen, and what to do. */
export function SwitchReason({ error }: { error: unknown }): ReactNode {
  return switchTitle(error) === 'ui.offline' ? (
    <Text k="ui.offlineText" />
  ) : (
    <ErrorText error={error} />
  )
}

/** The switch that failed last, told in the list of networks it came back to, with one click to try again. */
export function SwitchNotice(): ReactNode {
  const { switching, announce } = useSession()
  const { networks, router } = usePorts()
  const text = useMessages()
  const failed = useObservable(switching)
  const button = useRef<HTMLButtonElement>(null)
  const error = failed?.error
  const network = failed && networks.find(failed.network)?.value
  const account = useAccount(network?.namespace)
  const wallet =
    useConnections().connections.find(({ id }) => id === account?.connectionId)?.name ??
    text('ui.yourWallet')
  const params = { network: network?.name ?? failed?.network ?? '', wallet }
  const title = text(switchTitle(error), params)
  useEffect(() => {
    if (error === undefined) return
    announce(title, switchTitle(error) === 'ui.switchCancelled' ? 'polite' : 'assertive')
    button.current?.focus({ preventScroll: true })
  }, [error, title, announce])
  if (!failed || error === undefined) return null
  return (
    <div className="notice">
      <span className="warning">
        <Icon name="warning" />
      </span>
      <div className="main">
        <strong>
          <Text k={switchTitle(error)} params={params} />
        </strong>
        {switchTitle(error) !== 'ui.switchCancelled' && (
          <>
            <SwitchReason error={error} />
            <ErrorDetails error={error} />
          </>
        )}
      </div>
      <Button
        ref={button}
        onClick={() => {
          switching.set(undefined)
          router.push('SwitchNetwork', { network: failed.network })
        }}
      >
        <Text k="ui.retry" />
      </Button>
    </div>
  )
}
