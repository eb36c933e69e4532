import type { ReactNode } from 'react'

interface VesselProps {
  /** Names the gradients of this picture in the page. */
  id: string
  /** The outline, in a square of 200. */
  body: string
  clay: string
  glaze: string
  /** The part that the glaze covers, with its uneven lower edge. */
  dip: string
  rim?: { cx: number; cy: number; rx: number; ry: number }
  /** The inside, which is seen through the rim. */
  inside?: string
  shadow: { cx: number; cy: number; rx: number }
  /** The parts behind the body: a handle, a spout. */
  behind?: ReactNode
  /** The parts before it: a lid, holes. */
  before?: ReactNode
  /** A line of light along the left side. */
  light?: string
}

const SPECKLES = [
  [62, 108, 1.1],
  [84, 132, 0.9],
  [118, 118, 1.2],
  [128, 146, 0.8],
  [96, 96, 0.9],
  [74, 150, 1],
  [140, 126, 0.9],
  [106, 152, 1.1],
  [90, 74, 0.8],
  [112, 84, 1],
] as const

/** A piece of stoneware: clay below, glaze above, light from the left. */
export function Vessel(props: VesselProps): ReactNode {
  const { id, body, clay, glaze, dip, rim, inside = '#2b2320', shadow } = props
  const [clip, shade] = [`${id}-clip`, `${id}-shade`]
  return (
    <g>
      <defs>
        <clipPath id={clip}>
          <path d={body} />
        </clipPath>
        <linearGradient id={shade}>
          <stop offset="0" stopColor="#000" stopOpacity="0.16" />
          <stop offset="0.26" stopColor="#fff" stopOpacity="0.2" />
          <stop offset="0.55" stopColor="#000" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.34" />
        </linearGradient>
      </defs>
      <ellipse {...shadow} ry="7" fill="#000" opacity="0.16" />
      {props.behind}
      <g clipPath={`url(#${clip})`}>
        <path d={body} fill={clay} />
        <path d={dip} fill={glaze} />
        <path d={dip} fill="none" stroke="#000" strokeOpacity="0.14" strokeWidth="3" />
        {SPECKLES.map(([cx, cy, r]) => (
          <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r={r} fill="#20160f" opacity="0.38" />
        ))}
        <path d={body} fill={`url(#${shade})`} />
      </g>
      {props.light && (
        <path
          d={props.light}
          fill="none"
          stroke="#fff"
          strokeOpacity="0.5"
          strokeWidth="3.4"
          strokeLinecap="round"
        />
      )}
      {rim && (
        <>
          <ellipse {...rim} fill={glaze} />
          <ellipse {...rim} fill="#fff" opacity="0.22" />
          <ellipse {...rim} rx={rim.rx - 3} ry={Math.max(rim.ry - 2.2, 1)} fill={inside} />
        </>
      )}
      {props.before}
    </g>
  )
}
