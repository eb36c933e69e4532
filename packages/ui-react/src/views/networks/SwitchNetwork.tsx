import type { Caip2, ViewProps } from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useAccount, useConnections, useNetwork } from '../../hooks.js'
import { ErrorDetails } from '../../kit/blocks/states.js'
import { Button } from '../../kit/controls/Button.js'
import { Icon } from '../../kit/controls/Icon.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { NetworkPicture } from './NetworkPicture.js'
import { SwitchReason, switchTitle } from './SwitchNotice.js'

/**
 * Leaves the view when the wanted network is in use: back to the account, or closes the modal.
 * @param news that it is in use, announced where the modal stays open
 */
function useLeaveWhenThere(network: Caip2, isThere: boolean, news: string): void {
  const { router, modal } = usePorts()
  const announce = useAnnounce()
  useEffect(() => {
    const stack = router.get()
    if (!isThere || stack.at(-1)?.view !== 'SwitchNetwork') return
    announce(news)
    if (!stack.some(({ view }) => view === 'Account')) return void modal.close()
    while (router.get().length > 1 && router.get().at(-1)?.view !== 'Account') router.back()
  }, [network, isThere, news, announce, router, modal])
}

/** Shows a switch of networks while the wallet is asked, and its outcome. */
export function SwitchNetwork({
  params: { network: id },
}: ViewProps<{ network: Caip2 }>): ReactNode {
  const { networks } = usePorts()
  const session = useSession()
  const announce = useAnnounce()
  const text = useMessages()
  const network = useObservable(networks).find(({ value }) => value.id === id)?.value
  const namespace = network?.namespace
  const account = useAccount(namespace)
  const connection = useConnections().connections.find((each) => each.id === account?.connectionId)
  const switching = useObservable(session.switching)
  const error = switching?.network === id ? switching.error : undefined
  const button = useRef<HTMLButtonElement>(null)
  const params = { network: network?.name ?? id, wallet: connection?.name ?? text('ui.yourWallet') }
  const headline = text(error === undefined ? 'ui.switchingTo' : switchTitle(error), params)
  const isWalletThere =
    switching?.network !== id || (network && connection?.scopes[network.namespace]?.network === id)
  // A network of another chain family becomes the active one before its wallet has answered.
  const isThere = useNetwork()?.id === id && !!isWalletThere
  useLeaveWhenThere(id, isThere, text('ui.switchedTo', params))
  useEffect(() => {
    if (!isThere && session.switching.get()?.network !== id) session.switchTo(id)
  }, [session, id, isThere])
  useEffect(() => {
    announce(headline, error === undefined ? 'polite' : 'assertive')
    if (error !== undefined) button.current?.focus({ preventScroll: true })
  }, [announce, headline, error])
  return (
    <div className="state">
      <span className="figure">
        <NetworkPicture network={network ?? { name: id }} size="large" />
        {error === undefined ? (
          <span className="ring" />
        ) : (
          <span className="mark">
            <Icon name={switchTitle(error) === 'ui.switchCancelled' ? 'close' : 'warning'} />
          </span>
        )}
      </span>
      <h2>
        <Text k={error === undefined ? 'ui.switchingTo' : switchTitle(error)} params={params} />
      </h2>
      <p>
        {error === undefined ? (
          <Text k="ui.switchText" params={params} />
        ) : switchTitle(error) === 'ui.switchCancelled' ? (
          <Text k="ui.youCancelled" params={params} />
        ) : (
          <SwitchReason error={error} />
        )}
      </p>
      {error !== undefined && (
        <Button ref={button} variant="primary" onClick={() => session.switchTo(id)}>
          <Text k="ui.retry" />
        </Button>
      )}
      {error !== undefined && <ErrorDetails error={error} />}
    </div>
  )
}
