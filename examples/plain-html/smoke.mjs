import { createHash } from 'node:crypto'

const hashOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * The table of hashes matches every file; React is loaded with the modal; a wallet connects, is
 * restored and disconnects; a file with a changed byte is refused.
 */
export async function smoke({ page, url, visitor, expectProblems }) {
  const { files } = await (await fetch(`${url}latchkey/integrity.json`)).json()
  for (const [name, hash] of Object.entries(files)) {
    const served = hashOf(Buffer.from(await (await fetch(`${url}latchkey/${name}`)).arrayBuffer()))
    if (served !== hash) throw new Error(`${name} is ${served}, and the table says ${hash}`)
  }
  const scripts = []
  page.on('response', async (response) => {
    if (response.url().includes('/latchkey/'))
      scripts.push(response.url().slice(`${url}latchkey/`.length))
  })
  const modal = Object.keys(files).filter((name) => name.includes('startModal'))
  await page.goto(url, { waitUntil: 'networkidle' })
  if (!modal.length || modal.some((name) => scripts.includes(name)))
    throw new Error('React and the modal were fetched before anybody wanted them')
  await visitor.connect()
  if (!modal.every((name) => scripts.includes(name)))
    throw new Error('the modal came from somewhere else')
  const strange = scripts.filter((name) => !(name in files))
  if (strange.length) throw new Error(`these are not in the table: ${strange.join(', ')}`)
  await visitor.reload()
  await visitor.disconnect()

  const [late] = modal
  await page.route(`**/${late}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()} ` })
  })
  expectProblems(/integrity|dynamically imported module/)
  await page.reload()
  const refused = page.waitForEvent('console', {
    predicate: (message) => /integrity/.test(message.text()),
  })
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await refused
}
