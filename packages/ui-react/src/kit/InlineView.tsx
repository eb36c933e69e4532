import type { ReactNode } from 'react'
import { ViewHost } from '../outlet/ViewHost.js'

/** Draws an `inline` view inside another one. */
export function InlineView({ id, params }: { id: string; params?: unknown }): ReactNode {
  return (
    <div data-view={id}>
      <ViewHost id={id} params={params} />
    </div>
  )
}
