import type { BoundView } from '@latchkey/kernel'
import { useEffect, useState, type ReactNode } from 'react'
import { usePorts } from '../context.js'
import { SkeletonRows } from '../kit/blocks/Skeleton.js'
import { ErrorState } from '../kit/blocks/states.js'
import { useObservable } from '../useObservable.js'
import { useRenderers } from './context.js'
import { NotInstalled } from './NotInstalled.js'
import type { ViewComponent } from './rendererCache.js'
import { ViewBoundary } from './ViewBoundary.js'

function Failed({
  owner,
  retry,
  error,
  k,
}: {
  owner: string
  retry(): void
  error: unknown
  k: string
}): ReactNode {
  return (
    <ErrorState
      title={k}
      params={{ plugin: owner }}
      text="ui.viewFailedText"
      error={error}
      onRetry={retry}
    />
  )
}

/** Loads the view's component, and gives it once it is loaded. */
function useRenderer(view: BoundView): {
  component: ViewComponent | undefined
  error: unknown
  retry(): void
} {
  const renderers = useRenderers()
  const { reportViewError } = usePorts()
  const { definition } = view
  const [, redraw] = useState(0)
  const [error, setError] = useState<unknown>()
  const component = renderers.now(definition)
  useEffect(() => {
    if (component || error !== undefined) return
    let isGone = false
    renderers.load(definition).then(
      () => isGone || redraw((turn) => turn + 1),
      (reason: unknown) => {
        reportViewError(definition.id, reason)
        if (!isGone) setError(reason ?? 'unknown')
      },
    )
    return () => {
      isGone = true
    }
  }, [renderers, definition, component, error, reportViewError])
  return { component, error, retry: () => setError(undefined) }
}

function Bound({ view, params }: { view: BoundView; params: unknown }): ReactNode {
  const { component: View, error, retry } = useRenderer(view)
  const { reportViewError } = usePorts()
  const { definition, owner } = view
  if (error !== undefined)
    return <Failed owner={owner} retry={retry} error={error} k="ui.viewNotLoaded" />
  if (!View) return <SkeletonRows />
  return (
    <ViewBoundary
      onError={(reason) => reportViewError(definition.id, reason)}
      fallback={(reason, again) => (
        <Failed owner={owner} retry={again} error={reason} k="ui.viewFailed" />
      )}
    >
      <View params={params} api={view.api} />
    </ViewBoundary>
  )
}

/** Draws a view by its id: a skeleton while it loads, then the view or its error. */
export function ViewHost({ id, params }: { id: string; params?: unknown }): ReactNode {
  const view = useObservable(usePorts().views).find(({ definition }) => definition.id === id)
  return view ? <Bound key={view.owner} view={view} params={params} /> : <NotInstalled view={id} />
}
