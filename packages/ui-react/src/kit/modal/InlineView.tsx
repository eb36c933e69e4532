import type { ReactNode } from 'react'
import { useKitHost } from './host.js'

/** Draws an `inline` view inside another one. */
export function InlineView({ id, params }: { id: string; params?: unknown }): ReactNode {
  const { View } = useKitHost()
  return (
    <div data-view={id}>
      <View id={id} params={params} />
    </div>
  )
}
