import type { Toast } from '@latchkey/plugin-api'
import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePorts } from '../context.js'
import { useLate } from '../hooks.js'
import { Icon, type IconName } from '../kit/controls/Icon.js'
import { useLabel } from '../kit/text/messages.js'
import { useObservable } from '../useObservable.js'

const none = { get: () => undefined, subscribe: () => () => undefined }
const icons: Readonly<Record<Toast['variant'], IconName>> = {
  success: 'check',
  error: 'warning',
  info: 'info',
  loading: 'loading',
}
/** Message keys of the word that a screen reader says before the message. */
const words: Readonly<Record<Toast['variant'], string>> = {
  success: 'ui.toastSuccess',
  error: 'ui.toastError',
  info: 'ui.toastInfo',
  loading: 'ui.loading',
}
const IMAGE = 'data:image/svg+xml'

/** Draws the toast into the one of the two places that can be clicked now. */
function ToastIn({
  toast,
  inside,
  outside,
}: {
  toast: Toast
  inside: HTMLElement
  outside: HTMLElement
}): ReactNode {
  const { open: isOpen } = useObservable(usePorts().modal)
  const named = useLabel()
  const place = isOpen ? inside : outside
  useLayoutEffect(() => {
    place.showPopover()
    return () => {
      if (place.isConnected) place.hidePopover()
    }
  }, [place])
  const { message, variant, svg } = toast
  return createPortal(
    <div
      className="toast"
      part="toast"
      data-variant={variant}
      role={variant === 'error' ? 'alert' : 'status'}
      key={message}
    >
      <i role="img" {...named({ k: words[variant] })}>
        {svg?.startsWith(IMAGE) ? <img src={svg} alt="" /> : <Icon name={icons[variant]} />}
      </i>
      <span>
        <bdi>{message}</bdi>
      </span>
    </div>,
    place,
  )
}

/** Shows the current toast. */
export function Toasts({
  inside,
  outside,
}: {
  inside: HTMLElement
  outside: HTMLElement
}): ReactNode {
  const { late } = useLate()
  const toast = useObservable<Toast | undefined>(late?.toasts ?? none)
  return toast?.open ? <ToastIn toast={toast} inside={inside} outside={outside} /> : null
}
