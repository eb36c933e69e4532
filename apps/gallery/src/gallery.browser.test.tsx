// Checks every scene of the gallery in every look: accessibility rules, sizes for touch and
// reading, and use by keyboard alone.
import axe from 'axe-core'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page, userEvent } from 'vitest/browser'
import { weakTexts } from './contrast.js'
import { faults, focusable, nameOf } from './inspect.js'
import { looks } from './looks.js'
import { scenes } from './scenes/index.js'
import type { Stage } from './scenes/types.js'
import { clearStage, dress, settle, show, until } from './stage.js'
import { unseenViews } from './unseen.js'

const media = ({ forced = false, contrast = false } = {}): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'forced-colors', value: forced ? 'active' : 'none' },
      { name: 'prefers-contrast', value: contrast ? 'more' : 'no-preference' },
    ],
  })
beforeAll(() => media())
afterAll(async () => {
  clearStage()
  await cdp().send('Emulation.setEmulatedMedia', { features: [] })
  await page.viewport(1000, 700)
})

/**
 * Runs axe. In another theme only colours can differ, so only the two contrast rules of WCAG AA run
 * there; the whole tag would add AAA's 7:1. In forced colours the check skips contrast: Chromium
 * reports the author's text colour although it draws with the system's, which misleads axe.
 */
async function violations(
  { shadow }: Stage,
  part: 'all' | 'colours' | 'but colours',
): Promise<readonly string[]> {
  const { violations: found } = await axe.run(shadow.host, {
    resultTypes: ['violations'],
    rules: {
      region: { enabled: false },
      ...(part === 'but colours' && { 'color-contrast': { enabled: false } }),
    },
    ...(part === 'colours' && {
      runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    }),
  })
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`).join(' ')}`,
  )
}

/** Asks for more contrast, and waits for the styles of it, which load then. */
async function askForContrast({ shadow }: Stage): Promise<void> {
  await media({ contrast: true })
  const card = shadow.querySelector('.card')!
  await until('the styles of more contrast', () => {
    const { borderTopColor, color } = getComputedStyle(card)
    return borderTopColor === color
  })
}

/** Walks through the modal by Tab and leaves it by Esc. */
async function walk({ kernel, shadow }: Stage): Promise<readonly string[]> {
  const wrong: string[] = []
  const stops = focusable(shadow)
  const reached = new Set<Element>()
  for (let turn = 0; turn < stops.length + 1; turn++) {
    await userEvent.keyboard('{Tab}')
    const now = shadow.activeElement
    if (!now) return [`Tab ${turn + 1} leaves the modal`]
    reached.add(now)
    const { outlineStyle, outlineWidth } = getComputedStyle(now.closest('.field .box') ?? now)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)
      wrong.push(`no sign of the focus: ${nameOf(now)}`)
  }
  for (const stop of stops) if (!reached.has(stop)) wrong.push(`Tab does not reach ${nameOf(stop)}`)
  const before = kernel.ports.router.get().length
  await userEvent.keyboard('{Escape}')
  if (before === 1)
    await until('Esc to close the modal', () => !shadow.querySelector('dialog[open]'))
  else if (kernel.ports.router.get().length !== before - 1)
    wrong.push('Esc does not go back one view')
  return wrong
}

/** Collects the faults of a scene, look by look. */
async function wrongs(name: string): Promise<readonly string[]> {
  const wrong: string[] = []
  const note = (where: string, ...lists: (readonly string[])[]): void =>
    void wrong.push(...lists.flat().map((fault) => `${where}: ${fault}`))
  const { only, inPage } = scenes[name]!
  if (only !== 'phone') {
    await page.viewport(looks.dark.width, 720)
    const stage = await show(name)
    note('dark', await violations(stage, 'all'), faults(stage))
    await media({ forced: true })
    note('forced colours', await violations(stage, 'but colours'), faults(stage))
    await askForContrast(stage)
    note('more contrast, dark', weakTexts(stage, 7), faults(stage))
    await media()
    await dress(stage, looks.light)
    note('light', await violations(stage, 'colours'))
    await askForContrast(stage)
    note('more contrast, light', weakTexts(stage, 7))
    await media()
    await dress(stage, looks.arabic)
    note('right to left', await violations(stage, 'all'), faults(stage))
    if (!inPage) note('by keyboard', await walk(stage))
  }
  if (only !== 'desktop') {
    await page.viewport(looks.phone.width, 720)
    const stage = await show(name, { phone: true })
    note('phone', await violations(stage, 'all'), faults(stage, { phone: true }))
    await page.viewport(320, 568)
    await settle(stage)
    note('320 px', faults(stage, { phone: true }))
  }
  return wrong
}

it('Every registered view has a scene', async () => {
  expect(unseenViews((await show('Connect')).kernel)).toEqual([])
})

it.each(Object.keys(scenes))(
  '%s, in every look and by keyboard',
  { timeout: 60_000 },
  async (name) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // After a key press a page may open windows and apps, which would take the focus.
    vi.spyOn(window, 'open').mockReturnValue(null)
    onTestFinished(() => void vi.restoreAllMocks())
    expect((await wrongs(name)).join('\n')).toBe('')
  },
)
