import { brand } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Text } from '../kit/messages.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/** Who made this, where the site shows it. */
export function Footer(): ReactNode {
  const { remoteFeatures } = useObservable(usePorts().options)
  if (!remoteFeatures.branding) return null
  return (
    <div className="footer" part="branding">
      <Text k="ui.branding" params={{ name: brand.name }} />
    </div>
  )
}
