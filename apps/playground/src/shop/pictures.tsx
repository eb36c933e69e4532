import type { ReactNode } from 'react'
import type { ProductId } from './products.js'
import { Vessel } from './Vessel.js'

const CLAY = '#c9a27c'
const DARK_CLAY = '#7b5742'
const FOAM = '#e8e3d6'
const LAGOON = '#3f7d80'
const NIGHT = '#2c4a63'
const RUST = '#b4552f'
const MOSS = '#7c8a5b'
const SAND = '#dcb98a'

/** `at` names its gradients, so that a piece can be drawn twice in a page. */
type Picture = (at: string) => ReactNode

/** A handle: a bar of clay with light on it. */
const bar = (d: string, stroke: string, strokeWidth: number): ReactNode => (
  <>
    <path d={d} fill="none" stroke={stroke} strokeWidth={strokeWidth} strokeLinecap="round" />
    <path
      d={d}
      fill="none"
      stroke="#000"
      strokeOpacity="0.24"
      strokeWidth={strokeWidth / 2}
      strokeLinecap="round"
      transform="translate(1.4 1.8)"
    />
  </>
)

const mug: Picture = (at) => (
  <Vessel
    id={`${at}-mug`}
    shadow={{ cx: 100, cy: 163, rx: 50 }}
    behind={bar('M132 86 q32 0 28 30 q-5 26 -36 24', NIGHT, 10)}
    body="M58 70 L63 150 Q64 163 78 163 L118 163 Q132 163 133 150 L138 70 Z"
    clay={CLAY}
    glaze={NIGHT}
    dip="M40 40 H160 V128 q-12 10 -24 2 q-12 -8 -26 6 q-14 10 -28 -2 q-14 -8 -42 4 Z"
    rim={{ cx: 98, cy: 70, rx: 40, ry: 9.5 }}
    light="M72 88 L75 140"
  />
)
const pitcher: Picture = (at) => (
  <Vessel
    id={`${at}-pitcher`}
    shadow={{ cx: 100, cy: 171, rx: 52 }}
    behind={
      <>
        {bar('M126 62 q40 4 34 50 q-4 26 -26 34', FOAM, 9)}
        <path d="M77 40 q-13 -2 -21 -9 q6 17 15 30 Z" fill={FOAM} />
        <path d="M77 40 q-13 -2 -21 -9 q6 17 15 30 Z" fill="#000" opacity="0.1" />
      </>
    }
    body="M76 40 Q74 62 64 90 Q48 140 74 171 L128 171 Q152 140 136 90 Q128 62 126 40 Z"
    clay={DARK_CLAY}
    glaze={FOAM}
    dip="M30 20 H170 V132 q-16 12 -34 2 q-20 -12 -38 4 q-20 14 -36 0 q-14 -8 -32 2 Z"
    rim={{ cx: 101, cy: 40, rx: 25, ry: 6.5 }}
    light="M72 92 Q60 128 72 156"
  />
)
const stem = (d: string, stroke: string): ReactNode => (
  <path d={d} fill="none" stroke={stroke} strokeWidth="2.2" strokeLinecap="round" />
)
const vase: Picture = (at) => (
  <Vessel
    id={`${at}-vase`}
    shadow={{ cx: 100, cy: 171, rx: 42 }}
    behind={
      <>
        {stem('M98 74 Q92 40 74 16', '#8c7a4e')}
        {stem('M100 74 Q102 36 104 8', '#7a6a42')}
        {stem('M102 74 Q110 44 128 22', '#96835a')}
        {[
          [74, 18, -36],
          [104, 10, 4],
          [128, 24, 38],
        ].map(([cx, cy, turn]) => (
          <ellipse
            key={cx}
            cx={cx}
            cy={cy}
            rx="3.6"
            ry="12"
            fill="#6b4f33"
            transform={`rotate(${turn} ${cx} ${cy})`}
          />
        ))}
      </>
    }
    body="M90 72 Q92 86 78 102 Q52 132 72 171 L128 171 Q148 132 122 102 Q108 86 110 72 Z"
    clay={CLAY}
    glaze={MOSS}
    dip="M30 60 H170 V140 q-18 10 -32 -2 q-16 -10 -32 4 q-18 12 -34 -2 q-16 -8 -42 6 Z"
    rim={{ cx: 100, cy: 72, rx: 10.5, ry: 3.2 }}
    light="M76 112 Q64 134 72 156"
  />
)
const bowl: Picture = (at) => (
  <Vessel
    id={`${at}-bowl`}
    shadow={{ cx: 100, cy: 160, rx: 62 }}
    body="M30 92 Q38 150 78 160 L122 160 Q162 150 170 92 Z"
    clay={DARK_CLAY}
    glaze={SAND}
    dip="M20 70 H180 V116 q-20 18 -40 6 q-22 -14 -42 4 q-22 16 -40 0 q-16 -12 -38 2 Z"
    rim={{ cx: 100, cy: 92, rx: 70, ry: 17 }}
    inside="#a5835c"
    light="M44 112 Q50 132 64 144"
    before={<ellipse cx="100" cy="97" rx="48" ry="8" fill="#000" opacity="0.16" />}
  />
)
const plate: Picture = (at) => (
  <Vessel
    id={`${at}-plate`}
    shadow={{ cx: 100, cy: 148, rx: 66 }}
    body="M18 112 Q34 146 100 148 Q166 146 182 112 Z"
    clay={CLAY}
    glaze={LAGOON}
    dip="M10 90 H190 V122 q-30 14 -52 8 q-34 -4 -60 4 q-34 6 -68 -10 Z"
    rim={{ cx: 100, cy: 112, rx: 82, ry: 30 }}
    inside="#478a8b"
    before={
      <>
        <ellipse cx="100" cy="115" rx="58" ry="19" fill="#000" opacity="0.13" />
        <ellipse cx="100" cy="117" rx="56" ry="17.5" fill="#4f9392" />
        <path
          d="M52 112 q20 -12 50 -12"
          fill="none"
          stroke="#fff"
          strokeOpacity="0.4"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </>
    }
  />
)
const teapot: Picture = (at) => (
  <Vessel
    id={`${at}-teapot`}
    shadow={{ cx: 100, cy: 166, rx: 60 }}
    behind={
      <>
        {bar('M64 92 Q62 34 100 34 Q138 34 136 92', '#8a6a48', 7)}
        <path
          d="M132 130 C158 128 158 104 170 84 L185 90 C176 110 174 152 138 160 Z"
          fill={LAGOON}
        />
        <path
          d="M132 130 C158 128 158 104 170 84 L185 90 C176 110 174 152 138 160 Z"
          fill="#000"
          opacity="0.2"
        />
      </>
    }
    body="M60 94 Q34 148 72 166 L128 166 Q166 148 140 94 Q100 82 60 94 Z"
    clay={CLAY}
    glaze={LAGOON}
    dip="M20 70 H180 V136 q-18 12 -36 2 q-20 -12 -38 4 q-20 14 -36 0 q-18 -10 -50 4 Z"
    light="M62 106 Q52 132 64 150"
    before={
      <>
        <path d="M66 93 Q100 66 134 93 Q100 103 66 93 Z" fill="#4b8c8e" />
        <path d="M66 93 Q100 103 134 93" fill="none" stroke="#1f4547" strokeWidth="2" />
        <path
          d="M80 85 Q90 78 102 78"
          fill="none"
          stroke="#fff"
          strokeOpacity="0.45"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="100" cy="72" r="6.5" fill={CLAY} />
        <circle cx="98" cy="70" r="2.2" fill="#fff" opacity="0.5" />
      </>
    }
  />
)
const cups: Picture = (at) => (
  <>
    <Vessel
      id={`${at}-cup-back`}
      shadow={{ cx: 126, cy: 148, rx: 32 }}
      body="M96 92 L101 138 Q102 147 112 147 L142 147 Q151 147 152 138 L157 92 Z"
      clay={DARK_CLAY}
      glaze={RUST}
      dip="M80 80 H170 V124 q-12 8 -22 0 q-12 -8 -24 4 q-14 8 -24 -2 q-10 -4 -20 4 Z"
      rim={{ cx: 126.5, cy: 92, rx: 30.5, ry: 7.5 }}
      inside="#3a1d12"
    />
    <Vessel
      id={`${at}-cup-front`}
      shadow={{ cx: 74, cy: 164, rx: 34 }}
      body="M42 106 L47 153 Q48 163 58 163 L90 163 Q100 163 101 153 L106 106 Z"
      clay={CLAY}
      glaze={FOAM}
      dip="M30 90 H120 V136 q-12 8 -22 0 q-12 -8 -24 4 q-14 8 -24 -2 q-10 -4 -20 4 Z"
      rim={{ cx: 74, cy: 106, rx: 32, ry: 8 }}
      inside="#3a2a1f"
      light="M54 122 L57 148"
    />
  </>
)
const HOLES = [
  [76, 96],
  [100, 92],
  [124, 96],
  [66, 116],
  [88, 112],
  [112, 112],
  [134, 116],
  [76, 134],
  [100, 132],
  [124, 134],
  [100, 150],
] as const
const lantern: Picture = (at) => (
  <Vessel
    id={`${at}-lantern`}
    shadow={{ cx: 100, cy: 168, rx: 54 }}
    behind={
      <>
        <defs>
          <radialGradient id={`${at}-halo`}>
            <stop offset="0" stopColor="#ffc061" stopOpacity="0.6" />
            <stop offset="1" stopColor="#ffc061" stopOpacity="0" />
          </radialGradient>
        </defs>
        <circle cx="100" cy="112" r="96" fill={`url(#${at}-halo)`} />
      </>
    }
    body="M78 62 Q40 84 50 138 Q56 166 78 168 L122 168 Q144 166 150 138 Q160 84 122 62 Z"
    clay={DARK_CLAY}
    glaze={RUST}
    dip="M20 40 H180 V148 q-18 8 -36 0 q-22 -10 -40 4 q-22 10 -38 -2 q-16 -8 -46 4 Z"
    rim={{ cx: 100, cy: 62, rx: 22, ry: 6 }}
    inside="#ffcf7a"
    light="M64 92 Q56 116 62 140"
    before={
      <>
        {HOLES.map(([cx, cy]) => (
          <g key={`${cx}-${cy}`}>
            <circle cx={cx} cy={cy} r="7" fill="#ffb44a" opacity="0.28" />
            <circle cx={cx} cy={cy} r="4.4" fill="#ffe2a0" />
          </g>
        ))}
      </>
    }
  />
)

/** Drawn here: no picture is fetched. */
export const PICTURES: Readonly<Record<ProductId, Picture>> = {
  mug,
  pitcher,
  vase,
  bowl,
  plate,
  teapot,
  cups,
  lantern,
}
