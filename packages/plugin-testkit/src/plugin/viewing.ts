import type { Kernel } from '@latchkey/kernel'
import type { AnyPlugin, ViewDefinition } from '@latchkey/plugin-api'
import { demand, rules, settled, show } from '../check.js'
import type { PluginSubject } from '../world.js'
import { own, PAY_SLOT, visited } from './neighbours.js'

/**
 * The ids of the plugin's views that are drawn inside another view, each with the contribution that
 * leads to it, in words.
 */
function inlinePlaces(
  { ports }: Kernel,
  plugin: AnyPlugin,
): readonly { what: string; view: string }[] {
  const tabs = own(plugin, ports.accountTabs.get()).map(({ id, view }) => ({
    what: `the tab "${id}"`,
    view,
  }))
  const methods = own(plugin, ports.connectMethods.get()).map(({ id, view }) => ({
    what: `the way to connect "${id}"`,
    view,
  }))
  const pays = ports.views
    .get()
    .some(({ owner, definition }) => owner === plugin.id && definition.id === PAY_SLOT)
  return [
    ...tabs,
    ...methods,
    ...(pays ? [{ what: "the Account view's place for paying", view: PAY_SLOT }] : []),
  ]
}
/** The views that a plugin has registered. */
const viewsOf = ({ ports }: Kernel, plugin: AnyPlugin): readonly ViewDefinition[] =>
  ports.views.get().flatMap(({ owner, definition }) => (owner === plugin.id ? [definition] : []))

const viewing = rules<PluginSubject>('views', {
  'leads its tabs and its ways to connect to views that exist': visited((kernel, plugin) => {
    for (const { what, view } of inlinePlaces(kernel, plugin)) {
      const isThere = kernel.ports.views.get().some(({ definition }) => definition.id === view)
      demand(
        isThere,
        `${what} leads to the view "${view}", which no plugin registers: add it by ctx.views, ` +
          'or give the suite the plugin that does as `beside`',
      )
    }
  }),
  'has inline views for its tabs and its ways to connect': visited((kernel, plugin) => {
    for (const { what, view } of inlinePlaces(kernel, plugin)) {
      const found = kernel.ports.views.get().find(({ definition }) => definition.id === view)
      demand(
        !found || found.definition.presentation === 'inline',
        `${what} leads to the view "${view}", which is a whole panel: give the view presentation: 'inline'`,
      )
    }
  }),
  'loads the renderer of each of its views': visited(async (kernel, plugin) => {
    for (const { id, render } of viewsOf(kernel, plugin)) {
      for (const [technology, load] of Object.entries(
        render as Readonly<Record<string, () => unknown>>,
      )) {
        const outcome = await settled(
          `loading the ${technology} renderer of view "${id}"`,
          load,
          30_000,
        )
        demand(
          'value' in outcome,
          `loading the ${technology} renderer of view "${id}" threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
        )
        demand(
          outcome.value !== undefined && outcome.value !== null,
          `the ${technology} renderer of view "${id}" loaded, and nothing came of it: answer the component`,
        )
      }
    }
  }),
})

const drawn = rules<PluginSubject>('views', {
  'draws each of its views without a fault': (subject) =>
    visited(async (kernel, plugin) => {
      for (const { id } of viewsOf(kernel, plugin)) {
        const outcome = await settled(
          `drawing ${id}`,
          () => subject.options.draw?.(kernel, id),
          30_000,
        )
        demand(
          'value' in outcome,
          `drawing view "${id}" threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
        )
        demand(!outcome.value?.length, `view "${id}": ${outcome.value?.join('; ')}`)
      }
    })(subject),
}).map((check) => ({
  ...check,
  async lacksOnPage(subject: PluginSubject) {
    let lacksDraw = false
    await visited(
      (kernel, plugin) =>
        void (lacksDraw = viewsOf(kernel, plugin).length > 0 && !subject.options.draw),
    )(subject)
    return lacksDraw ? 'draw, such as drawView of @latchkey/ui-react/testing' : undefined
  },
}))

/** The checks that look at a plugin's views: where they are shown, and that they can be drawn. */
export const viewingChecks = [...viewing, ...drawn]
