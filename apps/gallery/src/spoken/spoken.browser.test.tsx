// What a visitor hears on journeys through the modal, in English and in Arabic. The transcripts in
// `fixtures` are written anew by `npx vitest run --project browser apps/gallery/src/spoken -u`.
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { clearStage, drawHost } from '../stage.js'
import { journeys } from './journeys.js'
import { createVisitor, type Visitor } from './visitor.js'

afterAll(() => clearStage())

async function walk(name: string, locale: 'en' | 'ar'): Promise<Visitor> {
  const journey = journeys[name]!
  const world = (await journey.world?.()) ?? {}
  const visitor = createVisitor(
    await drawHost({
      world: { ...world, options: { ...world.options, locale } },
      ...(journey.connected && { connected: true }),
    }),
  )
  await journey.walk(visitor)
  return visitor
}

/** Takes away what would differ from run to run: time, and what a browser allows. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 19, 0) })
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

it.each(Object.keys(journeys))('%s', async (name) => {
  standStill()
  for (const locale of ['en', 'ar'] as const) {
    const visitor = await walk(name, locale)
    await expect(visitor.transcript()).toMatchFileSnapshot(`fixtures/${name}.${locale}.txt`)
  }
})
