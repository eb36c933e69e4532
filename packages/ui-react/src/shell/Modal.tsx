import type { RouteEntry } from '@latchkey/plugin-api'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { usePorts } from '../context.js'
import { IconButton } from '../kit/controls/Button.js'
import { Text } from '../kit/text/messages.js'
import { ViewHost } from '../outlet/ViewHost.js'
import { useObservable } from '../useObservable.js'
import { Alerts } from './Alerts.js'
import { isElsewhere } from './dialog/keepFocus.js'
import { Footer } from './Footer.js'
import { TITLE_ID } from './frame/createFrame.js'
import { followHeight } from './frame/followHeight.js'
import { Offline } from './Offline.js'

type Way = 'none' | 'forward' | 'back'

/**
 * The direction of the last navigation: whether the stack grew or shrank. A change while the modal
 * is closed has no direction, so it is not animated.
 */
function useDirection(stack: readonly RouteEntry[], isSeen: () => boolean): Way {
  const [seen, setSeen] = useState<{ stack: readonly RouteEntry[]; way: Way }>({
    stack,
    way: 'none',
  })
  if (seen.stack === stack) return seen.way
  const top = stack.at(-1)?.key
  const way = !isSeen()
    ? 'none'
    : top === seen.stack.at(-1)?.key
      ? seen.way
      : seen.stack.some(({ key }) => key === top)
        ? 'back'
        : 'forward'
  setSeen({ stack, way })
  return way
}

function Header({
  title,
  canGoBack,
  canClose,
}: {
  title: string
  canGoBack: boolean
  canClose: boolean
}): ReactNode {
  const { router, modal } = usePorts()
  return (
    <div className="header" part="header">
      <h1 id={TITLE_ID} key={title} tabIndex={-1}>
        <Text k={title} />
      </h1>
      <div className="side">
        {canGoBack && (
          <IconButton
            icon="back"
            label={{ k: 'ui.back' }}
            onClick={() => router.back()}
            part="back"
          />
        )}
      </div>
      <div className="side end">
        {canClose && (
          <IconButton
            icon="close"
            label={{ k: 'ui.close' }}
            onClick={() => modal.close()}
            part="close"
          />
        )}
      </div>
    </div>
  )
}

/**
 * Moves the focus to the title of a new view, so that screen readers read it, unless the view has
 * put the focus somewhere itself.
 */
function useFocusOnArrival(key: number | undefined, view: { current: HTMLElement | null }): void {
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    const root = view.current?.getRootNode()
    if (
      !(root instanceof ShadowRoot) ||
      view.current?.contains(root.activeElement) ||
      isElsewhere(root.host)
    )
      return
    const title = root.getElementById(TITLE_ID)
    title?.focus({ preventScroll: true })
  }, [key, view])
}

/** Delay in ms before a closed modal renders changes. */
const HIDDEN_RENDER_DELAY_MS = 300

/**
 * The view stack. While the modal is closed it follows with a delay, so that closing does not wait
 * for the render of what the next opening shows.
 */
function useStack(isInline: boolean): readonly RouteEntry[] {
  const { router, modal } = usePorts()
  const subscribe = useCallback(
    (draw: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const soon = (): void => {
        clearTimeout(timer)
        if (isInline || modal.get().open) return draw()
        timer = setTimeout(draw, HIDDEN_RENDER_DELAY_MS)
      }
      const stops = [router.subscribe(soon), modal.subscribe(soon), () => clearTimeout(timer)]
      return () => stops.forEach((stop) => stop())
    },
    [router, modal, isInline],
  )
  return useSyncExternalStore(subscribe, router.get)
}

/** Header, alerts, the view on top of the stack, footer. */
export function Modal({ isInline }: { isInline: boolean }): ReactNode {
  const { views, modal } = usePorts()
  const stack = useStack(isInline)
  // Only this part of the state is read, so that opening a modal that is drawn already does not
  // render again.
  const loading = useSyncExternalStore(modal.subscribe, () => modal.get().loading)
  const way = useDirection(stack, () => isInline || modal.get().open)
  const top = stack.at(-1)
  const definition = useObservable(views).find(
    (view) => view.definition.id === top?.view,
  )?.definition
  const body = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (body.current && inner.current ? followHeight(body.current, inner.current) : undefined),
    [],
  )
  useFocusOnArrival(top?.key, inner)
  const title = definition?.title ?? 'ui.notInstalledTitle'
  return (
    <div className={definition?.bare ? 'bare' : undefined} aria-busy={loading}>
      {definition?.bare ? (
        <h1 id={TITLE_ID} className="quiet" tabIndex={-1}>
          <Text k={title} />
        </h1>
      ) : (
        <Header title={title} canGoBack={stack.length > 1} canClose={!isInline} />
      )}
      <Offline />
      <Alerts />
      <div className="body" part="body" ref={body}>
        <div ref={inner}>
          {top && (
            <div className="view" part="view" data-view={top.view} data-way={way} key={top.key}>
              <ViewHost id={top.view} params={top.params} />
            </div>
          )}
        </div>
      </div>
      <Footer />
    </div>
  )
}
