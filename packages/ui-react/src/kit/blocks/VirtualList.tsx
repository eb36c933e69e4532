import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { useLabel, type Label } from '../text/messages.js'
import { rowAt, rowTops } from './rowTops.js'

/** Rows that are drawn at first: a modal shows no more at once. */
const INITIAL_ROWS = 12
/** Rows that are drawn beyond each edge, so that scrolling does not show gaps. */
const OVERSCAN_ROWS = 5
/** Most rows between the edges, whatever the size of the window. */
const MAX_VISIBLE_ROWS = 40

/** The place that a row of a {@link VirtualList} is drawn for. */
export interface RowPlace {
  /** Counted from 0 in the whole list. */
  readonly index: number
  /** 0 for the row that Tab reaches, -1 for the others. */
  readonly tabIndex: 0 | -1
}
export interface VirtualListProps {
  /** The number of rows of the whole list. */
  count: number
  /** The name of the list for screen readers. */
  label: Label
  /**
   * Draws a row: a `Row` with `onClick` and the given `tabIndex`, 48 px high unless `isTall` says
   * otherwise. Elements around that `Row` belong to the same item of the list.
   */
  row(place: RowPlace): ReactNode
  /**
   * Rows that may have another height: such rows are measured when they are drawn. A number is
   * the height in px that the row has before that.
   */
  isTall?(index: number): boolean | number
  /** Whether each row is one of a grid (WAI-ARIA): it draws cells with the role `gridcell`. */
  isGrid?: boolean
  /** Called with the first and the last row to draw, which may lie beyond the ends of the list. */
  onSight?(first: number, last: number): void
  /** Called on Up from the first row and on typed letters, to focus a search field, for example. */
  onLeave?(): void
  /** The row that Tab reaches first, and that is drawn wherever the list is scrolled: 0 if left out. */
  initial?: number
  /** Height in px at the upper edge of the frame that another element covers. */
  covered?: number
}
interface Sight {
  readonly first: number
  readonly last: number
  /** Width of the list in px. */
  readonly width: number
}

/** The range of rows that the frame shows. */
function visibleRange(list: HTMLElement, tops: Float64Array): Sight {
  const frame = list.closest('.body')?.getBoundingClientRect()
  const { top, width } = list.getBoundingClientRect()
  const first = rowAt(tops, Math.max(frame?.top ?? 0, 0) - top)
  const last = rowAt(tops, Math.min(frame?.bottom ?? Infinity, window.innerHeight) - top)
  return {
    first,
    last: Math.min(Math.max(last, first + INITIAL_ROWS), first + MAX_VISIBLE_ROWS),
    width,
  }
}

/** Keeps the visible range up to date as the frame scrolls and changes its size. */
function useVisibleRange(tops: Float64Array) {
  const list = useRef<HTMLUListElement>(null)
  const [sight, setSight] = useState<Sight>({ first: 0, last: INITIAL_ROWS, width: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = (): void => {
      const now = visibleRange(element, tops)
      setSight((old) =>
        old.first === now.first && old.last === now.last && old.width === now.width ? old : now,
      )
    }
    // React would draw after the frame, which would show a gap first.
    const scrolled = (): void => flushSync(look)
    const frame = element.closest('.body')
    // The first measurement waits until the browser has laid the list out.
    const observer = new ResizeObserver(look)
    for (const watched of [frame, element]) if (watched) observer.observe(watched)
    // Any ancestor may scroll: the body of the modal, its dialog, or the host's page around an
    // embedded modal.
    const targets = [frame, element.closest('.dialog'), window]
    for (const target of targets) target?.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      for (const target of targets) target?.removeEventListener('scroll', scrolled)
      window.removeEventListener('resize', look)
    }
  }, [tops])
  return { list, sight }
}

/** The heights of the rows that may be tall, as measured or as they say themselves. */
function tallHeights(
  count: number,
  measured: ReadonlyMap<number, number>,
  isTall: VirtualListProps['isTall'],
): ReadonlyMap<number, number> {
  const heights = new Map<number, number>()
  for (let index = 0; isTall && index < count; index++) {
    const tall = isTall(index)
    const height = tall ? (measured.get(index) ?? tall) : undefined
    if (typeof height === 'number') heights.set(index, height)
  }
  return heights
}

/** Measures the heights of tall rows that are not among the known ones. */
function useTallRows(count: number, isTall: VirtualListProps['isTall']) {
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map())
  // A measurement is dropped when its row moves to another index.
  const tops = useMemo(
    () => rowTops(count, tallHeights(count, heights, isTall)),
    [count, heights, isTall],
  )
  const measure = (list: HTMLElement | null, known: WeakSet<Element>): void => {
    if (!list || !isTall) return
    const found = ([...list.children] as HTMLElement[]).flatMap((item) => {
      const index = Number(item.dataset['index'])
      // A question for the height makes the browser lay the page out at once.
      if (known.has(item) || !isTall(index)) return []
      known.add(item)
      return [[index, item.offsetHeight] as const]
    })
    if (found.some(([index, height]) => (heights.get(index) ?? isTall(index)) !== height))
      setHeights(new Map([...heights, ...found]))
  }
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

/** Moves the focus with keys, also to rows that are not drawn yet. */
function useKeys(
  list: { readonly current: HTMLElement | null },
  { count, onLeave, initial = 0 }: Omit<VirtualListProps, 'label'>,
  page: number,
) {
  const [chosen, setActive] = useState(initial)
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
    item?.querySelector<HTMLElement>('.row:not([tabindex="-1"])')?.focus({ preventScroll: true })
    if (isGoal) item?.scrollIntoView({ block: 'nearest' })
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined
    if (!step) {
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) onLeave?.()
      return
    }
    event.preventDefault()
    const to = step(active, count - 1, page)
    if (to < 0) return onLeave?.()
    goal.current = to
    // Scrolls even if the row has the focus already, because it may be out of sight.
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

/** A row in its place. It is drawn again only if its place or what draws it has changed. */
const Item = memo(function Item({
  index,
  tabIndex,
  count,
  top,
  covered,
  row,
  isGrid,
}: RowPlace & { isGrid: boolean | undefined; top: number } & Required<
    Pick<VirtualListProps, 'count' | 'covered' | 'row'>
  >) {
  const Place = isGrid ? 'div' : 'li'
  return (
    <Place
      data-index={index}
      {...(isGrid
        ? { role: 'row', 'aria-rowindex': index + 1 }
        : { 'aria-setsize': count, 'aria-posinset': index + 1 })}
      style={{ insetBlockStart: top, scrollMarginBlockStart: covered }}
    >
      {row({ index, tabIndex })}
    </Place>
  )
})

/** The list without its name, which is not looked up again while the list is scrolled. */
function Frame({
  named,
  ...props
}: Omit<VirtualListProps, 'label'> & {
  named: ReturnType<ReturnType<typeof useLabel>>
}): ReactNode {
  const { count, row, isTall, isGrid, onSight, covered = 0 } = props
  const { tops, measure } = useTallRows(count, isTall)
  const {
    list,
    sight: { first, last, width },
  } = useVisibleRange(tops)
  const { active, ...keys } = useKeys(list, props, Math.max(1, last - first - OVERSCAN_ROWS))
  // Each row is measured once, and again where its content or the width of the list changes.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- what is known is dropped when one changes
  const known = useMemo(() => new WeakSet<Element>(), [row, isTall, width])
  useLayoutEffect(() => measure(list.current, known))
  useEffect(() => onSight?.(first - OVERSCAN_ROWS, last + OVERSCAN_ROWS), [onSight, first, last])
  const drawn = new Set([active])
  for (
    let index = Math.max(0, first - OVERSCAN_ROWS);
    index <= Math.min(last + OVERSCAN_ROWS, count - 1);
    index++
  )
    drawn.add(index)
  const Rows = isGrid ? ('div' as 'ul') : 'ul'
  return (
    <Rows
      ref={list}
      className="list rows"
      role={isGrid ? 'grid' : 'list'}
      aria-rowcount={isGrid ? count : undefined}
      {...named}
      {...keys}
      style={{ blockSize: tops[count] ?? 0 }}
    >
      {[...drawn]
        .filter((index) => index < count)
        .sort((a, b) => a - b)
        .map((index) => (
          <Item
            key={index}
            index={index}
            tabIndex={index === active ? 0 : -1}
            count={count}
            top={tops[index]!}
            covered={covered}
            row={row}
            isGrid={isGrid}
          />
        ))}
    </Rows>
  )
}

/**
 * A list of any length that draws only the visible rows and the focused row, which keeps the focus
 * wherever the list is scrolled. It scrolls with the modal and is itself as high as all its rows, so
 * a scroll position stays true while the list is drawn anew. Arrow keys, Page Up, Page Down, Home
 * and End move the focus, also to rows that are not drawn yet.
 * `row`, `isTall` and `onSight` should stay the same functions while what they answer does, and must
 * be others when it changes: rows are not drawn again otherwise.
 * @example <VirtualList count={tokens.length} label={{ k: 'assets.tokens' }}
 * row={({ index, tabIndex }) => <Row tabIndex={tabIndex} onClick={() => show(index)}>
 * {tokens[index].name}</Row>} />
 */
export function VirtualList({ label, ...props }: VirtualListProps): ReactNode {
  return <Frame {...props} named={useLabel()(label)} />
}
