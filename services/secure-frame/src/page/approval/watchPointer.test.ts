import { expect, it } from 'vitest'
import { watchPointer } from './watchPointer.js'

/** A document whose pointer the test moves: each place is of the screen, and of the frame. */
function createPage() {
  let moves = 0
  const page = Object.assign(new EventTarget(), { documentElement: new EventTarget() })
  const abort = new AbortController()
  watchPointer(page as unknown as Document, () => (moves += 1), abort.signal)
  const event = (type: string, screen: number, client: number, pointerType = 'mouse') =>
    Object.assign(new Event(type), {
      pointerType,
      screenX: screen,
      screenY: 0,
      clientX: client,
      clientY: 0,
    })
  return {
    moves: () => moves,
    stop: () => abort.abort(),
    enter: (screen: number, client: number, kind?: string) =>
      page.documentElement.dispatchEvent(event('pointerenter', screen, client, kind)),
    move: (screen: number, client: number, kind?: string) =>
      page.dispatchEvent(event('pointermove', screen, client, kind)),
    down: (screen: number, client: number, kind?: string) =>
      page.dispatchEvent(event('pointerdown', screen, client, kind)),
  }
}

it('A pointer that comes into the frame is told, and its way within is not', () => {
  const page = createPage()
  page.enter(600, 100)
  expect(page.moves()).toBe(1)
  page.move(620, 120)
  page.move(900, 401)
  page.down(900, 400)
  expect(page.moves()).toBe(1)
})

it.each([0.5, 1.5, 3])('A page that is zoomed by %f is not one that moves', (zoom) => {
  const page = createPage()
  page.enter(600, 100)
  for (const way of [3, 40, -25, 300]) page.move(600 + way, 100 + way / zoom)
  expect(page.moves()).toBe(1)
})

it.each([
  ['while the pointer stands still', 600, 280],
  ['against its way', 610, 60],
  ['farther than the pointer went', 610, 280],
])('A frame that moves %s is told', (_, screen, client) => {
  const page = createPage()
  page.enter(600, 100)
  page.down(screen, client)
  expect(page.moves()).toBe(2)
})

it('Fingers tell nothing, and nothing is told after the end', () => {
  const page = createPage()
  page.enter(600, 100, 'touch')
  page.down(10, 300, 'touch')
  expect(page.moves()).toBe(0)
  page.stop()
  page.enter(600, 100)
  expect(page.moves()).toBe(0)
})
