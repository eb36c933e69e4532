import { readFile, writeFile } from 'node:fs/promises'
// MIT; checks an OpenAPI document against its specification
import { validate } from '@scalar/openapi-parser'
import { expect, it } from 'vitest'
import { startTestApi } from './harness.js'

const FILE = new URL('../../../etc/blockchain-api.openapi.json', import.meta.url)

it('The document is the one that was reviewed: etc/blockchain-api.openapi.json', async () => {
  const { app } = await startTestApi()
  const text = `${JSON.stringify(await app.openApi(), null, 2)}\n`
  // LATCHKEY_UPDATE=1 writes it; the difference is then reviewed like code.
  if (process.env.LATCHKEY_UPDATE) await writeFile(FILE, text)
  expect(JSON.parse(text)).toEqual(JSON.parse(await readFile(FILE, 'utf8')))
})

it('The document is valid OpenAPI 3.1, and a broken one is not', async () => {
  const { app } = await startTestApi()
  const document = JSON.parse(JSON.stringify(await app.openApi()))
  expect(await validate(document)).toMatchObject({ valid: true, version: '3.1' })
  expect(await validate({ ...document, paths: 5 })).toMatchObject({ valid: false })
})

it('Every route is in the document with its failures, and those that ask for no project say so', async () => {
  const { app } = await startTestApi()
  const document = JSON.parse(JSON.stringify(await app.openApi()))
  for (const route of app.routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[path][route.method]
    expect(operation.security).toEqual(route.open ? [] : undefined)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500']))
    const schema = operation.responses['500'].content['application/json'].schema
    expect(schema.properties.reasons).toBeDefined()
  }
})
