import { useEffect, useRef, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useAccount, useConnections } from '../../hooks.js'
import { ErrorDetails, ErrorText } from '../../kit/blocks/states.js'
import { Button } from '../../kit/controls/Button.js'
import { Icon } from '../../kit/controls/Icon.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { wordsOf } from '../../kit/text/errorText.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'

/**
 * Message key for a failed switch: it distinguishes a visitor who cancelled, a wallet that cannot
 * switch, and a wallet that failed.
 */
export const switchTitle = (error: unknown): string => {
  const { code } = wordsOf(error)
  if (code === 'wallet.user_rejected') return 'ui.switchCancelled'
  if (!navigator.onLine) return 'ui.offline'
  return code === 'wallet.switch_unsupported' || code === 'wallet.unsupported_method'
    ? 'ui.walletCannotSwitch'
    : 'ui.switchFailed'
}

/** Explains why the switch failed and what to do. */
export function SwitchReason({ error }: { error: unknown }): ReactNode {
  return switchTitle(error) === 'ui.offline' ? (
    <Text k="ui.offlineText" />
  ) : (
    <ErrorText error={error} />
  )
}

/**
 * The last failed switch, shown in the network list after the return to it, with a button that
 * tries again.
 */
export function SwitchNotice(): ReactNode {
  const { switching } = useSession()
  const announce = useAnnounce()
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
