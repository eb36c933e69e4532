import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Button } from '../kit/Button.js'
import { Text } from '../kit/messages.js'
import { Empty } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

/** The chosen network belongs to a chain family in which nobody is connected yet. */
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
