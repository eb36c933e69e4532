import { useMemo, type ReactNode } from 'react'
import { useLabel, type Label } from './messages.js'

/** Light modules around the code, without which scanners do not find it. */
const QUIET = 4

/**
 * A code that a camera reads: dark on light in every theme, for scanners need it so.
 * Draws only: an encoder is large, so the view that shows a code brings its own, in its own chunk.
 * @param modules rows of squares, `true` where one is dark, without a margin
 * @example <QrCode modules={encode(uri, { border: 0 }).data} label={{ k: 'shop.code' }} />
 */
export function QrCode({
  modules,
  label,
}: {
  modules: readonly (readonly boolean[])[]
  label: Label
}): ReactNode {
  const named = useLabel()
  const size = modules.length + 2 * QUIET
  const path = useMemo(
    () =>
      modules
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join(''),
    [modules],
  )
  return (
    <svg
      data-qr
      className="qr"
      role="img"
      {...named(label)}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
