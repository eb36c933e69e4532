import type { ReactNode } from 'react'
import { Button } from '../../kit/controls/Button.js'
import { Text } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'

/** Says that only wallets of one chain family are listed, with a button that lists all. */
export function WantedHint(): ReactNode {
  const { wanted } = useSession()
  const namespace = useObservable(wanted)
  const label = useNamespaceLabel()
  if (namespace === undefined) return null
  return (
    <div className="bar">
      <p className="hint">
        <Text k="ui.walletsFor" params={{ chain: label(namespace) }} />
      </p>
      <Button variant="plain" onClick={() => wanted.set(undefined)}>
        <Text k="ui.showAll" />
      </Button>
    </div>
  )
}
