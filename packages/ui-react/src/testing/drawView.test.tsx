import { defineView, definePlugin } from '@latchkey/plugin-api'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { createKernel } from '@latchkey/kernel'
import { Button, IconButton, Text, useMessages } from '../kit/index.js'
import { drawView } from './index.js'

const draw = async (
  View: ComponentType<never> | (() => Promise<never>),
  isLoader = false,
  id = 'test.view',
  params?: unknown,
) => {
  const view = defineView({
    id: 'test.view' as never,
    title: 'x',
    render: { react: (isLoader ? View : async () => View) as never },
  })
  const plugin = definePlugin({
    id: 'test',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup: (ctx) => (
      ctx.messages.add({ en: { 'test.there': 'There' } }),
      ctx.views.add(view),
      { word: 'api' }
    ),
  })
  const kernel = createKernel({ metadata: { name: 'Test' }, storage: null, plugins: [plugin] })
  await kernel.ready
  return drawView(kernel, id as never, params).finally(() => kernel.dispose())
}

it('A view whose texts all exist, its own and those of the modal, has no faults', async () => {
  expect(
    await draw(() => (
      <Button>
        <Text k="test.there" /> <Text k="ui.retry" />
      </Button>
    )),
  ).toEqual([])
})

it('A view gets its parameters and its plugin’s API', async () => {
  const seen: unknown[] = []
  expect(
    await draw((props: unknown) => (seen.push(props), null), false, 'test.view', { amount: 7 }),
  ).toEqual([])
  expect(seen).toEqual([{ params: { amount: 7 }, api: { word: 'api' } }])
})

it('Each text that no catalogue has is named, however the view asks for it (audit C7)', async () => {
  function View() {
    return (
      <p>
        <IconButton icon="refresh" label={{ k: 'test.label' }} onClick={() => undefined} />
        {useMessages()('test.plain')}
        <Text k="test.element" />
      </p>
    )
  }
  expect((await draw(View)).map((fault) => /"(.+)"/.exec(fault)?.[1]).sort()).toEqual([
    'test.element',
    'test.label',
    'test.plain',
  ])
})

it('Errors of renderer and component are thrown, and an unregistered view is named (audit C7)', async () => {
  await expect(draw(() => Promise.reject(new Error('no chunk')), true)).rejects.toThrow('no chunk')
  await expect(
    draw(() => {
      throw new Error('no state')
    }),
  ).rejects.toThrow('no state')
  expect(await draw(() => null, false, 'test.other')).toEqual([
    'no plugin has registered the view "test.other"',
  ])
})
