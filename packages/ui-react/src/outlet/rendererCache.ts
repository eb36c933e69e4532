import type { KernelPorts } from '@latchkey/kernel'
import type { ViewDefinition, ViewProps } from '@latchkey/plugin-api'
import type { ComponentType } from 'react'

export type ViewComponent = ComponentType<ViewProps<unknown, unknown>>

/**
 * The loaded view components of one modal. A view that was shown before is drawn again without a
 * skeleton.
 */
export interface RendererCache {
  now(view: ViewDefinition): ViewComponent | undefined
  load(view: ViewDefinition): Promise<ViewComponent>
  put(view: ViewDefinition, component: ViewComponent): void
}

export function createRendererCache(): RendererCache {
  const ready = new WeakMap<ViewDefinition, ViewComponent>()
  return {
    now: (view) => ready.get(view),
    put: (view, component) => void ready.set(view, component),
    async load(view) {
      const { react } = view.render
      if (!react) throw new Error(`View "${view.id}" has no renderer for React.`)
      // `defineView` checks the types of a view's parameters; here they are only passed on.
      const component = (await react()) as ViewComponent
      ready.set(view, component)
      return component
    },
  }
}

/** Adopts the style sheets of the registered views, and removes those of views that are gone. */
export function adoptViewStyles({ views }: KernelPorts, shadow: ShadowRoot): () => void {
  const sheets = new Map<ViewDefinition, CSSStyleSheet>()
  const update = (): void => {
    const known = new Set(views.get().map(({ definition }) => definition))
    const own = shadow.adoptedStyleSheets.filter((sheet) => ![...sheets.values()].includes(sheet))
    for (const view of sheets.keys()) if (!known.has(view)) sheets.delete(view)
    for (const view of known) {
      if (view.styles === undefined || sheets.has(view)) continue
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(view.styles)
      sheets.set(view, sheet)
    }
    shadow.adoptedStyleSheets = [...own, ...sheets.values()]
  }
  update()
  return views.subscribe(update)
}
