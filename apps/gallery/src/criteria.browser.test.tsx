// Checks every view, in its first scene, against single criteria of WCAG 2.2 that the other tests of the
// gallery leave out. docs/accessibility-report.md ties each criterion to its tests.
import axe from 'axe-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page } from 'vitest/browser'
import { cutInHeight, faults, focusable, isHidden, nameOf, withoutPurpose } from './inspect.js'
import { looks } from './looks.js'
import { scenes } from './scenes/index.js'
import type { Stage } from './scenes/types.js'
import { clearStage, settle, show, viewOf } from './stage.js'

/** The spacing that WCAG 1.4.12 names. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-block-end: 2em !important }`

/** A screen of 1280 x 1024 px, zoomed to 400 %. */
const ZOOMED = [320, 256] as const
/** A small phone, turned on its side. */
const LANDSCAPE = [568, 320] as const

/** The first scene of each view. */
const firstScenes = Object.keys(scenes).filter(
  (name, index, all) => all.findIndex((other) => viewOf(other) === viewOf(name)) === index,
)

const none = (): string[] => []
/** The faults of all views, by what is looked for. */
const found = {
  target: none(),
  purpose: none(),
  press: none(),
  letter: none(),
  spacing: none(),
  turned: none(),
  reflow: none(),
  obscured: none(),
}

/** The targets that are smaller than 24 px and have no room around them. */
async function smallTargets({ shadow }: Stage): Promise<readonly string[]> {
  const { violations } = await axe.run(shadow.host, {
    resultTypes: ['violations'],
    runOnly: { type: 'rule', values: ['target-size'] },
  })
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`),
  )
}

async function withSpacing(stage: Stage): Promise<readonly string[]> {
  const style = document.createElement('style')
  style.textContent = SPACING
  stage.shadow.append(style)
  await settle(stage)
  const wrong = [...faults(stage), ...cutInHeight(stage)]
  style.remove()
  return wrong
}

function obscured({ shadow }: Stage): readonly string[] {
  return focusable(shadow).flatMap((stop) => {
    stop.focus()
    return shadow.activeElement === stop && isHidden(stop, shadow) ? [nameOf(stop)] : []
  })
}

/** The controls that change the view when they are pressed, or a letter while they have the focus. */
function changes({ shadow, kernel }: Stage, press: (stop: Element) => void): readonly string[] {
  const now = (): string => JSON.stringify([kernel.ports.router.get(), kernel.ports.modal.get()])
  return focusable(shadow).flatMap((stop) => {
    const before = now()
    press(stop)
    return now() === before ? [] : [nameOf(stop)]
  })
}
const LASTING = { bubbles: true, composed: true, cancelable: true }
function pressDown(control: Element): void {
  control.dispatchEvent(new PointerEvent('pointerdown', LASTING))
  control.dispatchEvent(new MouseEvent('mousedown', LASTING))
  control.dispatchEvent(new PointerEvent('pointercancel', LASTING))
}
function pressLetters(control: Element): void {
  if (control instanceof HTMLInputElement) return
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789?/.')
    for (const type of ['keydown', 'keyup'])
      control.dispatchEvent(new KeyboardEvent(type, { key, ...LASTING }))
}

async function look(name: string): Promise<void> {
  const note = (criterion: keyof typeof found, wrong: readonly string[]): void =>
    void found[criterion].push(...wrong.map((fault) => `${name}: ${fault}`))
  const phone = scenes[name]!.only === 'phone'
  await page.viewport(looks[phone ? 'phone' : 'dark'].width, 720)
  const stage = await show(name, { phone })
  note('target', await smallTargets(stage))
  note('purpose', withoutPurpose(stage))
  note('press', changes(stage, pressDown))
  note('letter', changes(stage, pressLetters))
  note('obscured', obscured(stage))
  note('spacing', await withSpacing(stage))
  await page.viewport(...LANDSCAPE)
  await settle(stage)
  note('turned', faults(stage))
  await page.viewport(...ZOOMED)
  await settle(stage)
  note('reflow', faults(stage))
  note('obscured', obscured(stage))
}

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  })
  for (const name of firstScenes) await look(name)
}, 180_000)
afterAll(async () => {
  clearStage()
  vi.restoreAllMocks()
  await cdp().send('Emulation.setEmulatedMedia', { features: [] })
  await page.viewport(1000, 700)
})

it('Every target is 24 px wide and high, or has room around it', () =>
  expect(found.target).toEqual([]))

it('No text is cut off or sticks out with the text spacing that a visitor may set', () =>
  expect(found.spacing).toEqual([]))

it('The element that has the focus is not hidden behind another, at 400 % too', () =>
  expect(found.obscured).toEqual([]))

it('At 400 % nothing is cut off or sticks out', () => expect(found.reflow).toEqual([]))

it('On a phone that is turned on its side nothing is cut off or sticks out', () =>
  expect(found.turned).toEqual([]))

it('Every field says what may fill it in, and one for an email address says so', () =>
  expect(found.purpose).toEqual([]))

it('A control that is pressed and not let go does nothing', () => expect(found.press).toEqual([]))

it('A letter or digit outside of fields does not change the view', () =>
  expect(found.letter).toEqual([]))
