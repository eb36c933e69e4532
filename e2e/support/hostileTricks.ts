// Attacks of a hostile page upon the eyes and hands of a person: the frame is moved, covered and
// disguised, and clicks and keys are led to its button.
import type { Attack, World } from './hostileWorld.js'

/** Where the button is on the screen now. */
async function placeOf(world: World): Promise<{ x: number; y: number }> {
  const box = await world.approve().boundingBox()
  if (!box) throw new Error('The button has no place.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const click = async ({ page }: World): Promise<void> => {
  await page.mouse.down()
  await page.mouse.up()
}

/** The pointer waits where the button will be; the page brings the frame there, and the person clicks. */
const broughtUnder = (name: string, before: string, after: string): Attack => ({
  name,
  async run(world) {
    const { page } = world
    await world.open()
    await page.evaluate(before)
    await world.request()
    await world.armed()
    const inFrame = await world.approve().evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })
    await page.mouse.move(inFrame.x + 500, inFrame.y)
    await page.evaluate(after)
    await world.pause(300)
    await click(world)
    await world.wait(300)
  },
})

/** The frame is disguised all the time; the person clicks when the button should work long since. */
const disguised = (name: string, disguise: string): Attack => ({
  name,
  async run(world) {
    await world.open()
    await world.request()
    await world.page.evaluate(`(() => { const frame = document.querySelector('iframe');
      const lay = (css) => { const over = document.createElement('div');
        over.style.cssText = 'pointer-events:none;position:fixed;' + css; document.body.append(over); return over };
      const style = (css) => document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
      ${disguise} })()`)
    await world.wait(1_300)
    await world.press()
  },
})

/** The frame is hidden until just before the click. */
const shownLate = (name: string, hide: string, show: string): Attack => ({
  name,
  async run(world) {
    await world.open()
    await world.request()
    await world.page.evaluate(`document.querySelector('iframe').style.cssText = '${hide}'`)
    await world.pause(1_300)
    await world.page.evaluate(`document.querySelector('iframe').style.cssText = '${show}'`)
    await world.pause(100)
    await world.press()
  },
})

const inCss = (css: string): string => `document.querySelector('iframe').style.cssText = '${css}'`

export const MOVES: readonly Attack[] = [
  broughtUnder('moves the frame under the pointer', '0', inCss('position:absolute;left:500px')),
  broughtUnder('carries the frame by a transform', '0', inCss('transform:translateX(500px)')),
  broughtUnder(
    'scrolls the frame under the pointer',
    'document.body.style.width = "4000px"; document.body.style.paddingLeft = "1000px"; scrollTo(400, 0)',
    'scrollTo(500, 0)',
  ),
  broughtUnder(
    'moves the frame to another parent without a reload',
    `document.body.insertAdjacentHTML('beforeend', '<div id="to" style="position:absolute;left:500px;top:0">')`,
    `document.getElementById('to').moveBefore(document.querySelector('iframe'), null)`,
  ),
  {
    name: 'moves Approve to where the person is about to press Reject',
    async run(world) {
      await world.open()
      await world.request()
      const reject = world.frame().locator('button.secondary')
      await reject.hover()
      await world.armed()
      const [from, to] = [await reject.boundingBox(), await placeOf(world)]
      const shift = from!.x + from!.width / 2 - to.x
      await world.page.evaluate(inCss(`transform:translateX(${shift}px)`))
      await world.pause(300)
      await click(world)
      await world.wait(300)
    },
  },
  {
    name: 'takes the frame out and puts it back',
    async run(world) {
      await world.open()
      await world.request()
      await world.armed()
      await world.page.evaluate(() => document.body.append(document.querySelector('iframe')!))
      await world.pause(500)
    },
  },
  shownLate('fades the frame in', 'opacity:0', 'opacity:1'),
  shownLate('displays the frame late', 'visibility:hidden', ''),
  shownLate('brings the frame in from outside', 'margin-left:-2000px', ''),
  shownLate('grows the frame', 'transform:scale(.01)', ''),
  shownLate('clips the frame until then', 'clip-path:inset(0 0 300px 0)', ''),
  shownLate('opens a frame of no height', 'height:1px', ''),
  {
    name: 'lays the next request under the second click of a double click',
    approved: 1,
    async run(world) {
      await world.open()
      await world.request('one')
      await world.page.evaluate((address) => {
        const payload = { method: 'personal_sign', params: ['two', address] }
        void window.ask('rpc request', payload).then((reply) => window.answers.push(reply))
      }, world.address)
      await world.approve().hover()
      await world.armed()
      for (let count = 0; count < 8; count += 1) await click(world)
      await world.page.waitForFunction(() => window.answers.length > 0)
      await world.approve().waitFor({ state: 'attached' })
      for (let count = 0; count < 4; count += 1) await click(world)
    },
  },
  {
    name: 'leads a held Enter and Space into the frame',
    async run(world) {
      await world.open()
      for (const key of ['Enter', 'Space']) await world.page.keyboard.down(key)
      await world.request()
      for (let count = 0; count < 30; count += 1) {
        await world.page.evaluate(() => document.querySelector('iframe')!.focus())
        for (const key of ['Enter', 'Space']) await world.page.keyboard.down(key)
        await world.wait(50)
      }
      for (const key of ['Enter', 'Space']) await world.page.keyboard.up(key)
    },
  },
  {
    name: 'presses by script',
    async run(world) {
      await world.open()
      await world.request()
      await world.armed()
      const { x, y } = await placeOf(world)
      await world.page.evaluate(
        ([left, top]) => {
          const frame = document.querySelector('iframe')!
          const init = { bubbles: true, clientX: left, clientY: top, button: 0, key: 'Enter' }
          for (const target of [frame, document.elementFromPoint(left, top)!, document.body]) {
            for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
              target.dispatchEvent(new MouseEvent(type, init))
            target.dispatchEvent(new KeyboardEvent('keydown', init))
          }
          frame.click()
        },
        [x, y] as const,
      )
      await world.wait(300)
    },
  },
  {
    name: 'drags something onto the button',
    async run(world) {
      const { page } = world
      await world.open()
      await page.evaluate(() => {
        const thing = document.createElement('b')
        thing.draggable = true
        thing.style.cssText = 'position:fixed;left:600px;top:50px;padding:20px'
        document.body.append(thing)
      })
      await world.request()
      await world.armed()
      const { x, y } = await placeOf(world)
      await page.mouse.move(620, 70)
      await page.mouse.down()
      await page.mouse.move(x, y, { steps: 5 })
      await page.mouse.up()
      await world.wait(300)
    },
  },
  {
    name: 'locks the pointer and leads clicks to the button',
    async run(world) {
      const { page } = world
      await world.open()
      await world.request()
      await world.armed()
      await page.mouse.move(700, 300)
      await page.evaluate(() => {
        document.body.style.height = '100vh'
        document.addEventListener('click', () => void document.body.requestPointerLock())
      })
      await click(world)
      await page.waitForFunction(() => document.pointerLockElement !== null)
      const { x, y } = await placeOf(world)
      await page.mouse.move(x, y)
      await world.wait(900)
      await click(world)
      await world.wait(300)
      await page.evaluate(() => document.exitPointerLock())
    },
  },
  ...(['alert', 'confirm', 'prompt'] as const).map((kind): Attack => ({
    name: `lets a click on its ${kind} fall through to the button`,
    async run(world) {
      const { page } = world
      await world.open()
      await world.request()
      const { x, y } = await placeOf(world)
      await page.mouse.move(x, y)
      const shown = page.waitForEvent('dialog')
      const said = page.evaluate((name) => void window[name]('Go on?'), kind)
      const dialog = await shown
      // The page stands still under it, and the frame does not.
      await world.wait(1_300)
      await dialog.accept()
      await said
      await click(world)
      await world.wait(300)
    },
  })),
  {
    name: 'goes on and comes back with the card in the cache',
    async run(world) {
      await world.open()
      await world.request()
      await world.armed()
      await world.page.evaluate(() => document.body.append('again'))
      await world.page.goto(`${world.hostUrl}/other`)
      await world.page.goBack()
      await world.page.evaluate(() => {
        window.loot ??= []
        window.answers ??= []
      })
      await world.pause(300)
    },
  },
  {
    name: 'leads the history of the frame back and forth',
    async run(world) {
      await world.open()
      await world.request()
      await world.page.evaluate(async (url) => {
        const address = `${url}/frame?projectId=local&chainId=1&version=4&enableLogger=false`
        // Once it has loaded anew the frame has places of its own in the history that page and frame share:
        // going back does not leave the page.
        const loaded = new Promise((resolve) => {
          document.querySelector('iframe')!.onload = resolve
        })
        frames[0]!.location.href = `${address}#card-title`
        await loaded
        for (const part of ['#latchkey-config', '#card-title'])
          frames[0]!.location.href = `${address}${part}`
        history.back()
        history.forward()
      }, world.frameUrl)
      await world.pause(500)
    },
  },
]

const COVER = 'background:#fff;left:0;top:0;width:400px;height:300px;'
const SHADOW = 'left:900px;top:0;width:1px;height:1px;box-shadow:-800px 99px 0 150px #fff'
const INVISIBLE =
  '<filter id="gone"><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0"/></filter>'

export const DISGUISES: readonly Attack[] = [
  disguised('covers the rows', `lay('${COVER}')`),
  disguised('covers by a shadow', `lay('${SHADOW}')`),
  disguised(
    'covers by a text',
    `lay('left:0;top:0;font-size:300px;line-height:1;color:#fff').textContent = '██'`,
  ),
  disguised(
    'covers by an element of the page itself',
    `style('html::after{content:"";position:fixed;inset:0 0 50%;background:#fff;pointer-events:none}')`,
  ),
  disguised(
    'covers by a frame that takes no part',
    `lay('${COVER}').innerHTML = '<iframe srcdoc="x" inert style="width:400px;background:#fff">'`,
  ),
  disguised(
    'covers by a clipped sheet',
    `lay('inset:0;background:#fff;clip-path:inset(0 0 50% 0)')`,
  ),
  disguised(
    'covers and uncovers in turn',
    `const over = lay('${COVER}')
    let count = 0
    setInterval(() => (over.style.display = ++count % 4 ? 'block' : 'none'), 40)`,
  ),
  disguised(
    'shows a popover',
    `const over = lay('${COVER}')
    over.popover = 'manual'
    over.showPopover()`,
  ),
  disguised(
    'shows a modal dialog that lets clicks through',
    `const dialog = document.createElement('dialog')
    dialog.style.pointerEvents = 'none'
    document.body.append(dialog)
    dialog.showModal()`,
  ),
  disguised(
    'opens a list of the browser over the card',
    `document.body.prepend(document.createElement('select'))
    const list = document.querySelector('select')
    list.style.cssText = 'position:fixed;left:500px;top:0'
    list.append(new Option('a'), new Option('b'))
    list.focus()
    try { list.showPicker() } catch {}`,
  ),
  disguised(
    'fills the screen with something else',
    `lay('${COVER}').requestFullscreen().catch(() => 0)`,
  ),
  disguised(
    'draws a view transition over the page',
    `style('::view-transition{pointer-events:none}::view-transition-group(*){animation-duration:60s}')
    style('::view-transition-new(root),::view-transition-old(root){opacity:0;animation:none}')
    document.startViewTransition(() => undefined)`,
  ),
  disguised('filters what lies behind a sheet', `lay('inset:0;backdrop-filter:blur(9px)')`),
  disguised('filters the whole page', `document.documentElement.style.filter = 'invert(1)'`),
  disguised(
    'filters by a picture',
    `frame.style.filter = 'url(#gone)'
    lay('').innerHTML = '<svg width="0" height="0">${INVISIBLE}</svg>'`,
  ),
  disguised(
    'blends a sheet with the card',
    `lay('inset:0;background:#fff;mix-blend-mode:difference')`,
  ),
  disguised('blends the page', `document.body.style.mixBlendMode = 'difference'`),
  disguised('makes the page fade', `document.body.style.opacity = '.99'`),
  disguised(
    'fades by scrolling',
    `style('@keyframes fade{from,to{opacity:.4}}body{height:3000px}')
    style('iframe{animation:fade linear both;animation-timeline:scroll()}')`,
  ),
  disguised(
    'nests transforms that turn the card',
    `document.body.style.cssText = 'perspective:500px;transform:rotateX(10deg)'
    frame.style.transform = 'rotateY(30deg)'`,
  ),
  disguised(
    'enlarges the card beyond the page',
    `frame.style.cssText = 'transform:scale(3);transform-origin:0 100%'`,
  ),
  disguised(
    'makes the card too small to read by zoom',
    `frame.style.cssText = 'width:1600px;height:2240px;zoom:.25'`,
  ),
]
