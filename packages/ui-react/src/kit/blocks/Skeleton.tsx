import type { ReactNode } from 'react'
import { useLabel } from '../text/messages.js'

/**
 * A placeholder of the final size for content that is loading. `width` and `height` are CSS
 * lengths.
 */
export const Skeleton = ({
  width = '100%',
  height = '20px',
}: {
  width?: string
  height?: string
}): ReactNode => (
  <span className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
)

/** Placeholder rows for a list that is loading. */
export function SkeletonRows({ count = 4 }: { count?: number }): ReactNode {
  const named = useLabel()
  return (
    <div className="list" role="status" {...named({ k: 'ui.loading' })}>
      {Array.from({ length: count }, (_, index) => (
        <span className="skeleton row" key={index} />
      ))}
    </div>
  )
}
