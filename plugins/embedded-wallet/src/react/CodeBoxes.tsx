import { useLabel } from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { readOneTimeCode } from '../protocol/digits.js'

const LENGTH = 6
const BOXES = Array.from({ length: LENGTH }, (_, index) => index)

const styles = {
  // Six fields of 44 px, the least that a finger hits, have room in 320 px.
  row: { display: 'flex', gap: 2, justifyContent: 'space-between' },
  field: { flex: '1 1 46px', minInlineSize: 0, maxInlineSize: 50 },
  box: { padding: 0 },
  digit: { inlineSize: '100%', textAlign: 'center', padding: 0 },
} as const

/**
 * Six boxes for a code. A pasted or filled-in code fills all of them, in the digits of any script.
 */
export function CodeBoxes({
  disabled,
  onComplete,
}: {
  disabled: boolean
  onComplete(code: string): void
}): ReactNode {
  const [digits, setDigits] = useState<readonly string[]>([])
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const named = useLabel()
  const focus = (index: number): void =>
    boxes.current[Math.min(Math.max(index, 0), LENGTH - 1)]?.focus()
  useEffect(() => boxes.current[0]?.focus(), [])
  const put = (index: number, text: string): void => {
    const typed = readOneTimeCode(text)
    // A box that has a digit holds two for a moment: the one that was typed beside it counts.
    const old = digits[index]
    const added =
      typed.length === 2 && old ? (typed[0] === old ? typed.slice(1) : typed.slice(0, 1)) : typed
    const next = BOXES.map((at) => added[at - index] ?? digits[at] ?? '')
    if (!added) next[index] = ''
    setDigits(next)
    if (added) focus(index + added.length)
    const code = next.join('')
    if (added && code.length === LENGTH) onComplete(code)
  }
  const move = (index: number, event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && !digits[index]) focus(index - 1)
    else if (event.key === 'ArrowLeft') focus(index - 1)
    else if (event.key === 'ArrowRight') focus(index + 1)
    else return
    event.preventDefault()
  }
  return (
    <div role="group" dir="ltr" style={styles.row} {...named({ k: 'embedded.codeLabel' })}>
      {BOXES.map((index) => (
        <div key={index} className="field" style={styles.field}>
          <div className="box" style={styles.box}>
            <input
              ref={(element) => void (boxes.current[index] = element)}
              {...named({ k: 'embedded.digit', params: { number: index + 1 } })}
              style={styles.digit}
              inputMode="numeric"
              autoComplete={index === 0 ? 'one-time-code' : 'off'}
              value={digits[index] ?? ''}
              disabled={disabled}
              onChange={(event) => put(index, event.target.value)}
              onKeyDown={(event) => move(index, event)}
              onFocus={(event) => event.target.select()}
            />
          </div>
        </div>
      ))}
    </div>
  )
}
