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
import { IconButton } from '../kit/Button.js'
import { Text } from '../kit/messages.js'
import { ViewHost } from '../outlet/ViewHost.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { Alerts } from './Alerts.js'
import { Footer } from './Footer.js'
import { TITLE_ID } from './createFrame.js'
import { followHeight } from './followHeight.js'
import { isElsewhere } from './keepFocus.js'
import { Offline } from './Offline.js'

type Way = 'none' | 'forward' | 'back'

/** Whether the stack grew or shrank since the last entry on top. What changes while nobody sees it goes no way. */
function useWay(stack: readonly RouteEntry[], isSeen: () => boolean): Way {
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

/** Follows the focus into a view that came: its title is read, unless the view put the focus somewhere by itself. */
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

/** ms after which what nobody sees is drawn. */
const UNSEEN = 300

/** The stack. While nobody sees it, it follows later: closing does not wait for what the next opening shows. */
function useStack(isInline: boolean): readonly RouteEntry[] {
  const { router, modal } = usePorts()
  const subscribe = useCallback(
    (draw: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const soon = (): void => {
        clearTimeout(timer)
        if (isInline || modal.get().open) return draw()
        timer = setTimeout(draw, UNSEEN)
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
  // Not the whole state: opening what is drawn already draws nothing again.
  const loading = useSyncExternalStore(modal.subscribe, () => modal.get().loading)
  const way = useWay(stack, () => isInline || modal.get().open)
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
