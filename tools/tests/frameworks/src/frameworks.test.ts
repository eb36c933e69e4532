import { afterEach, describe, expect, it } from 'vitest'
import { CASES, everything } from './test/cases.js'
import { SERVERS } from './servers.js'
import { weigh } from './weigh.js'
import { makeKernel } from './world.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

it('The table has forty cases, each with a title of its own', () => {
  expect(new Set(CASES.map(({ title }) => title)).size).toBe(40)
})

it.each(['vue', 'svelte'])('The own code of @latchkey/%s is at most 1 kB', async (name) => {
  expect(await weigh(`packages/${name}/src/index.ts`)).toBeLessThanOrEqual(1000)
})

describe.each(Object.entries(SERVERS))('%s on a server', (name, render) => {
  const made = () => {
    const { kernel } = makeKernel()
    ends.push(() => kernel.dispose())
    return kernel
  }
  for (const each of CASES) if ('server' in each) it(each.title, () => each.server(render, made()))

  it('The server writes the HTML that the browser’s tests hydrate', async () => {
    const html = await render(made(), everything)
    await expect(html).toMatchFileSnapshot(`../html/${name}.txt`)
  })
})
