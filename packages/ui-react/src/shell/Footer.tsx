import { brand } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { usePorts } from '../context.js'
import { Text } from '../kit/text/messages.js'
import { useObservable } from '../useObservable.js'

/** The line that names the product, if the site shows it. */
export function Footer(): ReactNode {
  const { remoteFeatures } = useObservable(usePorts().options)
  if (!remoteFeatures.branding) return null
  return (
    <div className="footer" part="branding">
      <Text k="ui.branding" params={{ name: brand.name }} />
    </div>
  )
}
