/** wagmi's hooks connect through the modal; after that the server draws the address, the browser takes it over and never says something else first. */
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
    // Every text that the first button ever had.
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
