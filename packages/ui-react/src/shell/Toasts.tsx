import type { Toast } from '@latchkey/plugin-api'
import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLate } from '../hooks.js'
import { Icon, type IconName } from '../kit/Icon.js'
import { useObservable } from '../useObservable.js'

const none = { get: () => undefined, subscribe: () => () => undefined }
const icons: Readonly<Record<Toast['variant'], IconName>> = { success: 'check', error: 'warning', info: 'info', loading: 'loading' }
const IMAGE = 'data:image/svg+xml'

/** The toast of the moment, in the one of the two places that can be clicked now. */
export function Toasts({ inside, outside, isOpen }: { inside: HTMLElement; outside: HTMLElement; isOpen: boolean }): ReactNode {
  const { late } = useLate()
  const toast = useObservable<Toast | undefined>(late?.toasts ?? none)
  const place = isOpen ? inside : outside
  const isShown = !!toast?.open
  useLayoutEffect(() => {
    if (!isShown) return
    place.showPopover()
    return () => {
      if (place.isConnected) place.hidePopover()
    }
  }, [place, isShown])
  if (!toast?.open) return null
  const { message, variant, svg } = toast
  return createPortal(
    <div className="toast" part="toast" data-variant={variant} role={variant === 'error' ? 'alert' : 'status'} key={message}>
      {svg?.startsWith(IMAGE) ? <img src={svg} alt="" /> : <Icon name={icons[variant]} />}
      <span>{message}</span>
    </div>,
    place,
  )
}
