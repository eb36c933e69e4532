import { afterEach, expect, it, vi } from 'vitest'
import { cleanUp, drawWith, hosts, one, open, shadow } from '../../test/page.js'
import { makeKernel } from '../../test/support.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  Reflect.deleteProperty(window, 'Telegram')
})

/** Presses the link to the terms. @returns whether the browser would follow it itself */
function press(): boolean {
  let isFollowed = true
  const end = (event: Event): void => {
    isFollowed = !event.defaultPrevented
    event.preventDefault()
  }
  // Clicks in the dialog do not reach the page.
  hosts()[0]!.addEventListener('click', end, { once: true })
  one('a[target=_blank]').click()
  return isFollowed
}

const openWithTerms = async (): Promise<void> => {
  const { kernel } = makeKernel({ options: { termsUrl: 'https://shop.example/terms' } })
  drawWith(kernel)
  await open(kernel)
  await expect.poll(() => shadow().querySelector('a[target=_blank]')).not.toBeNull()
}

it('Telegram follows the links of a modal in its web view, its own by a way of their own', async () => {
  const WebApp = { openLink: vi.fn(), openTelegramLink: vi.fn() }
  Object.assign(window, { Telegram: { WebApp } })
  await openWithTerms()
  await expect.poll(press).toBe(false)
  expect(WebApp.openLink).toHaveBeenLastCalledWith('https://shop.example/terms')
  one('a[target=_blank]').setAttribute('href', 'https://t.me/shop')
  expect(press()).toBe(false)
  expect(WebApp.openTelegramLink).toHaveBeenCalledExactlyOnceWith('https://t.me/shop')
})

it('The browser follows links where Telegram has no function for them, and outside of Telegram', async () => {
  Object.assign(window, { Telegram: { WebApp: {} } })
  await openWithTerms()
  expect(press()).toBe(true)
  cleanUp()
  Reflect.deleteProperty(window, 'Telegram')
  await openWithTerms()
  expect(press()).toBe(true)
})
