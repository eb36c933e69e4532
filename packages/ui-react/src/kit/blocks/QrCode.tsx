import { useMemo, type ReactNode } from 'react'
import { useLabel, type Label } from '../text/messages.js'

/** Width of the light margin in modules. Scanners do not find a code without it. */
const MARGIN_MODULES = 4

/**
 * Draws a QR code, dark on light in every theme because scanners need that.
 * It only draws: an encoder is large, so a view that shows a code imports its own, into its own
 * chunk.
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
  const size = modules.length + 2 * MARGIN_MODULES
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
      viewBox={`${-MARGIN_MODULES} ${-MARGIN_MODULES} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect x={-MARGIN_MODULES} y={-MARGIN_MODULES} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
