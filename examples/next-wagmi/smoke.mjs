/**
 * wagmi's hooks connect through the modal. Afterwards the server draws the address, and the browser
 * hydrates it without ever showing another text first.
 */
export async function smoke({ page, url, visitor }) {
  await page.goto(url)
  await visitor.connect()
  await page.locator('[data-status=connected]').waitFor()
  await page.getByText('Chain 1', { exact: true }).waitFor()
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  const drawn = async (headers) =>
    (await (await fetch(url, { headers })).text()).replace(/<script[^]*?<\/script>/g, '')
  if (!/0xf39f…2266/i.test(await drawn({ cookie })))
    throw new Error('the server did not draw the address of the cookie')
  if (/0xf39f/i.test(await drawn({})))
    throw new Error('the server drew an address for a visitor without the cookie')
  await page.addInitScript(() => {
    // Records every text that the first button ever showed.
    const seen = (window.seen = new Set())
    const look = () => {
      const button = document.querySelector('main button')
      if (button) seen.add(button.textContent)
      requestAnimationFrame(look)
    }
    look()
  })
  await visitor.reload()
  await page.locator('[data-status=connected]').waitFor()
  const seen = await page.evaluate(() => [...window.seen])
  if (seen.some((text) => !/^0xf39f/i.test(text)))
    throw new Error(`the button said ${seen.join(', then ')}`)
  await visitor.disconnect()
}
