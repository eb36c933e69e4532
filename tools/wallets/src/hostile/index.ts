import { makers, type HostileKind } from './kinds.js'
import { createRandom, type Random } from './random.js'
import { stranger, type Detail, type Past } from './strangers.js'

export type { HostileKind } from './kinds.js'
export type { Detail as AnnouncementDetail } from './strangers.js'

export interface HostileAnnouncement {
  index: number
  kind: HostileKind
  /** The event's detail; looking into it may throw. */
  detail: unknown
  dispatch(target?: EventTarget): void
}

export interface HostileOptions {
  /** Only these kinds; default: all. */
  kinds?: readonly HostileKind[]
  /**
   * A wallet that the kinds `sameUuid`, `sameRdns`, `sameName` and `sameAll` imitate from the
   * start, beside earlier strangers.
   */
  imitate?: Partial<Detail['info']>
}

const type = 'eip6963:announceProvider'
const eventKinds: readonly HostileKind[] = ['noDetail', 'throwingDetail']
export const hostileKinds: readonly HostileKind[] = [
  ...(Object.keys(makers) as (keyof typeof makers)[]),
  ...eventKinds,
]

function createEvent(kind: HostileKind, detail: unknown): Event {
  if (kind === 'noDetail') return new Event(type)
  const event = new CustomEvent(type, { detail })
  return kind === 'throwingDetail'
    ? Object.defineProperty(event, 'detail', {
        get: () => {
          throw new Error('detail was looked at')
        },
      })
    : event
}

function announcement(index: number, kind: HostileKind, detail: unknown): HostileAnnouncement {
  return {
    index,
    kind,
    detail,
    dispatch: (target = window) => void target.dispatchEvent(createEvent(kind, detail)),
  }
}

const isMaker = (kind: HostileKind): kind is keyof typeof makers => Object.hasOwn(makers, kind)

/**
 * EIP-6963 announcements that a page must survive: malformed, throwing, revoked, repeated,
 * imitating, huge, and well-formed strangers among them. The same count, seed and options give the
 * same list.
 * @example for (const one of hostileAnnouncements(10_000, 1)) one.dispatch()
 */
export function hostileAnnouncements(
  count: number,
  seed = 1,
  { kinds = hostileKinds, imitate }: HostileOptions = {},
): HostileAnnouncement[] {
  const random = createRandom(seed)
  const past: Past = { strangers: [] }
  if (imitate) {
    const { info, provider } = stranger(random)
    past.strangers.push({ info: { ...info, ...imitate }, provider })
  }
  return Array.from({ length: count }, (_, index) => {
    const kind = random.pick(kinds)
    return announcement(index, kind, isMaker(kind) ? makers[kind](random, past) : undefined)
  })
}

/** One well-formed announcement, as the wallet that must still be listed after all the others. */
export function goodAnnouncement(
  info: Partial<Detail['info']> = {},
  provider?: Detail['provider'],
  random: Random = createRandom(7),
): { detail: Detail; dispatch(target?: EventTarget): void } {
  const made = stranger(random)
  const detail = Object.freeze({
    info: Object.freeze({ ...made.info, name: 'Good Wallet', rdns: 'com.example.good', ...info }),
    provider: provider ?? made.provider,
  })
  return {
    detail,
    dispatch: (target = window) => void target.dispatchEvent(new CustomEvent(type, { detail })),
  }
}
