import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAnnounce } from '../modal/useAnnounce.js'
import { useMessages, type Label } from '../text/messages.js'
import { IconButton } from './Button.js'

const RESULT_SHOWN_MS = 2000

/**
 * Copies a text, and shows and announces the result for 2 s. `failed`: the browser did not allow
 * it.
 */
export function useCopy(): { state: 'idle' | 'copied' | 'failed'; copy(value: string): void } {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const announce = useAnnounce()
  const text = useMessages()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback(
    (value: string) => {
      const end = (result: 'copied' | 'failed'): void => {
        clearTimeout(timer.current)
        setState(result)
        announce(
          text(result === 'copied' ? 'ui.copied' : 'ui.copyFailed'),
          result === 'copied' ? 'polite' : 'assertive',
        )
        timer.current = setTimeout(() => setState('idle'), RESULT_SHOWN_MS)
      }
      // `navigator.clipboard` is undefined on a page without https, so the access itself throws.
      new Promise<void>((resolve) => resolve(navigator.clipboard.writeText(value))).then(
        () => end('copied'),
        () => end('failed'),
      )
    },
    [announce, text],
  )
  return { state, copy }
}

/** A small button that copies. */
export function CopyButton({ value, label }: { value: string; label: Label }): ReactNode {
  const { state, copy } = useCopy()
  const [icon, says] =
    state === 'copied'
      ? (['check', { k: 'ui.copied' }] as const)
      : state === 'failed'
        ? (['warning', { k: 'ui.copyFailed' }] as const)
        : (['copy', label] as const)
  return <IconButton icon={icon} label={says} onClick={() => copy(value)} />
}
