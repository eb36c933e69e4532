// Every scene of the gallery, in every look: rules of accessibility, what a finger and an eye need, and the keyboard alone.
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page, userEvent } from 'vitest/browser'
import { faults, focusable, nameOf } from './inspect.js'
import { looks } from './looks.js'
import { scenes } from './scenes/index.js'
import { clearStage, dress, settle, show, until, type Stage } from './stage.js'
import { unseenViews } from './unseen.js'

const media = (forced: boolean): Promise<unknown> => cdp().send('Emulation.setEmulatedMedia', {
  features: [{ name: 'prefers-reduced-motion', value: 'reduce' }, { name: 'forced-colors', value: forced ? 'active' : 'none' }],
})
beforeAll(() => media(false))
afterAll(async () => {
  clearStage()
  await cdp().send('Emulation.setEmulatedMedia', { features: [] })
  await page.viewport(1000, 700)
})

/** In forced colours Chromium tells the author's colour of the text's filling, which it does not draw with, and axe believes it. */
async function violations({ shadow }: Stage, isForced: boolean): Promise<readonly string[]> {
  const { violations: found } = await axe.run(shadow.host, { rules: { region: { enabled: false }, 'color-contrast': { enabled: !isForced } }, resultTypes: ['violations'] })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`).join(' ')}`)
}

/** What is wrong, look by look. */
async function wrongs(name: string): Promise<readonly string[]> {
  const wrong: string[] = []
  const look = async (what: string, stage: Stage, phone = false): Promise<void> => {
    for (const fault of [...await violations(stage, what === 'forced colours'), ...faults(stage, { phone })]) wrong.push(`${what}: ${fault}`)
  }
  const { only } = scenes[name]!
  if (only !== 'phone') {
    await page.viewport(looks.dark.width, 720)
    const stage = await show(name)
    await look('dark', stage)
    await media(true)
    await look('forced colours', stage)
    await media(false)
    await dress(stage, looks.light)
    await look('light', stage)
    await dress(stage, looks.arabic)
    await look('right to left', stage)
  }
  if (only === 'desktop') return wrong
  await page.viewport(looks.phone.width, 720)
  const stage = await show(name, { phone: true })
  await look('phone', stage, true)
  await page.viewport(320, 568)
  await settle(stage)
  for (const fault of faults(stage, { phone: true })) wrong.push(`320 px: ${fault}`)
  return wrong
}

describe('gallery', () => {
  it('has a scene of every view that there is', async () => {
    expect(unseenViews((await show('Connect')).kernel)).toEqual([])
  })

  it.each(Object.keys(scenes))('%s', { timeout: 60_000 }, async (name) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => void quiet.mockRestore())
    expect((await wrongs(name)).join('\n')).toBe('')
  })
})

describe('by keyboard', () => {
  it.each(Object.entries(scenes).filter(([, { only, inPage }]) => only !== 'phone' && !inPage).map(([name]) => name))('%s', { timeout: 60_000 }, async (name) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => void quiet.mockRestore())
    await page.viewport(looks.dark.width, 720)
    const { kernel, shadow } = await show(name)
    const stops = focusable(shadow)
    const reached = new Set<Element>()
    const unseen: string[] = []
    for (let turn = 0; turn < stops.length + 1; turn++) {
      await userEvent.keyboard('{Tab}')
      const now = shadow.activeElement
      expect(now, `Tab ${turn + 1} stays in the modal`).not.toBeNull()
      reached.add(now!)
      const { outlineStyle, outlineWidth } = getComputedStyle(now!.closest('.field .box') ?? now!)
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) unseen.push(nameOf(now!))
    }
    expect(stops.filter((stop) => !reached.has(stop)).map(nameOf)).toEqual([])
    expect(unseen).toEqual([])
    const before = kernel.ports.router.get().length
    await userEvent.keyboard('{Escape}')
    if (before > 1) expect(kernel.ports.router.get().length).toBe(before - 1)
    else await until('the modal to close', () => !shadow.querySelector('dialog[open]'))
  })
})
