// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { Prepared } from '../rpc/prepared.js'
import { en } from '../translations/en.js'
import type { Arming } from './arming.js'
import { drawCard } from './card.js'

/** A window in which the whole card is seen, and its end. */
vi.mock('./watchWindow.js', () => ({
  watchWindow: (_: Node, arming: Arming) => {
    arming.seen(true)
    return { update() {}, stop() {} }
  },
}))

/** A card with a form by which the person allows less. */
function draw() {
  let onEdit!: (isEdited: boolean) => void
  const request = {
    ...{ network: { id: 'eip155:1', name: 'One' }, account: '0x', texts: {}, raw: '' },
    lower(page: Document, _: unknown, edit: typeof onEdit) {
      onEdit = edit
      return page.createElement('form')
    },
  } as unknown as Prepared
  const onApprove = vi.fn()
  drawCard({
    ...{ self: window as unknown as Window & typeof globalThis, request, texts: en, onApprove },
    asker: { origin: 'https://shop.example', name: undefined },
    onReject() {},
    onAgain() {},
    onLower() {},
  })
  const approve = document.querySelector<HTMLElement>('button.primary')!
  const status = document.querySelector('[role=status]')!
  return {
    onApprove,
    edit: (isEdited: boolean) => onEdit(isEdited),
    press() {
      const event = new Event('click')
      Object.defineProperty(event, 'isTrusted', { value: true })
      approve.dispatchEvent(event)
    },
    isDisabled: () => approve.getAttribute('aria-disabled'),
    /** The sentence that a person sees or hears about the button. */
    why: () => (status.classList.contains('past') ? '' : status.textContent),
    describedBy: () => approve.getAttribute('aria-describedby') === status.id,
  }
}

it('A card whose limits were typed and not used cannot be approved, and says why', () => {
  vi.useFakeTimers()
  try {
    const card = draw()
    expect(card.isDisabled()).toBe('true')
    vi.advanceTimersByTime(900)
    expect([card.isDisabled(), card.why()]).toEqual(['false', ''])
    card.edit(true)
    expect([card.isDisabled(), card.why()]).toEqual(['true', en['approve.unused']])
    expect(card.describedBy()).toBe(true)
    card.press()
    expect(card.onApprove).not.toHaveBeenCalled()
    card.edit(false)
    expect([card.isDisabled(), card.why()]).toEqual(['false', ''])
    card.press()
    expect(card.onApprove).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
