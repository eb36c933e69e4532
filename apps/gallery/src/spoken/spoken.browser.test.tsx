// What a visitor hears on journeys through the modal, in English and in Arabic. The transcripts in
// `fixtures` are written anew by `npx vitest run --project browser apps/gallery/src/spoken -u`.
import { afterAll, expect, it } from 'vitest'
import { clearStage, drawHost } from '../stage.js'
import { journeys } from './journeys.js'
import { createVisitor, type Visitor } from './visitor.js'

afterAll(() => clearStage())

async function walk(name: string, locale: 'en' | 'ar'): Promise<Visitor> {
  const { world = {}, connected = false, walk } = journeys[name]!
  const options = { ...world.options, locale }
  const visitor = createVisitor(
    await drawHost({ world: { ...world, options }, ...(connected && { connected }) }),
  )
  await walk(visitor)
  return visitor
}

it.each(Object.keys(journeys))('%s', async (name) => {
  for (const locale of ['en', 'ar'] as const) {
    const visitor = await walk(name, locale)
    await expect(visitor.transcript()).toMatchFileSnapshot(`fixtures/${name}.${locale}.txt`)
  }
})
