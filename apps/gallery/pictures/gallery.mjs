#!/usr/bin/env node
// Photographs every scene of apps/gallery in every look.
//   npx pnpm@12.21.0 gallery [--only WORDS] [--out FOLDER]
//
// Leaves one PNG a scene and look, sheets of them, and index.html with all of it. The page is built
// from the sources and served under a strict policy. `--only frame` takes the pages of the secure frame
// alone; they need a built tree.
import { chromium } from 'playwright'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LAUNCH_ARGS, findBrowser } from '../../../tools/run/lib/browser.mjs'
import { Explained, say } from '../../../tools/run/lib/log.mjs'
import { at } from '../../../tools/run/lib/paths.mjs'
import { photographFrame } from './frame.mjs'
import { indexPage, sheets } from './sheet.mjs'
import { servePage } from './serve.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string', default: at('test-results/gallery') },
  },
})
const HEIGHT = 720
const fileOf = (scene, look) => `${scene.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.${look}.png`

/** Photographs one scene in the looks that it has. */
async function photograph(page, { name, only }, looks) {
  const shots = {}
  const shoot = async (look) => {
    await page.evaluate((chosen) => window.gallery.dress(chosen), look)
    shots[look] = fileOf(name, look)
    await page.screenshot({
      path: join(values.out, shots[look]),
      animations: 'disabled',
      caret: 'hide',
    })
  }
  const show = async (phone) => {
    await page.setViewportSize({ width: looks[phone ? 'phone' : 'dark'].width, height: HEIGHT })
    await page.evaluate(([scene, isPhone]) => window.gallery.show(scene, isPhone), [name, phone])
  }
  if (only !== 'phone') {
    await show(false)
    for (const look of ['dark', 'light', 'arabic']) await shoot(look)
    await page.emulateMedia({ forcedColors: 'active' })
    await shoot('forced')
    await page.emulateMedia({ forcedColors: 'none' })
  }
  if (only !== 'desktop') {
    await show(true)
    await shoot('phone')
  }
  return { name, shots }
}

async function run(browser, url) {
  const problems = []
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      /Content Security Policy|Trusted ?Type/i.test(message.text()) &&
      problems.push(message.text()),
  )
  await page.goto(url)
  await page.waitForFunction(() => 'gallery' in window)
  const { looks, scenes } = await page.evaluate(() => ({
    looks: window.gallery.looks,
    scenes: window.gallery.scenes,
  }))
  const taken = []
  for (const scene of scenes.filter(({ name }) =>
    name.toLowerCase().includes(values.only.toLowerCase()),
  )) {
    try {
      taken.push(await photograph(page, scene, looks))
    } catch (error) {
      problems.push(`${scene.name}: ${error.message.split('\n')[0]}`)
    }
  }
  if ('frame'.startsWith(values.only.toLowerCase())) {
    const found = await photographFrame({ browser, out: values.out, looks, fileOf })
    taken.push(...found.taken)
    problems.push(...found.problems)
  }
  if (taken.length === 0) throw new Explained(`No scene has "${values.only}" in its name.`)
  const unseen = await page.evaluate(() => window.gallery.unseen())
  if (unseen.length) problems.push(`views without a scene: ${unseen.join(', ')}`)
  writeFileSync(join(values.out, 'index.html'), indexPage(taken, Object.keys(looks)))
  const count = await sheets(browser, values.out, taken, Object.keys(looks))
  const pictures = taken.flatMap(({ shots }) => Object.keys(shots)).length
  const index = join(values.out, 'index.html')
  say(`${taken.length} scenes, ${pictures} pictures, ${count} sheets: ${index}`)
  return problems
}

rmSync(values.out, { recursive: true, force: true })
mkdirSync(values.out, { recursive: true })
const found = await findBrowser()
if (!found) throw new Explained('Pictures are taken in a real browser and none was found.')
const served = await servePage()
const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGS })
try {
  const problems = await run(browser, served.url)
  for (const problem of problems) say(`✗ ${problem}`)
  process.exitCode = problems.length ? 1 : 0
} finally {
  await browser.close()
  await served.close()
}
