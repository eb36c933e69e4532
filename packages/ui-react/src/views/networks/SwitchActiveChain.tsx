import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { Empty } from '../../kit/blocks/states.js'
import { Button } from '../../kit/controls/Button.js'
import { Text } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'

/** Shown if the chosen network belongs to a chain family without a connected wallet. */
export function SwitchActiveChain({
  params: { switchToChain, navigateTo },
}: ViewProps<{ switchToChain: string; navigateTo: 'Connect' }>): ReactNode {
  const { router } = usePorts()
  const { wanted } = useSession()
  const chain = useNamespaceLabel()(switchToChain)
  const go = (): void => {
    wanted.set(switchToChain)
    router.replace(navigateTo)
  }
  return (
    <Empty title="ui.needsWallet" params={{ chain }} text="ui.needsWalletText" icon="wallet">
      <Button variant="primary" onClick={go}>
        <Text k="ui.connectOn" params={{ chain }} />
      </Button>
    </Empty>
  )
}
