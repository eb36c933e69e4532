/** The server's HTML holds a skeleton and no style attribute, it is taken over without a complaint, and the button never says something else first. Its routes sign in a key. */
export async function smoke({ page, url, visitor, signInOverHttp }) {
  const html = await (await fetch(url)).text()
  if (!html.includes('<svg width="148" height="40" aria-hidden="true">')) throw new Error('the server drew no button')
  if (/<body.*style=|Connect wallet|0xf39f/is.test(html.replace(/<script[^]*?<\/script>/g, ''))) throw new Error('the server drew more than a skeleton')
  await page.goto(url)
  await visitor.connect()
  await page.addInitScript(() => {
    // Every text that the button ever had.
    const seen = window.seen = new Set()
    const look = () => {
      const text = document.querySelector('main span')?.shadowRoot?.querySelector('button')
      if (text) seen.add(text.ariaBusy === 'true' ? 'skeleton' : text.textContent)
      requestAnimationFrame(look)
    }
    look()
  })
  await visitor.reload()
  const seen = await page.evaluate(() => [...window.seen])
  if (seen.some((text) => text !== 'skeleton' && !/^0xf39f/i.test(text))) throw new Error(`the button said ${seen.join(', then ')}`)
  await visitor.disconnect()
  await signInOverHttp(url, '/api/me')
}
