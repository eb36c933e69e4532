import type { ReactNode } from 'react'
import { useLabel } from './messages.js'

/** A place of the final size for something on its way. Width and height as CSS lengths. */
export const Skeleton = ({
  width = '100%',
  height = '20px',
}: {
  width?: string
  height?: string
}): ReactNode => (
  <span className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
)

/** A list on its way. */
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
