import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useLabel, type Label } from '../kit/messages.js'
import { firstAt, topsOf } from './rowTops.js'

/** Rows that are drawn from the start: a modal shows no more of them at once. */
const FIRST = 12
/** Rows that are drawn beyond each edge, so that nothing is bare while somebody scrolls. */
const BEYOND = 5
/** Rows between the edges, whatever the size of the window. */
const MOST = 40

export interface RowPlace {
  readonly index: number
  /** 0 for the one row that Tab reaches, -1 for the others. */
  readonly tabIndex: 0 | -1
}
export interface VirtualListProps {
  count: number
  label: Label
  /** A row: a button, of the usual height unless `isTall` says otherwise. */
  row(place: RowPlace): ReactNode
  /** Rows that may be higher than others: these are measured. */
  isTall?(index: number): boolean
  /** Called with what is in sight. */
  onSight?(first: number, last: number): void
  /** Up from the first row, and letters typed in the list, lead here. */
  onLeave(): void
  /** Px at the upper edge of the frame that something else covers. */
  covered?: number
}
interface Sight {
  readonly first: number
  readonly last: number
}

/** The part of a list that its frame shows, as rows. */
function sightOf(list: HTMLElement, tops: Float64Array): Sight {
  const frame = list.closest('.body')?.getBoundingClientRect()
  const { top } = list.getBoundingClientRect()
  const first = firstAt(tops, Math.max(frame?.top ?? 0, 0) - top)
  const last = firstAt(tops, Math.min(frame?.bottom ?? Infinity, window.innerHeight) - top)
  return { first, last: Math.min(Math.max(last, first + FIRST), first + MOST) }
}

/** What is in sight, kept up to date as the frame scrolls and changes its size. */
function useSight(tops: Float64Array) {
  const list = useRef<HTMLUListElement>(null)
  const [sight, setSight] = useState<Sight>({ first: 0, last: FIRST })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = (): void => {
      const now = sightOf(element, tops)
      setSight((old) => (old.first === now.first && old.last === now.last ? old : now))
    }
    const frame = element.closest('.body')
    // Looks for the first time when the browser has laid the list out, and not before.
    const observer = new ResizeObserver(look)
    for (const watched of [frame, element]) if (watched) observer.observe(watched)
    // Whatever scrolls: the body of the modal, its dialog, the host's page around an embedded one.
    const targets = [frame, element.closest('.dialog'), window]
    for (const target of targets) target?.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      for (const target of targets) target?.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [tops])
  return { list, sight }
}

/** Heights of the rows that are not like the others, as they are drawn. */
function useTallRows(count: number, isTall: VirtualListProps['isTall']) {
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map())
  // What was measured of a row that has another place now counts no more.
  const tops = useMemo(
    () => topsOf(count, new Map([...heights].filter(([index]) => isTall?.(index)))),
    [count, heights, isTall],
  )
  const measure = useCallback(
    (list: HTMLElement | null) => {
      if (!list || !isTall) return
      const found = [...list.children].flatMap((item) => {
        const index = Number((item as HTMLElement).dataset['index'])
        return isTall(index) ? [[index, (item as HTMLElement).offsetHeight] as const] : []
      })
      setHeights((old) =>
        found.every(([index, height]) => old.get(index) === height)
          ? old
          : new Map([...old, ...found]),
      )
    },
    [isTall],
  )
  return { tops, measure }
}

const STEPS: Readonly<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => at - 1,
  PageDown: (at, last, page) => Math.min(at + page, last),
  PageUp: (at, _, page) => Math.max(at - page, 0),
  Home: () => 0,
  End: (_, last) => last,
}
const itemIn = (list: HTMLElement | null, index: number): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-index="${index}"]`)

/** Moves the focus by keys, to rows that may not be drawn yet. */
function useKeys(
  list: { readonly current: HTMLElement | null },
  { count, onLeave }: VirtualListProps,
  page: number,
) {
  const [chosen, setActive] = useState(0)
  const active = Math.max(0, Math.min(chosen, count - 1))
  const goal = useRef<number>(undefined)
  const hasFocus = useRef(false)
  useEffect(() => {
    const isGoal = goal.current === active
    const isLost =
      hasFocus.current &&
      (list.current?.getRootNode() as ShadowRoot | undefined)?.activeElement === null
    if (!isGoal && !isLost) return
    goal.current = undefined
    const item = itemIn(list.current, active)
    item?.querySelector<HTMLElement>('.row')?.focus({ preventScroll: true })
    if (isGoal) item?.scrollIntoView({ block: 'nearest' })
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined
    if (!step) {
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) onLeave()
      return
    }
    event.preventDefault()
    const to = step(active, count - 1, page)
    if (to < 0) return onLeave()
    goal.current = to
    // Also where it stands there already: it may be out of sight.
    if (to === active) itemIn(list.current, to)?.scrollIntoView({ block: 'nearest' })
    setActive(to)
  }
  const onBlur = (): void => void (hasFocus.current = false)
  const onFocus = ({ target }: FocusEvent): void => {
    hasFocus.current = true
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
    if (index !== undefined) setActive(Number(index))
  }
  return { active, onKeyDown, onFocus, onBlur }
}

/** A list of which only the rows in sight are drawn, and the one that has the focus: it keeps it wherever the list is scrolled. */
export function VirtualList(props: VirtualListProps): ReactNode {
  const { count, label, row, isTall, onSight, covered = 0 } = props
  const named = useLabel()
  const { tops, measure } = useTallRows(count, isTall)
  const {
    list,
    sight: { first, last },
  } = useSight(tops)
  const { active, ...keys } = useKeys(list, props, Math.max(1, last - first - BEYOND))
  useLayoutEffect(() => measure(list.current))
  useEffect(() => onSight?.(first - BEYOND, last + BEYOND), [onSight, first, last])
  const drawn = new Set([active])
  for (
    let index = Math.max(0, first - BEYOND);
    index <= Math.min(last + BEYOND, count - 1);
    index++
  )
    drawn.add(index)
  return (
    <ul
      ref={list}
      className="list"
      role="list"
      {...named(label)}
      {...keys}
      style={{ display: 'block', position: 'relative', blockSize: tops[count] ?? 0 }}
    >
      {[...drawn]
        .filter((index) => index < count)
        .sort((a, b) => a - b)
        .map((index) => (
          <li
            key={index}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{
              position: 'absolute',
              insetInline: 0,
              insetBlockStart: tops[index],
              scrollMarginBlockStart: covered,
            }}
          >
            {row({ index, tabIndex: index === active ? 0 : -1 })}
          </li>
        ))}
    </ul>
  )
}
